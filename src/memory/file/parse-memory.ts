// Text → memory. Parsed once here; everywhere else values are already right.

import { parseDay, parseInstant } from "../instant.ts";
import {
  DESCRIPTION_CHARS_MAX,
  NAME_CHARS_MAX,
  NAME_CHARS_MIN,
  REASON_CHARS_MAX,
  RELATED_FILE_CHARS_MAX,
  RELATED_FILES_MAX,
  SESSION_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
  TAINT_CHARS_MAX,
  TAINTS_MAX,
} from "../limits.ts";
import { CATEGORIES, MEMORY_TYPES, type Memory, ORIGINS, parseMemoryId, STATUSES, TIERS } from "../memory.ts";
import { type Frontmatter, type FrontmatterValue, parseFrontmatter } from "./frontmatter.ts";

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

/** Takes the text as it is on disk. A memory comes back only if nothing is hard-wrong with its frontmatter. */
export function parseMemory(text: string): ParsedMemory {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken") {
    const { rule, line, message } = frontmatter;
    return { kind: "broken", problems: [{ rule, level: "struct", line, message }] };
  }
  const values = new Map(frontmatter.entries.map((entry) => [entry.key, entry.value]));
  const problems = [...findAbsent(values), ...findBad(frontmatter)];
  if (problems.some((problem) => problem.level !== "warn")) return { kind: "broken", problems };
  const body = text.slice(frontmatter.bodyStart).replaceAll("\r\n", "\n");
  return { kind: "memory", memory: toMemory(values, body), frontmatter, problems };
}

function findAbsent(values: ReadonlyMap<string, FrontmatterValue>): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const [key, field] of Object.entries(FIELDS)) {
    if ((values.get(key) ?? null) !== null || field.absent === "is fine") continue;
    if (field.absent === "warns unless inferred" && values.get("trust-level") === "inferred") continue;
    const level = field.absent === "fails" ? "struct" : "warn";
    problems.push({ rule: "field-absent", level, line: 1, message: `\`${key}\` is absent: ${field.rule}` });
  }
  return problems;
}

function findBad(frontmatter: Frontmatter): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const { key, value, line } of frontmatter.entries) {
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (field === undefined) {
      const message = `\`${key}\` is no key of a memory; it is kept and means nothing`;
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
  const text = (key: string): string | null => {
    const value = values.get(key);
    return typeof value === "string" ? value : null;
  };
  const list = (key: string): readonly string[] => {
    const value = values.get(key);
    return typeof value === "object" && value !== null ? value : [];
  };
  const confidence = text("confidence");
  return {
    name: text("name") ?? "",
    description: text("description") ?? "",
    type: pick(MEMORY_TYPES, text("type")) ?? "reference",
    category: pick(CATEGORIES, text("category")),
    tags: list("tags"),
    tier: pick(TIERS, text("trust-level")),
    status: pick(STATUSES, text("status")) ?? "active",
    lastVerified: text("last-verified"),
    createdAt: text("created-at"),
    updatedAt: text("updated-at"),
    retiredAt: text("retired-at"),
    archivedAt: text("archived-at"),
    quarantinedAt: text("quarantined-at"),
    retiredReason: text("retired-reason"),
    archivedReason: text("archived-reason"),
    quarantineReason: text("quarantine-reason"),
    quarantinedBy: text("quarantined-by"),
    sourceMachine: text("source-machine"),
    origin: pick(ORIGINS, text("origin")),
    session: text("session"),
    taint: list("taint"),
    relatedFiles: list("related-files"),
    confidence: confidence === null ? null : Number(confidence),
    supersedes: text("supersedes"),
    body,
  };
}

function pick<Word extends string>(words: readonly Word[], value: string | null): Word | null {
  return words.find((word) => word === value) ?? null;
}

// The keys of a memory file: what each may hold and what its absence means. The one table that reading, writing and
// the documentation go by.

export type Field = {
  readonly absent: "fails" | "warns" | "warns unless inferred" | "is fine";
  /** What a good value is, for messages and documentation. */
  readonly rule: string;
  readonly isGood: (value: Exclude<FrontmatterValue, null>) => boolean;
};

const MACHINE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const CONFIDENCE = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/;
const LINE_BREAK_OR_CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;

const instant: Field = {
  absent: "is fine",
  rule: "YYYY-MM-DDTHH:MM:SSZ, a real time",
  isGood: (value) => typeof value === "string" && parseInstant(value) !== null,
};
const reason = line(1, REASON_CHARS_MAX);

export const FIELDS: Readonly<Record<string, Field>> = {
  name: { ...line(NAME_CHARS_MIN, NAME_CHARS_MAX), absent: "fails" },
  description: { ...line(1, DESCRIPTION_CHARS_MAX), absent: "fails" },
  type: { ...oneOf(MEMORY_TYPES), absent: "fails" },
  category: oneOf(CATEGORIES),
  tags: {
    absent: "is fine",
    rule: `a list of at most ${TAGS_MAX}, each 1 to ${TAG_CHARS_MAX} characters in lower case`,
    isGood: (value) =>
      isList(value, TAGS_MAX, TAG_CHARS_MAX) && value.every((tag) => tag === tag.toLowerCase()),
  },
  "trust-level": { ...oneOf(TIERS), absent: "warns" },
  "last-verified": {
    absent: "warns unless inferred",
    rule: "YYYY-MM-DD, a real date",
    isGood: (value) => typeof value === "string" && parseDay(value) !== null,
  },
  "created-at": { ...instant, absent: "warns" },
  "source-machine": {
    absent: "warns",
    rule: "a short host name: letters, digits, `.`, `_` and `-`, at most 63",
    isGood: (value) => typeof value === "string" && MACHINE.test(value),
  },
  status: oneOf(STATUSES),
  "updated-at": instant,
  "retired-at": instant,
  "retired-reason": reason,
  "archived-at": instant,
  "archived-reason": reason,
  "quarantined-at": instant,
  "quarantined-by": reason,
  "quarantine-reason": reason,
  origin: oneOf(ORIGINS),
  session: line(1, SESSION_CHARS_MAX),
  taint: list(TAINTS_MAX, TAINT_CHARS_MAX),
  "related-files": list(RELATED_FILES_MAX, RELATED_FILE_CHARS_MAX),
  confidence: {
    absent: "is fine",
    rule: "a number from 0 to 1",
    isGood: (value) => typeof value === "string" && CONFIDENCE.test(value),
  },
  supersedes: {
    absent: "is fine",
    rule: "the id of a memory",
    isGood: (value) => typeof value === "string" && parseMemoryId(value) === value,
  },
};

function oneOf(words: readonly string[]): Field {
  return {
    absent: "is fine",
    rule: `one of ${words.join(", ")}`,
    isGood: (value) => typeof value === "string" && words.includes(value),
  };
}

function line(charsMin: number, charsMax: number): Field {
  return {
    absent: "is fine",
    rule: `one line of ${charsMin} to ${charsMax} characters`,
    isGood: (value) => typeof value === "string" && isLine(value, charsMin, charsMax),
  };
}

function list(itemsMax: number, itemCharsMax: number): Field {
  return {
    absent: "is fine",
    rule: `a list of at most ${itemsMax}, each 1 to ${itemCharsMax} characters`,
    isGood: (value) => isList(value, itemsMax, itemCharsMax),
  };
}

function isList(
  value: Exclude<FrontmatterValue, null>,
  itemsMax: number,
  itemCharsMax: number,
): value is readonly string[] {
  return (
    typeof value !== "string" &&
    value.length <= itemsMax &&
    value.every((item) => isLine(item, 1, itemCharsMax))
  );
}

function isLine(text: string, charsMin: number, charsMax: number): boolean {
  const chars = [...text].length;
  return chars >= charsMin && chars <= charsMax && text.trim() !== "" && !LINE_BREAK_OR_CONTROL.test(text);
}
