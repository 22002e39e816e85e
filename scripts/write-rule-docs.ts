// Writes docs/rules.md from the rules themselves, so that the page cannot fall behind; a test compares.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { READER_RULES } from "../src/validate/check-structure.ts";
import { INJECTION_RULES } from "../src/validate/injection/index.ts";
import { SECRET_RULES } from "../src/validate/secrets/index.ts";
import { SECRETLINT_RULE_IDS } from "../src/validate/secrets/lint-with-secretlint.ts";
import { STRUCTURE_RULES } from "../src/validate/structure/index.ts";

const PAGE = join(import.meta.dirname, "../docs/rules.md");

type Row = { readonly id: string; readonly severity: string; readonly message: string };

const LEVELS = { struct: "FAIL-STRUCT", format: "FAIL-FORMAT", warn: "WARN" } as const;

const MODEL = { id: "injection-model", severity: "flag", message: "reads like an instruction to a model" };
const BESIDE = [
  { id: "unreadable", severity: "not clean", message: "the file cannot be read, or is no regular file" },
  { id: "unscanned", severity: "not clean", message: "the file is larger than what is scanned" },
  { id: "text-too-large", severity: "not clean", message: "the same, for a text that is no file" },
];

export function renderRulePage(): string {
  return `${renderPage().trimEnd()}\n`;
}

function renderPage(): string {
  const structure = [
    ...READER_RULES.map((id) => ({ id, severity: "reader", message: "see the memory file" })),
    ...STRUCTURE_RULES.map(({ id, level }) => ({
      id,
      severity: LEVELS[level],
      message: "see the memory file",
    })),
  ];
  const preset = SECRETLINT_RULE_IDS.map((id) => ({
    id,
    severity: "error",
    message: "a secret, by the preset",
  }));
  const looking = (rules: readonly Row[]): Row[] =>
    rules.map(({ id, severity, message }) => ({ id, severity, message: `looks like ${message}` }));
  return `# Rules

Every rule of the three validators. This page is written by
\`node scripts/write-rule-docs.ts\` from the rules themselves.

## validate

${renderTable(structure)}
## secret-check

A rule of severity \`notice\` is about personal data: it is reported and fails
nothing, unless \`owner.strict\` is set. The last rows are those of the bundled
secretlint preset.

${renderTable([...looking(SECRET_RULES), ...preset])}
## injection-check

${renderTable([...looking(INJECTION_RULES), MODEL])}
## In every validator

${renderTable(BESIDE)}`;
}

function renderTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ id, severity, message }) =>
      `| \`${id}\` | ${severity} | ${message.replaceAll("|", "\\|").replaceAll("<", "&lt;")} |`,
  );
  return `| rule id | severity | what it reports |\n|---|---|---|\n${lines.join("\n")}\n\n`;
}

if (import.meta.main) writeFileSync(PAGE, renderRulePage());
