// `$'…'`: the one kind of quotes with escapes by number, and so the one that hides a path best.

import type { Cursor } from "./cursor.ts";

const NAMED: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["E", "\x1b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** How many hexadecimal digits may follow. */
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** From behind the opening quote; the closing one is consumed. */
export function readAnsiText(cursor: Cursor): string {
  let value = "";
  let from = cursor.at;
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== "'") {
    if (cursor.text[cursor.at] !== "\\") {
      cursor.at += 1;
      continue;
    }
    value += cursor.text.slice(from, cursor.at) + readEscape(cursor);
    from = cursor.at;
  }
  value += cursor.text.slice(from, cursor.at);
  cursor.at += 1;
  return value;
}

function readEscape(cursor: Cursor): string {
  const kind = cursor.text.charAt(cursor.at + 1);
  cursor.at += 2;
  const named = NAMED.get(kind);
  if (named !== undefined) return named;
  const digits = HEX_DIGITS.get(kind);
  if (digits !== undefined) return fromDigits(take(cursor, digits, /[0-9A-Fa-f]/), 16) ?? `\\${kind}`;
  if (kind === "c") return fromDigits(String(take(cursor, 1, /./).charCodeAt(0) % 32), 10) ?? "";
  if (!/[0-7]/.test(kind)) return kind;
  return fromDigits(kind + take(cursor, 2, /[0-7]/), 8) ?? "";
}

function take(cursor: Cursor, max: number, wanted: RegExp): string {
  const from = cursor.at;
  while (cursor.at - from < max && wanted.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.text.slice(from, cursor.at);
}

function fromDigits(digits: string, base: number): string | null {
  const code = Number.parseInt(digits, base);
  return Number.isNaN(code) || code > 0x10ffff ? null : String.fromCodePoint(code);
}
