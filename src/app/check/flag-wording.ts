// What the injection check found in a text that was stored, for whoever wrote it: the rule's id, how strong it is, what kind of
// wording it means, and the sentence as it is spelled there, so that an honest writer can say it otherwise. Never a score: that
// would tell a dishonest one how far to go.

import type { Finding } from "../../validate/verdict.ts";

/** A line for the ids, and one for each rule by its strongest finding, strong ones first; none where nothing was found. */
export function sayFound(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const ordered = [...findings.filter(isStrong), ...findings.filter((each) => !isStrong(each))];
  const rules = [...new Set(ordered.map(({ rule }) => rule))];
  const said = rules.map((rule) => {
    const found = ordered.find((each) => each.rule === rule);
    return found === undefined ? "" : `  ${isStrong(found) ? "strong" : "weak"}: ${rule} ${found.message}`;
  });
  return [`flagged by the injection check: ${rules.join(", ")}`, ...said];
}

/** The text makes its reader do something harmful. */
export function isStrong({ severity }: Pick<Finding, "severity">): boolean {
  return severity === "flag";
}
