// Reads one word of a shell and expands it: quotes of all kinds, escapes, tilde, variables, and commands whose output is used.
// A word with a variable of several values has several texts.

import { basename, dirname, join } from "node:path";
import { activate, activateValue, settle, UNKNOWN } from "./marks.ts";
import { assign, type Command, type Scope, VALUES_MAX, valuesOf, type World } from "./scope.ts";

/** What may still be read. Nested commands and values of values would multiply without end. */
export type Budget = { words: number; characters: number };

/** Where in a text the reading is, and what is known there. */
export type Cursor = {
  readonly text: string;
  readonly world: World;
  readonly budget: Budget;
  /** What was read so far. */
  readonly commands: Command[];
  /** Behind the here-documents of the current line. */
  readonly bodies: { end: number };
  /** Reads the commands up to a closing parenthesis. @returns what they print */
  readonly readCommands: (cursor: Cursor) => readonly string[];
  at: number;
  depth: number;
  scope: Scope;
};

const DEPTH_MAX = 48;
/** Longer texts are no paths, and are not multiplied. */
const TEXT_CHARS_MAX = 8_192;

export function isSpent({ words, characters }: Budget): boolean {
  return words < 0 || characters < 0;
}

export function take(cursor: Pick<Cursor, "text"> & { at: number }, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? "";
  cursor.at += found.length;
  return found;
}

/** One level down and back. Below the last level, and beyond the budget, nothing is read any more. */
function descend<T>(cursor: Cursor, read: () => T): T {
  cursor.depth += 1;
  cursor.budget.words -= 1;
  if (cursor.depth > DEPTH_MAX) cursor.budget.words = -1;
  if (isSpent(cursor.budget)) cursor.at = cursor.text.length;
  const found = read();
  cursor.depth -= 1;
  return found;
}

/** A nested script is a subshell: what it changes is its own. @returns what it prints */
export function readNested(cursor: Cursor): readonly string[] {
  const { scope } = cursor;
  const printed = descend(cursor, () => cursor.readCommands(cursor));
  cursor.scope = scope;
  return printed.length === 0 ? [UNKNOWN] : printed.map((text) => text.replace(/\n+$/, ""));
}

/** Which characters stand for themselves, which end the text, and whether it is in quotes. */
type Kind = { readonly run: RegExp; readonly end: RegExp; readonly isQuoted: boolean };

const WORD: Kind = { run: /[^\s'"\\$`;&|()<>~]+/y, end: /[\s;&|()]/, isQuoted: false };
/** Behind the operator in `${…}`. */
const OPERAND: Kind = { run: /[^'"\\$`}~]+/y, end: /\}/, isQuoted: false };
const QUOTES: Kind = { run: /[^"\\$`]+/y, end: /"/, isQuoted: true };
const DOCUMENT: Kind = { run: /[^\\$`]+/y, end: /(?!)/, isQuoted: true };

/** The body of a here-document whose word is not quoted. */
export function expandBody(cursor: Cursor, text: string): string[] {
  return readWord({ ...cursor, text, at: 0, depth: cursor.depth + 1, bodies: { end: 0 } }, DOCUMENT);
}

/** All texts that a word may be; what `<(…)` in it prints goes to `input`. Nothing is read where no word begins. */
export function readWord(cursor: Cursor, kind = WORD, input: string[] = []): string[] {
  let texts = [""];
  const { budget } = cursor;
  budget.words -= 1;
  for (;;) {
    const run = take(cursor, kind.run);
    const read =
      run === "" ? readSign(cursor, kind, { texts, input }) : [kind.isQuoted ? run : activate(run)];
    if (read === null) return texts;
    const isLong = texts.some((text) => text.length > TEXT_CHARS_MAX);
    const choices = isLong ? read.slice(0, 1) : read;
    texts = texts.flatMap((text) => choices.map((choice) => text + choice)).slice(0, VALUES_MAX);
    if (choices.length > 1) budget.characters -= texts.reduce((sum, { length }) => sum + length, 0);
  }
}

type Before = { readonly texts: readonly string[]; readonly input: string[] };

/** @returns null at the end of the word */
function readSign(cursor: Cursor, kind: Kind, { texts, input }: Before): readonly string[] | null {
  const next = cursor.text.charAt(cursor.at);
  if (next === "" || kind.end.test(next)) return null;
  if (next === "~") return readTilde(cursor, texts);
  if (!/[<>]/.test(next)) return readActing(cursor, kind.isQuoted);
  if (cursor.text[cursor.at + 1] !== "(") return null;
  cursor.at += 2;
  input.push(...readNested(cursor));
  return [UNKNOWN];
}

function readActing(cursor: Cursor, isQuoted: boolean): readonly string[] {
  cursor.budget.words -= 1;
  const { text, at } = cursor;
  const asValues = (values: readonly string[]) => (isQuoted ? values : values.map(activateValue));
  switch (text.charAt(at)) {
    case "\\": {
      const escaped = text.charAt(at + 1);
      cursor.at += 2;
      if (escaped === "\n") return [""];
      return [isQuoted && !/["\\$`]/.test(escaped) ? `\\${escaped}` : escaped];
    }
    case "'":
      return [take(cursor, /'[^']*'?/y).replaceAll("'", "")];
    case '"': {
      cursor.at += 1;
      const texts = descend(cursor, () => readWord(cursor, QUOTES));
      cursor.at += 1;
      return texts;
    }
    case "`": {
      const inside = take(cursor, /`(?:[^`\\]|\\[\s\S]?)*`?/y)
        .replace(/`$/, "")
        .slice(1);
      cursor.budget.characters -= inside.length;
      const inner = { ...cursor, text: inside.replaceAll(/\\([\\`$])/g, "$1"), at: 0, bodies: { end: 0 } };
      return asValues(readNested(inner));
    }
    default:
      return readDollar(cursor, isQuoted, asValues);
  }
}

/** Of a variable, with its sign. */
const NAME_CHARS_MAX = 256;

/** `~`, `~/…`, `~name/…` at the beginning of a word; for bash also behind `NAME=` in an argument. */
function readTilde(cursor: Cursor, [before = ""]: readonly string[]): readonly string[] {
  const [tilde, next] = [take(cursor, /~[\w.-]*/y), cursor.text.charAt(cursor.at)];
  // A long text is looked at by its length alone, or a word of many tildes would be read again for each of them.
  if (before.length > NAME_CHARS_MAX) return [tilde];
  if (!/^(?:[A-Za-z_]\w*=)?$/.test(before) || !/^[\s/;&|()<>}]?$/.test(next)) return [tilde];
  const [home = "/"] = cursor.world.homes;
  if (tilde === "~") return valuesOf(cursor.scope, "HOME", cursor.world) ?? [home];
  // Homes are neighbours.
  return [tilde.slice(1) === basename(home) ? home : join(dirname(home), tilde.slice(1))];
}

const NAME = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;
/** `<<` in it must not begin a here-document. Longer arithmetic is not written by hand. */
export const ARITHMETIC = /\(\((?:[^()]|\([^()]{0,200}\)){0,200}\)\)/y;

type Values = (values: readonly string[]) => readonly string[];

function readDollar(cursor: Cursor, isQuoted: boolean, asValues: Values): readonly string[] {
  cursor.at += 1;
  const next = cursor.text.charAt(cursor.at);
  if (next === "(") {
    if (take(cursor, ARITHMETIC) !== "") return [UNKNOWN];
    cursor.at += 1;
    return asValues(readNested(cursor));
  }
  if (next === "{") return asValues(readBraced(cursor));
  if (!isQuoted && next === "'") return [readAnsiText(cursor)];
  if (!isQuoted && next === '"') return readActing(cursor, false);
  const name = take(cursor, NAME);
  return name === "" ? ["$"] : asValues(valuesOf(cursor.scope, name, cursor.world) ?? [UNKNOWN]);
}

/** `${NAME…}`: a name, an index that is ignored, an operator, and the word behind it. What is cut off or replaced is not followed. */
function readBraced(cursor: Cursor): readonly string[] {
  cursor.at += 1;
  const sign = take(cursor, /[!#]+(?=\w)/y);
  const name = take(cursor, NAME);
  take(cursor, /\[[^\]}]*\]/y);
  const operator = take(cursor, /[:\-+=?%#/^,@]+/y).replace(":", "");
  const operand = descend(cursor, () => readWord(cursor, OPERAND)).map(settle);
  cursor.at += 1;
  const values = valuesOf(cursor.scope, name, cursor.world);
  if (sign !== "" || name === "") return [UNKNOWN];
  if (operator === "+") return operand;
  const found = values ?? (operator === "-" || operator === "=" ? [...operand, UNKNOWN] : [UNKNOWN]);
  if (operator === "=") cursor.scope = assign(cursor.scope, name, found);
  return found;
}

const ESCAPE = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|([\s\S]))/g;
const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", e: "\x1b" };

/** `$'…'`: the one kind of quotes with escapes by number, and so the one that hides a path best. */
function readAnsiText(cursor: Cursor): string {
  const inside = take(cursor, /'(?:[^'\\]|\\[\s\S]?)*'?/y)
    .replace(/(?<!\\)'$/, "")
    .slice(1);
  return inside.replaceAll(ESCAPE, (whole, ...found: (string | undefined)[]) => {
    const [x, u, U, octal, named] = found;
    if (named !== undefined) return NAMED[named] ?? named;
    const code = octal === undefined ? Number.parseInt(x ?? u ?? U ?? "", 16) : Number.parseInt(octal, 8);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
