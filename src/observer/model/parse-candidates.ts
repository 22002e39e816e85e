// Threat: the authors of a session's text steer the model's answer. So an answer is one JSON value of exactly this shape,
// every field within its limits, or it is refused as a whole: nothing is repaired, cut or guessed, and there is no field
// with which an answer could name an id, a tier, a path or another memory. Fails closed.

import { isRecord, parseJson } from "../../memory/json.ts";
import {
  BODY_CHARS_MIN,
  BODY_CHARS_WISHED,
  DESCRIPTION_CHARS_MAX,
  NAME_CHARS_MAX,
  NAME_CHARS_MIN,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from "../../memory/limits.ts";
import type { Category, MemoryType } from "../../memory/memory.ts";
import type { Mode } from "../modes/code.ts";

export type ParsedAnswer =
  | { readonly kind: "candidates"; readonly candidates: readonly Candidate[] }
  /** Names the broken rule, without a word of the answer. */
  | { readonly kind: "refused"; readonly why: string };

/** Ten candidates at their limits, with room for JSON's escapes. */
const ANSWER_CHARS_MAX = 256 * 1024;
/** Some models wrap JSON in a code block; its content must obey the same rules. */
const LISTING = /^```(?:json)?\n(?<json>[\s\S]*)\n```$/;
const KEYS = "body category confidence description ends evidence name tags type";

export function parseCandidates(answer: string, mode: Mode, events: number): ParsedAnswer {
  if (answer.length > ANSWER_CHARS_MAX) return refuse("the answer is too long");
  const text = answer.trim();
  const value = parseJson(LISTING.exec(text)?.groups?.["json"] ?? text);
  if (!isRecord(value) || Object.keys(value).join(" ") !== "candidates")
    return refuse("the answer is not an object with candidates");
  const { candidates } = value;
  if (!Array.isArray(candidates)) return refuse("candidates is not a list");
  if (candidates.length > CANDIDATES_MAX) return refuse(`more than ${CANDIDATES_MAX} candidates`);
  const read: Candidate[] = [];
  for (const [index, each] of candidates.entries()) {
    const why = isRecord(each) ? findFault(each, mode, events) : "is not an object";
    if (why !== null) return refuse(`candidate ${index + 1}: ${why}`);
    // Each field was checked above.
    read.push(each as Candidate);
  }
  return { kind: "candidates", candidates: read };
}

type Fields = Readonly<Record<string, unknown>>;

/** @returns null when every field is within its limits. */
function findFault(fields: Fields, mode: Mode, events: number): string | null {
  if (Object.keys(fields).sort().join(" ") !== KEYS) return "has other fields than it should";
  const rules: readonly (readonly [string, boolean])[] = [
    ["type", mode.types.some((type) => type === fields["type"])],
    ["category", fields["category"] === null || mode.categories.some((each) => each === fields["category"])],
    ["name", isLine(fields["name"], NAME_CHARS_MIN, NAME_CHARS_MAX)],
    ["description", isLine(fields["description"], 1, DESCRIPTION_CHARS_MAX)],
    ["tags", isListOf(fields["tags"], TAGS_MAX, (tag) => isLine(tag, 1, TAG_CHARS_MAX))],
    ["body", isText(fields["body"], BODY_CHARS_MIN, BODY_CHARS_WISHED)],
    ["confidence", isWithin(fields["confidence"], 0, 1)],
    ["evidence", isEvidence(fields["evidence"], events)],
    ["ends", typeof fields["ends"] === "boolean"],
  ];
  const broken = rules.find(([, holds]) => !holds);
  return broken === undefined ? null : `${broken[0]} is not what it should be`;
}

function isEvidence(value: unknown, events: number): boolean {
  const isNumber = (each: unknown): boolean => Number.isInteger(each) && isWithin(each, 1, events);
  return isListOf(value, EVIDENCE_MAX, isNumber) && Array.isArray(value) && value.length > 0;
}

function isListOf(value: unknown, itemsMax: number, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= itemsMax && value.every(holds);
}

function isLine(value: unknown, charsMin: number, charsMax: number): boolean {
  return isText(value, charsMin, charsMax) && !/[\n\r\u2028\u2029]/.test(String(value));
}

function isText(value: unknown, charsMin: number, charsMax: number): boolean {
  if (typeof value !== "string" || !value.isWellFormed()) return false;
  const chars = [...value.trim()].length;
  return chars >= charsMin && chars <= charsMax;
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function refuse(why: string): ParsedAnswer {
  return { kind: "refused", why };
}

// A proposal of the model, after it was checked and before anything is stored.

export type Candidate = {
  readonly type: MemoryType;
  readonly category: Category | null;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly body: string;
  readonly confidence: number;
  /** Numbers of events in the batch, from 1. */
  readonly evidence: readonly number[];
  /** True when the session says that the subject is settled. */
  readonly ends: boolean;
};

const CANDIDATES_MAX = 10;
const EVIDENCE_MAX = 40;

// Reads fields of untrusted JSON. An absent field, or one of another type, reads as nothing.

export function readField(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, key)?.value
    : undefined;
}

export function readText(value: unknown, key: string): string | null {
  const field = readField(value, key);
  return typeof field === "string" ? field : null;
}

export function readList(value: unknown, key: string): readonly unknown[] | null {
  const field = readField(value, key);
  return Array.isArray(field) ? field : null;
}

/** A count: whole and not negative. */
export function readCount(value: unknown, key: string): number | null {
  const field = readField(value, key);
  return typeof field === "number" && Number.isSafeInteger(field) && field >= 0 ? field : null;
}
