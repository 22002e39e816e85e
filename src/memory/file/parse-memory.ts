// Text → memory. Parsed once here; everywhere else values are already right.

import type { Memory } from "../memory.ts";
import { FIELDS, type Fields } from "./fields.ts";
import { type Frontmatter, type FrontmatterValue, parseFrontmatter } from "./frontmatter.ts";
import { withPlainLineEnds } from "./source.ts";

/** One thing that is wrong with a file's frontmatter. `struct` and `format` are hard failures, `warn` is not. */
export type FileProblem = {
  readonly rule: string;
  readonly level: "struct" | "format" | "warn";
  readonly line: number;
  readonly message: string;
};

export type ParsedMemory =
  | {
      readonly kind: "memory";
      readonly memory: Memory;
      readonly frontmatter: Frontmatter;
      readonly problems: readonly FileProblem[];
    }
  | { readonly kind: "broken"; readonly problems: readonly FileProblem[] };

const ROWS: Fields = FIELDS;
const ROW_LIST = Object.entries(ROWS);

/** What is read from its file is often judged next, and each validator reads it. */
let last: readonly [text: string, parsed: ParsedMemory] | null = null;

/** Takes the text as it is on disk. A memory comes back only if nothing is hard-wrong with its frontmatter. */
export function parseMemory(text: string): ParsedMemory {
  if (last?.[0] !== text) last = [text, parse(text)];
  return last[1];
}

function parse(text: string): ParsedMemory {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken") {
    const { rule, line, message } = frontmatter;
    return { kind: "broken", problems: [{ rule, level: "struct", line, message }] };
  }
  const values = new Map(frontmatter.entries.map((entry) => [entry.key, entry.value]));
  const problems = [...findAbsent(values), ...findBad(frontmatter)];
  if (problems.some((problem) => problem.level !== "warn")) return { kind: "broken", problems };
  const body = withPlainLineEnds(text.slice(frontmatter.bodyStart));
  return { kind: "memory", memory: toMemory(values, body), frontmatter, problems };
}

function findAbsent(values: ReadonlyMap<string, FrontmatterValue>): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const [key, field] of ROW_LIST) {
    if ((values.get(key) ?? null) !== null || field.absent === "is fine") continue;
    if (field.absent === "warns unless inferred" && values.get("trust-level") === "inferred") continue;
    const level = field.absent === "fails" ? "struct" : "warn";
    problems.push({ rule: "field-absent", level, line: 1, message: `\`${key}\` is missing: ${field.rule}` });
  }
  return problems;
}

function findBad(frontmatter: Frontmatter): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const { key, value, line } of frontmatter.entries) {
    const field = Object.hasOwn(ROWS, key) ? ROWS[key] : undefined;
    if (field === undefined) {
      const message = `\`${key}\` is not a memory key; it is kept and has no effect`;
      problems.push({ rule: "field-unknown", level: "warn", line, message });
    } else if (value !== null && !field.isGood(value)) {
      problems.push({
        rule: "field-bad",
        level: "format",
        line,
        message: `\`${key}\` must be ${field.rule}`,
      });
    }
  }
  return problems;
}

function toMemory(values: ReadonlyMap<string, FrontmatterValue>, body: string): Memory {
  const memory = new Map<string, FrontmatterValue | number>([["body", body]]);
  for (const [key, { property, kind, implied = null }] of ROW_LIST) {
    memory.set(property, values.get(key) ?? (kind === "list" || kind === "tags" ? [] : implied));
  }
  const confidence = memory.get("confidence") ?? null;
  if (confidence !== null) memory.set("confidence", Number(confidence));
  // Each value was found good by its row, so it has the type of its property.
  return Object.fromEntries(memory) as Memory;
}
