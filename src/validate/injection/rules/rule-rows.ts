// The rows of the tables in this folder. What each rule catches and spares is data beside the tests: rule-samples.ndjson.

import type { BareRule } from "../../rule.ts";

/** A pattern that is a string runs on a normalised copy, in lower case, and begins with one of the keywords. */
type RuleRow = Pick<BareRule, "id" | "severity" | "message" | "accepts"> & {
  readonly family?: string;
  /** Divided by bars, unless one of them holds a bar. */
  readonly keywords?: string | readonly string[];
  readonly pattern: string | RegExp;
};

/** `family` is that of the rows that name none. */
export function listRules(family: string, rows: readonly RuleRow[]): readonly BareRule[] {
  return rows.map(({ keywords = [], pattern, ...row }) => ({
    family,
    ...row,
    keywords: typeof keywords === "string" ? keywords.split("|") : keywords,
    ...(typeof pattern === "string" ? { anchored: true, pattern: new RegExp(pattern, "g") } : { pattern }),
  }));
}
