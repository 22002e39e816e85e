// What `$` and backticks begin: variables, commands whose output is used, arithmetic, two more kinds of quotes.

import { type Cursor, descend, readInside, takeRun } from "./cursor.ts";
import { readAnsiText } from "./read-ansi-text.ts";
import type { Part } from "./script.ts";

const SPECIAL_NAMES = new Set(["@", "*", "#", "?", "$", "!", "-"]);
/** Longer arithmetic nobody writes; the bound keeps looking for its end cheap. */
const ARITHMETIC_CHARS_MAX = 10_000;

export function readDollar(cursor: Cursor, quoted: boolean): readonly Part[] {
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
  return sign === "" ? { kind: "variable", name, operator, fallback, quoted } : { kind: "unknown" };
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
