// Reads one word: quotes of all kinds and escapes; what `$` and backticks begin is read-dollar's.

import { type Cursor, countWord, descend, type Part, readInside, takeRun } from "./script.ts";

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

// What `$` and backticks begin: variables, commands whose output is used, arithmetic, two more kinds of quotes.

const SPECIAL_NAMES = new Set(["@", "*", "#", "?", "$", "!", "-"]);
/** Longer arithmetic nobody writes; the bound keeps looking for its end cheap. */
const ARITHMETIC_CHARS_MAX = 10_000;

function readDollar(cursor: Cursor, quoted: boolean): readonly Part[] {
  if (cursor.text[cursor.at] === "`") return [readBackticks(cursor, quoted)];
  const next = cursor.text.charAt(cursor.at + 1);
  if (next === "(") return [readParenthesis(cursor, quoted)];
  if (next === "{") return [readBraced(cursor, quoted)];
  if (!quoted && (next === "'" || next === '"')) {
    cursor.at += 2;
    return next === "'"
      ? [{ kind: "text", text: readAnsiText(cursor), quoted: true }]
      : cursor.readers.quoted(cursor, '"');
  }
  const name = takeVariableName(cursor);
  if (name === "") return [{ kind: "text", text: "$", quoted }];
  return [{ kind: "variable", name, operator: "", fallback: [], quoted }];
}

/** From the dollar on; nothing but the dollar is consumed where no name follows. */
function takeVariableName(cursor: Cursor): string {
  cursor.at += 1;
  const first = cursor.text.charAt(cursor.at);
  if (!SPECIAL_NAMES.has(first) && !isDigit(first)) return takeRun(cursor, (c) => !isNameCharacter(c));
  cursor.at += 1;
  return first;
}

function readParenthesis(cursor: Cursor, quoted: boolean): Part {
  const end = findArithmeticEnd(cursor.text, cursor.at + 1);
  if (end !== -1) {
    cursor.at = end;
    return { kind: "unknown" };
  }
  cursor.at += 2;
  return { kind: "command", script: descend(cursor, (inner) => inner.readers.script(inner, ")")), quoted };
}

/** `${NAME…}`: the name, an index that is ignored, an operator, and the word behind it. */
function readBraced(cursor: Cursor, quoted: boolean): Part {
  cursor.at += 2;
  const sign = takeRun(cursor, (c) => c !== "!" && c !== "#");
  const name = takeRun(cursor, (c) => !isNameCharacter(c) && c !== "@" && c !== "*");
  if (cursor.text[cursor.at] === "[") {
    takeRun(cursor, (c) => c === "]" || c === "}");
    if (cursor.text[cursor.at] === "]") cursor.at += 1;
  }
  const operator = takeRun(cursor, (c) => !":-+=?%#/^,@".includes(c));
  const fallback = descend(cursor, (inner) => inner.readers.word(inner, "}"));
  cursor.at += 1;
  if (sign === "#" || name === "") return { kind: "unknown" };
  return { kind: "variable", name, operator: sign === "" ? operator : "!", fallback, quoted };
}

function readBackticks(cursor: Cursor, quoted: boolean): Part {
  let end = cursor.at + 1;
  while (end < cursor.text.length && cursor.text[end] !== "`") end += cursor.text[end] === "\\" ? 2 : 1;
  const inside = cursor.text.slice(cursor.at + 1, end).replaceAll(/\\([\\`$])/g, "$1");
  cursor.at = end + 1;
  return {
    kind: "command",
    script: readInside(cursor, inside, (inner) => inner.readers.script(inner, null)),
    quoted,
  };
}

/** Behind `((…))`, or -1 when the parentheses hold commands after all. `<<` in it must not begin a here-document. */
export function findArithmeticEnd(text: string, from: number): number {
  if (text[from] !== "(" || text[from + 1] !== "(") return -1;
  let open = 0;
  const last = Math.min(text.length, from + ARITHMETIC_CHARS_MAX);
  for (let at = from; at < last; at += 1) {
    if (text[at] === "(") open += 1;
    else if (text[at] === ")") {
      open -= 1;
      if (open === 1) return text[at + 1] === ")" ? at + 2 : -1;
    }
  }
  return -1;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9" && character.length === 1;
}

function isNameCharacter(character: string): boolean {
  return /^[A-Za-z0-9_]$/.test(character);
}

// `$'…'`: the one kind of quotes with escapes by number, and so the one that hides a path best.

const ESCAPE =
  /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g;
const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\x1b", E: "\x1b" };

/** From behind the opening quote; the closing one is consumed. */
function readAnsiText(cursor: Cursor): string {
  const from = cursor.at;
  let end = from;
  while (end < cursor.text.length && cursor.text[end] !== "'") end += cursor.text[end] === "\\" ? 2 : 1;
  cursor.at = end + 1;
  return cursor.text.slice(from, end).replaceAll(ESCAPE, (whole, ...found: (string | undefined)[]) => {
    const [x, u, U, octal, control, plain] = found;
    if (plain !== undefined) return NAMED[plain] ?? plain;
    const code = control === undefined ? parseDigits(x ?? u ?? U, octal) : control.charCodeAt(0) % 32;
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

function parseDigits(hex: string | undefined, octal = ""): number {
  return hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16);
}
