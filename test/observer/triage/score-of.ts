// What triage makes of a few messages.

import { scoreSession, type TriageInput } from "../../../src/observer/triage/triage.ts";

export const QUIET: TriageInput = { messages: [], toolUses: 0, distinctTools: 0, exchanges: 0 };
/** Far enough that no booster of one line counts for the next. */
export const GAP = "\nplain\nplain\nplain\nplain\nplain\n";

export function scoreOf(category: string, ...messages: string[]): number {
  return scoreSession({ ...QUIET, messages }).find((each) => each.category === category)?.score ?? -1;
}
