// From any JSON value to the value of a key. A number out of range is moved into it without a word; a wrong type is a
// problem to be named. Nothing throws and nothing is guessed.

import { revealHidden } from "../text/reveal.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { ChoiceRow, ListRow, NumberRow, TextRow } from "./config-keys.ts";

export type Coerced<Value> = {
  /** Undefined where nothing usable was found. */
  readonly value: Value | undefined;
  /** Completes a sentence that begins with the value; null where all is well. */
  readonly problem: string | null;
};

const WHOLE_NUMBER = /^[+-]?\d{1,100}$/;
const WEB_ADDRESS = /^https?:\/\/[^\s/]/i;
/** For a wrong address: null would send what was meant for one place to another. Whoever is to send refuses this. */
const NO_ADDRESS = "none";

export function coerceFlag(value: unknown): Coerced<boolean> {
  return typeof value === "boolean" ? good(value) : wrong("is not true or false");
}

/** 5.7 is 5 and "5" is 5, but "5.7" is a mistake: people who quote a number mean exactly that text. */
export function coerceNumber(row: Pick<NumberRow, "min" | "max">, value: unknown): Coerced<number> {
  const number = typeof value === "string" && WHOLE_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return wrong("is not a whole number");
  return good(Math.max(row.min, Math.min(row.max, Math.trunc(number))));
}

export function coerceChoice<Word extends string>(
  row: Pick<ChoiceRow<Word>, "values">,
  value: unknown,
): Coerced<Word> {
  const word = row.values.find((candidate) => candidate === value);
  if (word !== undefined) return good(word);
  const offered = row.values.join(", ");
  return wrong(row.values.length === 1 ? `is not offered, only ${offered} is` : `is not one of ${offered}`);
}

/** An empty text means the same as null. */
export function coerceText(row: Pick<TextRow, "kind" | "charsMax">, value: unknown): Coerced<string | null> {
  if (value === null || value === "") return good(null);
  const instead = row.kind === "url" ? NO_ADDRESS : undefined;
  if (typeof value !== "string") return { value: instead, problem: "is not a text" };
  const clean = sanitizeLine(value, row.charsMax);
  if (row.kind === "url" && (clean !== value || !WEB_ADDRESS.test(value)))
    return { value: instead, problem: "is not a web address" };
  return good(clean === "" ? null : clean);
}

/** Items are names and globs, which cleaning would change in meaning: each is taken as it is or left out. */
export function coerceList(
  row: Pick<ListRow, "charsMax" | "itemsMax">,
  value: unknown,
): Coerced<readonly string[]> {
  if (!Array.isArray(value)) return wrong("is not a list");
  const items: string[] = [];
  for (const item of value) {
    if (isItem(item, row.charsMax) && !items.includes(item)) items.push(item);
    if (items.length === row.itemsMax) break;
  }
  const isWhole = value.every((item) => items.includes(item));
  return { value: items, problem: isWhole ? null : "has items that are not usable" };
}

function isItem(item: unknown, charsMax: number): item is string {
  if (typeof item !== "string" || item.trim() === "" || item.length > charsMax) return false;
  return !/[\n\t]/.test(item) && revealHidden(item).hidden === 0;
}

function good<Value>(value: Value): Coerced<Value> {
  return { value, problem: null };
}

function wrong<Value>(problem: string): Coerced<Value> {
  return { value: undefined, problem };
}
