// A file that passes, and what one change does to its verdict.

import { checkStructure } from "../../../src/validate/check-structure.ts";

export const BODY =
  "\nNever merge while a check is running.\n\n**Why:** it broke once.\n**How to apply:** wait.\n";

/** Lines of frontmatter, as written; null leaves a key out. */
export type Lines = Readonly<Record<string, string | null>>;

const GOOD: Lines = {
  name: "Merge policy",
  description: "Wait for every check",
  type: "feedback",
  "trust-level": "verified",
  "last-verified": "2026-05-01",
  "created-at": "2026-04-01T09:30:00Z",
  "source-machine": "laptop",
};

export type Parts = { readonly lines?: Lines; readonly body?: string; readonly file?: string };

export function renderParts({ lines = {}, body = BODY }: Parts): string {
  const entries = Object.entries({ ...GOOD, ...lines }).filter(([, value]) => value !== null);
  return `---\n${entries.map(([key, value]) => `${key}: ${value}\n`).join("")}---\n${body}`;
}

/** `LABEL exit rule rule…`, the rules without doubles and in order of the alphabet. */
export function judgeText(text: string, file = "feedback_merge_policy.md"): string {
  const { label, exit, findings } = checkStructure(file, Buffer.from(text));
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  return [label, exit, ...rules].join(" ");
}

export function judge(parts: Parts): string {
  return judgeText(renderParts(parts), parts.file);
}
