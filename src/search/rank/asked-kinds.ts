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

const WIDE = new Set(
  "everything anything all overview summary summarize summarise recap history list know known handle rules limits steps".split(
    " ",
  ),
);

/** It asks for all there is about its subject, not for one fact. */
export function asksWidely({ forms }: Prompt): boolean {
  return forms.some((form) => WIDE.has(form));
}
