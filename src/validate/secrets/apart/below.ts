// A value below its name: on the next line, in the fence that begins there, under a heading, in a nested item. The line break
// behind an equals sign or a YAML block is part of an assignment, which `judge/assignment.ts` reads.

import { isOpaque } from "../judge/opaque.ts";
import { isPasswordBeyondDoubt } from "../judge/password.ts";
import { type Line, lineAfter, listPatterns, type NamedPattern, type Told } from "./lines.ts";
import { judgeLabelled, readLabel } from "./telling.ts";

/** Between a name and its value. */
const BLANK_LINES_MAX = 2;
const BLOCK_LINES_MAX = 5;
/** Where a sentence says what a value is, and no mark sets it apart. */
const OPAQUE_CHARS_MIN = 16;

const ITEM_MARK = /^[ \t>]{0,40}(?:[-*+•:] |\d{1,3}[.)] |#{1,6} )?[ \t]{0,8}/;
const LABEL =
  /^[*_]{0,3}([^:|`=$]{2,80}?)(?: (?:is|was|ist|lautet|est|es))?[ \t]{0,3}[*_]{0,3}(?:[ \t]{0,3}(?:[:：]|->|→)[*_]{0,3}(?:[ \t]{0,4}(?:\\|\(|["']{3}))?)?[ \t]{0,8}$/;
/** Around the name of a field or a variable. */
const QUOTES = /^((?:[a-z]{1,10} ){0,2})["'`]([^"'`]{2,80})["'`](?=[ \t]{0,3}[:=-])/i;
const TAG = /<\/?[a-z][^<>]{0,60}>/gi;
/** In a quote too. */
const BLANK = /^[ \t>]{0,40}$/;
const FENCE = /^[ \t>]{0,40}(?:`{3,8}|~{3,8})[\w+-]{0,20}[ \t]{0,8}$/;
export const LONE_VALUE =
  /^[*_"'`“‘«„]{0,3}([^\s"'`<>|]{8,200}?)(?:["'`”’»]{1,3}[;,)]{1,2}|[*_"'`”’»]{0,3})[ \t]{0,8}$/;

/** No label is longer. */
const LABEL_CHARS_MAX = 120;

export function readBelow(text: string, line: Line): Told[] {
  // First what is below, because that is seldom a value, and telling a name from a sentence takes longer.
  const values = listValues(text, line);
  if (values.length === 0) return [];
  const plain = (line.text.includes("<") ? line.text.replace(TAG, "") : line.text)
    .replace(ITEM_MARK, "")
    .replace(QUOTES, "$1$2");
  const name = plain.length > LABEL_CHARS_MAX ? undefined : LABEL.exec(plain)?.[1]?.trim();
  const label = name === undefined ? null : readLabel(name);
  return label === null ? [] : values.flatMap(({ value, start }) => judgeLabelled(label, value, start));
}

type Value = { readonly value: string; readonly start: number };

/** What stands alone on the lines below this one, as a value does. */
function listValues(text: string, line: Line): Value[] {
  let next = lineAfter(text, line);
  for (let blank = 0; next !== null && BLANK.test(next.text); blank += 1) {
    if (blank === BLANK_LINES_MAX) return [];
    next = lineAfter(text, next);
  }
  if (next === null) return [];
  if (!FENCE.test(next.text)) return readLone(next);
  const found: Value[] = [];
  for (let count = 0; count < BLOCK_LINES_MAX; count += 1) {
    next = next === null ? null : lineAfter(text, next);
    if (next === null || FENCE.test(next.text)) break;
    found.push(...readLone(next));
  }
  // Among other lines a value has to speak for itself.
  return found.length === 1 ? found : found.filter(({ value }) => isUnmistakable(value));
}

function isUnmistakable(value: string): boolean {
  return isPasswordBeyondDoubt(value) || isOpaque(value, OPAQUE_CHARS_MIN);
}

function readLone(line: Line): Value[] {
  const mark = ITEM_MARK.exec(line.text)?.[0].length ?? 0;
  const value = LONE_VALUE.exec(line.text.slice(mark))?.[1];
  return value === undefined ? [] : [{ value, start: line.start + line.text.indexOf(value, mark) }];
}

export const BELOW_PATTERNS: readonly NamedPattern[] = listPatterns({
  ITEM_MARK,
  LABEL,
  QUOTES,
  TAG,
  BLANK,
  FENCE,
  LONE_VALUE,
});
