// What kind of wording each rule of the injection check means, so that whoever wrote an honest sentence can say it otherwise.

import { ACTION_RULES } from "../../validate/injection/actions/rules.ts";
import { INJECTION_RULES } from "../../validate/injection/index.ts";

const MEANING_OF: ReadonlyMap<string, string> = new Map(
  [...INJECTION_RULES, ...ACTION_RULES].map(({ id, message }) => [id, message]),
);

/** "acts-hide (steps that the user is not to see)". */
export function describeFlag(rule: string): string {
  return `${rule} (${MEANING_OF.get(rule) ?? "wording that reads like an order to a model"})`;
}
