// The keys of a memory file, one row each: what a key may hold, what its absence means, and who sets it. Reading, writing,
// drafts, updates, exports, the options of commands, the arguments of tools and the documentation go by this table.

import { CredenceError } from "../errors.ts";
import { parseDay, parseInstant } from "../instant.ts";
import { textsIn } from "../json.ts";
import {
  CONTRADICTS_MAX,
  CUE_CHARS_MAX,
  CUE_CHARS_MIN,
  CUES_MAX,
  DESCRIPTION_CHARS_MAX,
  FILE_NAME_BYTES_MAX,
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
import type { FrontmatterValue } from "./frontmatter.ts";

type Value = Exclude<FrontmatterValue, null>;

/** What a key holds. Free text is cleaned on its way in; a word, an id, a date or a number is right or refused. */
type Shape = {
  /** What a good value is, for messages and documentation. */
  readonly rule: string;
  readonly isGood: (value: Value) => boolean;
} & (
  | { readonly kind: "line"; readonly charsMin: number; readonly charsMax: number }
  | { readonly kind: "list" | "tags"; readonly itemsMax: number; readonly itemCharsMax: number }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "mark" }
);

export type Field<Property extends string = string> = Shape & {
  /** Of a memory, a draft and an update. */
  readonly property: Property;
  readonly absent: "fails" | "warns" | "warns unless inferred" | "is fine";
  /** What its absence means; such a value is not written out. */
  readonly implied?: string;
  /** Whoever makes a memory gives it. */
  readonly inDraft?: true;
  /** Whoever changes a memory may give it, as an option of a command or an argument of a tool; what becomes of the old value. */
  readonly update?: "replaced" | "replaced where given" | "grows" | "grows while it exists";
  /** Statements say it, and the file only repeats it: it is no part of the text that is signed. */
  readonly isOutput?: true;
  /** Leaves with the memory; `describeMemory` has to show it. */
  readonly isExported?: true;
};

export type Fields = Readonly<Record<string, Field>>;

const MACHINE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const CONFIDENCE = /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/;
const LINE_BREAK_OR_CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;

const name = line(NAME_CHARS_MIN, NAME_CHARS_MAX);
const description = line(1, DESCRIPTION_CHARS_MAX);
const reason = { ...line(1, REASON_CHARS_MAX), absent: "is fine" } as const;
const instant = {
  ...mark("YYYY-MM-DDTHH:MM:SSZ, a real time", (text) => parseInstant(text) !== null),
  absent: "is fine",
} as const;
const day = mark("YYYY-MM-DD, a real date", (text) => parseDay(text) !== null);
const machine = mark("a short host name: letters, digits, `.`, `_` and `-`, at most 63", (text) =>
  MACHINE.test(text),
);
const fraction = mark("a number from 0 to 1", (text) => CONFIDENCE.test(text));
const memoryId = mark("the id of a memory", (text) => parseMemoryId(text) === text);
const ids = list(CONTRADICTS_MAX, FILE_NAME_BYTES_MAX);
const memoryIds = {
  ...ids,
  rule: `a list of at most ${CONTRADICTS_MAX} ids of memories`,
  isGood: (value: Value) =>
    ids.isGood(value) && typeof value !== "string" && value.every((id) => parseMemoryId(id) === id),
} as const;
const tags = list(TAGS_MAX, TAG_CHARS_MAX);
const lowerTags = {
  ...tags,
  kind: "tags",
  rule: `${tags.rule} in lower case`,
  isGood: (value: Value) =>
    tags.isGood(value) && typeof value !== "string" && value.every((tag) => tag === tag.toLowerCase()),
} as const;

/** In the order in which a new file has them. */
export const FIELDS = {
  name: { property: "name", ...name, absent: "fails", inDraft: true, update: "replaced", isExported: true },
  description: {
    property: "description",
    ...description,
    absent: "fails",
    inDraft: true,
    update: "replaced",
    isExported: true,
  },
  type: { property: "type", ...oneOf(MEMORY_TYPES), absent: "fails", inDraft: true, isExported: true },
  category: {
    property: "category",
    ...oneOf(CATEGORIES),
    absent: "is fine",
    inDraft: true,
    update: "replaced",
    isExported: true,
  },
  tags: {
    property: "tags",
    ...lowerTags,
    absent: "is fine",
    inDraft: true,
    update: "grows",
    isExported: true,
  },
  cues: {
    property: "cues",
    ...list(CUES_MAX, CUE_CHARS_MAX, CUE_CHARS_MIN),
    absent: "is fine",
    inDraft: true,
    update: "replaced where given",
    isExported: true,
  },
  contradicts: {
    property: "contradicts",
    ...memoryIds,
    absent: "is fine",
    inDraft: true,
    update: "replaced where given",
    isExported: true,
  },
  "trust-level": { property: "tier", ...oneOf(TIERS), absent: "warns", isExported: true, isOutput: true },
  "last-verified": {
    property: "lastVerified",
    ...day,
    absent: "warns unless inferred",
    isExported: true,
    isOutput: true,
  },
  "created-at": { property: "createdAt", ...instant, absent: "warns", isExported: true, isOutput: true },
  "source-machine": { property: "sourceMachine", ...machine, absent: "warns" },
  status: {
    property: "status",
    ...oneOf(STATUSES),
    absent: "is fine",
    implied: "active",
    isExported: true,
    isOutput: true,
  },
  "updated-at": { property: "updatedAt", ...instant, isOutput: true },
  "retired-at": { property: "retiredAt", ...instant, isOutput: true },
  "retired-reason": { property: "retiredReason", ...reason, isOutput: true },
  "archived-at": { property: "archivedAt", ...instant, isOutput: true },
  "archived-reason": { property: "archivedReason", ...reason, isOutput: true },
  "quarantined-at": { property: "quarantinedAt", ...instant, isOutput: true },
  "quarantined-by": { property: "quarantinedBy", ...reason, isOutput: true },
  "quarantine-reason": { property: "quarantineReason", ...reason, isOutput: true },
  origin: {
    property: "origin",
    ...oneOf(ORIGINS),
    absent: "is fine",
    inDraft: true,
    isExported: true,
    isOutput: true,
  },
  session: {
    property: "session",
    ...line(1, SESSION_CHARS_MAX),
    absent: "is fine",
    inDraft: true,
    isOutput: true,
  },
  taint: {
    property: "taint",
    ...list(TAINTS_MAX, TAINT_CHARS_MAX),
    absent: "is fine",
    inDraft: true,
    isOutput: true,
  },
  "related-files": {
    property: "relatedFiles",
    ...list(RELATED_FILES_MAX, RELATED_FILE_CHARS_MAX),
    absent: "is fine",
    inDraft: true,
    update: "grows while it exists",
  },
  confidence: { property: "confidence", ...fraction, absent: "is fine", inDraft: true },
  supersedes: { property: "supersedes", ...memoryId, absent: "is fine", inDraft: true },
} as const satisfies Readonly<Record<string, Field<Exclude<keyof Memory, "body">>>>;

type Rows = typeof FIELDS;
type KeyWhere<Has> = { [Key in keyof Rows]: Rows[Key] extends Has ? Key : never }[keyof Rows];
export type PropertyWhere<Has> = Rows[KeyWhere<Has>]["property"];
/** The keys that a change of a memory may set. */
export type SettableKey = KeyWhere<{ readonly update: string }>;

export type UpdatedFields = {
  readonly [Property in PropertyWhere<{ readonly update: "replaced" }>]: Memory[Property] | null;
} & {
  readonly [Property in PropertyWhere<{
    readonly update: `grows${string}` | "replaced where given";
  }>]: readonly string[];
};

export function listSettable(fields: Fields): [key: string, field: Field][] {
  return Object.entries(fields).filter(([, { update }]) => update !== undefined);
}

/** What a command or a tool may be given and may be left without. */
export type Settable = Omit<UpdatedFields, PropertyWhere<{ readonly absent: "fails" }>>;

export function listOptional(fields: Fields): [key: string, field: Field][] {
  return listSettable(fields).filter(([, { absent }]) => absent !== "fails");
}

/** `read` returns what the call says for a key: null, or an empty list, when it says nothing. */
export function readSettable(read: (key: string, field: Field) => unknown): Settable {
  const rows = listOptional(FIELDS);
  const values = Object.fromEntries(rows.map(([key, field]) => [field.property, read(key, field)]));
  if (isSettable(values)) return values;
  throw new CredenceError("INTERNAL", "the value of an option does not have the type of its field");
}

function isSettable(values: Readonly<Record<string, unknown>>): values is Settable {
  return listOptional(FIELDS).every(([, { property, update }]) => {
    const value = values[property];
    return update === "replaced" ? value === null || typeof value === "string" : Array.isArray(value);
  });
}

/** @returns a value as the file has it; null when the key is left out. */
export function toFileValue({ implied }: Field, value: unknown): FrontmatterValue {
  if (typeof value === "number") return renderFraction(value);
  if (typeof value === "string") return value === implied ? null : value;
  const items = textsIn(value);
  return items.length === 0 ? null : items;
}

function renderFraction(value: number): string {
  return Math.min(1, Math.max(0, value))
    .toFixed(2)
    .replace(/\.?0+$/, "");
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return {
    kind: "word",
    words,
    rule: `one of ${words.join(", ")}`,
    isGood: (value: Value) => words.some((word) => word === value),
  } as const;
}

function line(charsMin: number, charsMax: number) {
  return {
    kind: "line",
    charsMin,
    charsMax,
    rule: `one line of ${charsMin} to ${charsMax} characters`,
    isGood: (value: Value) => typeof value === "string" && isLine(value, charsMin, charsMax),
  } as const;
}

function list(itemsMax: number, itemCharsMax: number, itemCharsMin = 1) {
  return {
    kind: "list",
    itemsMax,
    itemCharsMax,
    rule: `a list of at most ${itemsMax}, each ${itemCharsMin} to ${itemCharsMax} characters`,
    isGood: (value: Value) =>
      typeof value !== "string" &&
      value.length <= itemsMax &&
      value.every((item) => isLine(item, itemCharsMin, itemCharsMax)),
  } as const;
}

function mark(rule: string, isMark: (text: string) => boolean) {
  return {
    kind: "mark",
    rule,
    isGood: (value: Value) => typeof value === "string" && isMark(value),
  } as const;
}

function isLine(text: string, charsMin: number, charsMax: number): boolean {
  const chars = [...text].length;
  return chars >= charsMin && chars <= charsMax && text.trim() !== "" && !LINE_BREAK_OR_CONTROL.test(text);
}
