// The keys of a memory file: what each may hold and what its absence means. The one table that reading, writing and
// the documentation go by.

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
import { CATEGORIES, MEMORY_TYPES, ORIGINS, STATUSES, TIERS } from "../memory.ts";
import { parseMemoryId } from "../memory-id.ts";
import type { FrontmatterValue } from "./frontmatter.ts";

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
