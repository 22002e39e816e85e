// A question about the project as a whole names a kind of memory and no subject: which conventions do we have, what is still
// open? No word of the answer is in it, so the answer is by category, what is verified and new first.

import { CATEGORIES, type Category } from "../../memory/memory.ts";
import { isFunctionWord } from "../words/word-kinds.ts";
import { type AskedPeriod, findAskedPeriod } from "./asked-period.ts";
import type { Prompt } from "./read-prompt.ts";

/** By stem. */
const KINDS: readonly (readonly [string, readonly Category[]])[] = [
  ["convent guidelin rule standard polici", ["constraint", "preference"]],
  ["constraint restrict", ["constraint"]],
  ["prefer", ["preference"]],
  ["decid decis chose", ["decision"]],
  ["runbook procedur playbook", ["runbook"]],
  ["open unfinish pend todo unresolv leav remain debt defer", ["tech_debt", "session_summary"]],
];
const ASKING = new Set("what whats which list show tell any are do did summarize recap remind".split(" "));
/** What was done at some time is of any kind. */
const DONE = new Set("happen chang learn rememb save record note new".split(" "));
/** What else may stand in such a question. */
const FILLERS = new Set(
  "list show tell remind recap summar project repo repositori code team know exist current still appli follow make made take agre work item thing task issu question point tech technic all".split(
    " ",
  ),
);

/** None where it asks about something. What only says when does not count. */
export function findAskedKinds(prompt: Prompt, now: number): AskedKinds {
  if (!ASKING.has(prompt.forms[0] ?? "")) return NOTHING;
  const period = findAskedPeriod(prompt, now);
  return { kinds: findKinds(prompt, period?.said ?? new Set()), period };
}

export type AskedKinds = { readonly kinds: readonly Category[]; readonly period: AskedPeriod | null };

const NOTHING: AskedKinds = { kinds: [], period: null };

function findKinds({ words }: Prompt, said: ReadonlySet<string>): readonly Category[] {
  const told = words
    .filter(({ form, whole }) => !whole && !isFunctionWord(form) && !said.has(form))
    .map(({ text }) => text);
  if (said.size > 0 && told.every((text) => FILLERS.has(text) || DONE.has(text))) return CATEGORIES;
  const named = KINDS.filter(([stems]) => told.some((text) => stems.split(" ").includes(text)));
  const isKind = (text: string): boolean => named.some(([stems]) => stems.split(" ").includes(text));
  if (named.length === 0 || !told.every((text) => FILLERS.has(text) || isKind(text))) return [];
  return named.flatMap(([, categories]) => categories);
}

/** By the forms of a prompt, with spaces between: `list our incidents`, `everything about`, `what all`, `which versions`, `what
 * was it and what is it now`, `still open`. */
const SEVERAL: readonly (readonly [words: string, pattern: RegExp])[] = [
  [
    "list summarise summarize summary recap compare collect overview checklist history",
    /^(?:\S+ ){0,4}(?:list|summari[sz]e|summary|recap|compare|collect|overview|checklist|history) /,
  ],
  [
    "everything anything all overview summary history across",
    /\b(?:everything|anything|all|overview|summary|history) (?:about|particular|of|on|we|that|there|our|for)\b|\bwhat all\b|\bacross\b/,
  ],
  [
    "which what whats",
    /\b(?:which|what are|what s|whats) (?:\S+ ){0,4}(?!this\b|was\b|does\b|has\b|always\b|its\b)[a-z]{2,}[^su\W]s\b/,
  ],
  ["and", /\band (?:for )?(?:what|why|how|who|where|when)\b/],
  [
    "still tech technical rules steps limits incidents measures versions",
    /\bstill open\b|\btech(?:nical)? debt\b|\b(?:rules|steps|limits|incidents|measures|versions)\b/,
  ],
];

/** It asks for all there is about its subject, or for several things at once, and not for one fact. */
export function asksSeveral(prompt: Prompt): boolean {
  if (asksBook(prompt)) return false;
  if (prompt.items >= ITEMS_MIN) return true;
  const forms = prompt.forms.slice(0, 60);
  // A pattern whose words are not there is never compiled.
  return SEVERAL.some(
    ([words, pattern]) =>
      words.split(" ").some((word) => forms.includes(word)) && pattern.test(`${forms.join(" ")} `),
  );
}

/** So many short parts in a row are a list. */
const ITEMS_MIN = 3;

const OPENINGS = new Set("so ok hey and but please pls in".split(" "));
const WRITING = /^(?:me )?(?:an?|the|one|two|three|some) /;
/** By the first word, what follows it. */
const BOOKISH: Readonly<Record<string, RegExp>> = {
  what: /^(?:(?:s |is |are )?(?:the )?(?:difference|meaning|point)\b|(?:s|is) (?:an? |\d)|does \S+ (?:\S+ ){0,2}(?:do|mean)\b)/,
  whats: /^(?:(?:the )?(?:difference|meaning|point)\b|an? |\d)/,
  how: /^(?:does|do (?:i|you)|can i|would (?:i|you)|many|far|old)\b/,
  when: /^(?:would|should) (?:i|you)\b/,
  explain: /^/,
  write: WRITING,
  give: WRITING,
  tell: WRITING,
  suggest: WRITING,
  recommend: WRITING,
  translate: /^/,
  convert: /^(?:this|these|\d)/,
  turn: /^this\b/,
  is: /^there an? /,
};
const OURS = new Set("we our ours us here".split(" "));

/** It asks what any book could answer, or for a text that anybody could write, and says nothing of us. */
export function asksBook({ forms }: Prompt): boolean {
  const said = forms.slice(0, 10);
  // `in python how …`
  while (OPENINGS.has(said[0] ?? "")) said.splice(0, said[0] === "in" ? 2 : 1);
  const [first = "", ...rest] = said;
  const follows = Object.hasOwn(BOOKISH, first) ? BOOKISH[first] : undefined;
  return follows?.test(`${rest.join(" ")} `) === true && !forms.some((form) => OURS.has(form));
}
