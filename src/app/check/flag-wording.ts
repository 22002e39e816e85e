// The findings of the injection check in a stored text, for its author: the rule's id, its strength, the kind of wording,
// and the sentence as spelled, so that an honest author can rephrase it. Never a score, which would tell a dishonest author
// how far to go.

import type { Finding } from "../../validate/verdict.ts";

/** A line for the ids, and one for each rule by its strongest finding, strong rules first; empty without findings. */
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

/** True when the text would make its reader do something harmful. */
export function isStrong({ severity }: Pick<Finding, "severity">): boolean {
  return severity === "flag";
}
