// A question about the project as a whole names a kind of memory and no subject: which conventions do we have, what is still
// open? No word of the answer is in it, so the answer is by category, what is verified and new first.

import type { Category } from "../../memory/memory.ts";
import { isFunctionWord } from "../words/word-kinds.ts";
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
/** What else may stand in such a question. */
const FILLERS = new Set(
  "list show tell remind recap summar project repo repositori code team know exist current still appli follow make made take agre work item thing task issu question point tech technic all".split(
    " ",
  ),
);

/** None where it asks about something. */
export function findAskedKinds({ words, forms }: Prompt): readonly Category[] {
  if (!ASKING.has(forms[0] ?? "")) return [];
  const told = words.filter(({ form, whole }) => !whole && !isFunctionWord(form)).map(({ text }) => text);
  const named = KINDS.filter(([stems]) => told.some((text) => stems.split(" ").includes(text)));
  const isKind = (text: string): boolean => named.some(([stems]) => stems.split(" ").includes(text));
  if (named.length === 0 || !told.every((text) => FILLERS.has(text) || isKind(text))) return [];
  return named.flatMap(([, categories]) => categories);
}
