// Reads the rows of the tables in this folder. The texts that each rule catches and spares are data beside the tests:
// rule-samples.ndjson.

import type { BareRule } from "../../rule.ts";

/** A pattern that is a string runs on a normalised copy, in lower case, and begins with one of the keywords. */
type RuleRow = Pick<BareRule, "id" | "severity" | "message" | "accepts"> & {
  readonly family?: string;
  /** Separated by bars, unless one of them contains a bar. */
  readonly keywords?: string | readonly string[];
  readonly pattern: string | RegExp;
};

/** `family` applies to rows that name none. */
export function listRules(family: string, rows: readonly RuleRow[]): readonly BareRule[] {
  return rows.map(({ keywords = [], pattern, ...row }) => ({
    family,
    ...row,
    keywords: typeof keywords === "string" ? keywords.split("|") : keywords,
    ...(typeof pattern === "string" ? { anchored: true, pattern: new RegExp(pattern, "g") } : { pattern }),
  }));
}
