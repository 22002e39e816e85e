// What the validators find, a family of rules at a time.

import { INJECTION_RULES } from "../../validate/injection/index.ts";
import { SECRET_RULES } from "../../validate/secrets/index.ts";
import type { ToolName } from "../../validate/verdict.ts";
import type { Family, FoundAt } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

const FAMILY_OF = new Map([...SECRET_RULES, ...INJECTION_RULES].map(({ id, family }) => [id, family]));
/** What no rule file of ours names: structure has one family, the preset another, and the model is one of its own. */
const FAMILY_OF_TOOL: Readonly<Record<ToolName, string>> = {
  validate: "structure",
  "secret-check": "secretlint",
  "injection-check": "model",
};
const TOOLS: readonly ToolName[] = ["secret-check", "injection-check", "validate"];

/** The tools in order of urgency, in each of them the largest family first. */
export function groupFindings(surveyed: readonly Surveyed[]): Family[] {
  const families = new Map<string, { family: string; tool: ToolName; findings: FoundAt[] }>();
  for (const { tool, ...finding } of surveyed.flatMap(({ findings }) => findings)) {
    const family = FAMILY_OF.get(finding.rule) ?? FAMILY_OF_TOOL[tool];
    const key = `${tool} ${family}`;
    const known = families.get(key) ?? { family, tool, findings: [] };
    known.findings.push(finding);
    families.set(key, known);
  }
  return [...families.values()].sort(
    (a, b) =>
      TOOLS.indexOf(a.tool) - TOOLS.indexOf(b.tool) ||
      b.findings.length - a.findings.length ||
      (a.family < b.family ? -1 : 1),
  );
}
