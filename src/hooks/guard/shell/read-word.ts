// Reads one word: quotes of all kinds and escapes; what `$` and backticks begin is read-dollar's.

import { type Cursor, countWord, descend, takeRun } from "./cursor.ts";
import { readDollar } from "./read-dollar.ts";
import type { Part } from "./script.ts";

const WORD_ENDS = new Set([" ", "\t", "\n", "\r", ";", "&", "|", "(", ")", "<", ">"]);
const ACTS = new Set(["'", '"', "\\", "$", "`"]);
const ACTS_IN_QUOTES = new Set(["\\", "$", "`"]);

export function readWord(cursor: Cursor, closer = ""): Part[] {
  countWord(cursor);
  const isEnd = (character: string): boolean =>
    ACTS.has(character) || character === closer || (closer === "" && WORD_ENDS.has(character));
  const parts: Part[] = [];
  while (cursor.at < cursor.text.length) {
    const next = cursor.text.charAt(cursor.at);
    if (next === closer) break;
    if (closer === "" && WORD_ENDS.has(next)) {
      if ((next !== "<" && next !== ">") || cursor.text[cursor.at + 1] !== "(") break;
      cursor.at += 2;
      parts.push({ kind: "process", script: descend(cursor, (inner) => inner.readers.script(inner, ")")) });
    } else if (ACTS.has(next)) {
      countWord(cursor);
      append(parts, readActing(cursor));
    } else parts.push({ kind: "text", text: takeRun(cursor, isEnd), quoted: false });
  }
  return parts;
}

export function readQuoted(cursor: Cursor, end: '"' | ""): Part[] {
  const isEnd = (character: string): boolean => character === end || ACTS_IN_QUOTES.has(character);
  const parts: Part[] = [];
  let text = "";
  while (cursor.at < cursor.text.length) {
    const next = cursor.text.charAt(cursor.at);
    if (next === end) {
      cursor.at += 1;
      break;
    }
    if (next === "\\") text += readEscapeInQuotes(cursor);
    else if (!ACTS_IN_QUOTES.has(next)) text += takeRun(cursor, isEnd);
    else {
      if (text !== "") parts.push({ kind: "text", text, quoted: true });
      text = "";
      countWord(cursor);
      append(parts, readDollar(cursor, true));
    }
  }
  // Empty quotes are a word too.
  if (text !== "" || parts.length === 0) parts.push({ kind: "text", text, quoted: true });
  return parts;
}

function readActing(cursor: Cursor): readonly Part[] {
  const next = cursor.text.charAt(cursor.at);
  if (next === "\\") {
    const escaped = cursor.text.charAt(cursor.at + 1);
    cursor.at += 2;
    return escaped === "\n" ? [] : [{ kind: "text", text: escaped, quoted: true }];
  }
  if (next === '"') {
    cursor.at += 1;
    return readQuoted(cursor, '"');
  }
  if (next !== "'") return readDollar(cursor, false);
  const end = cursor.text.indexOf("'", cursor.at + 1);
  const stop = end === -1 ? cursor.text.length : end;
  const inside = cursor.text.slice(cursor.at + 1, stop);
  cursor.at = stop + 1;
  return [{ kind: "text", text: inside, quoted: true }];
}

function readEscapeInQuotes(cursor: Cursor): string {
  const escaped = cursor.text.charAt(cursor.at + 1);
  cursor.at += 2;
  if (escaped === "\n") return "";
  return escaped === '"' || ACTS_IN_QUOTES.has(escaped) ? escaped : `\\${escaped}`;
}

/** One by one: a quoted text can have more parts than a call can have arguments. */
function append(parts: Part[], more: readonly Part[]): void {
  for (const part of more) parts.push(part);
}
