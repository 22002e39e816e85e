// `credence validate`: decides whether a file is a memory file. Fails closed: a file that cannot be read as one is
// FAIL-STRUCT.

import { decodeMemoryText } from "../memory/file/decode-text.ts";
import { type ParsedMemory, parseMemory } from "../memory/file/parse-memory.ts";
import { STRUCTURE_RULES } from "./structure/index.ts";
import type { StructureLevel } from "./structure/rule.ts";
import { EXIT_OF_LABEL, type Finding, type Label, type Severity, type Verdict } from "./verdict.ts";

type LevelledFinding = { readonly level: StructureLevel; readonly finding: Finding };

/** Ids of the problems that the reader of the format reports, besides those of the rules. */
export const READER_RULES = [
  "file-too-large",
  "nul-byte",
  "not-utf8",
  "frontmatter-missing",
  "frontmatter-unclosed",
  "frontmatter-syntax",
  "duplicate-key",
  "field-absent",
  "field-bad",
  "field-unknown",
] as const;

export function checkStructure(file: string, bytes: Uint8Array): Verdict {
  return readStructure(file, bytes).verdict;
}

/** Returns the parsed text, too, because the caller would otherwise parse it again. */
export function readStructure(
  file: string,
  bytes: Uint8Array,
): { readonly verdict: Verdict; readonly parsed: ParsedMemory | null } {
  const decoded = decodeMemoryText(bytes);
  if (decoded.kind === "undecodable") {
    const { rule, message } = decoded;
    return { verdict: toVerdict(file, [found("struct", { rule, line: 1, message })]), parsed: null };
  }
  const { text } = decoded;
  const parsed = parseMemory(text);
  const all = parsed.problems.map((problem) => found(problem.level, problem));
  for (const rule of STRUCTURE_RULES) {
    for (const problem of rule.check({ name: file, text, parsed })) {
      all.push(found(rule.level, { ...problem, rule: rule.id }));
    }
  }
  return { verdict: toVerdict(file, all), parsed };
}

function found(
  level: StructureLevel,
  problem: { rule: string; line: number; message: string },
): LevelledFinding {
  const severity: Severity = level === "warn" ? "warning" : "error";
  const { rule, line, message } = problem;
  return { level, finding: { rule, severity, line, column: 1, message } };
}

/** Structure outranks format, and format outranks a warning. */
function toVerdict(file: string, all: readonly LevelledFinding[]): Verdict {
  const has = (level: StructureLevel): boolean => all.some((each) => each.level === level);
  const label: Label = has("struct")
    ? "FAIL-STRUCT"
    : has("format")
      ? "FAIL-FORMAT"
      : has("warn")
        ? "WARN-SEMANTIC"
        : "PASS";
  const findings = all
    .map((each) => each.finding)
    .sort((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning") || a.line - b.line);
  return { file, tool: "validate", label, exit: EXIT_OF_LABEL[label], findings };
}
