// A shell command as the guard sees it: simple commands in order. `if`, `while`, braces, functions and the like are left
// out, as if all branches ran: what may run is judged.

export type Part =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "variable";
      readonly name: string;
      /** The operator after the name in `${…}`: `:-`, `%`, … */
      readonly operator: string;
      readonly fallback: Word;
      readonly quoted: boolean;
    }
  | { readonly kind: "command"; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: "process"; readonly script: Script }
  | { readonly kind: "unknown" };

export type Word = readonly Part[];

export type Redirect = {
  readonly operator: string;
  readonly target: Word;
  /** The lines of a here-document, filled in when they are reached. */
  body: string;
  /** The same, with what a shell would expand in it. */
  bodyWord: Word;
};

export type Assignment = {
  readonly name: string;
  readonly values: readonly Word[];
  /** `NAME+=…`. */
  readonly appends: boolean;
};

/** How a command is joined to the next. */
export type Link = ";" | "&&" | "||" | "|";

export type Command = {
  readonly kind: "command";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** It is in no `if`, loop, function or braces: it runs whenever the commands before it let it. */
  readonly isPlain: boolean;
  link: Link;
};

export type Subshell = {
  readonly kind: "subshell";
  readonly body: Script;
  readonly redirects: readonly Redirect[];
  link: Link;
};

export type Item =
  | Command
  | Subshell
  | { readonly kind: "loop"; readonly name: string; readonly words: readonly Word[] };

export type Script = readonly Item[];

/** @returns the text of a word that is plain and unquoted throughout, as keywords are; null when the word is not. */
export function literalOf(word: Word): string | null {
  let literal = "";
  for (const part of word) {
    if (part.kind !== "text" || part.quoted) return null;
    literal += part.text;
  }
  return literal;
}

/** The commands inside a word: `$(…)`, backticks, `<(…)`, also in the operand of a variable. */
export function listNested(word: Word): Script[] {
  return word.flatMap((part) => {
    if (part.kind === "variable") return listNested(part.fallback);
    return part.kind === "command" || part.kind === "process" ? [part.script] : [];
  });
}

// Where in a text the reading of a shell command is, and how deep.

/** The mutually recursive readers: scripts contain words, words contain scripts. */
export type Readers = {
  readonly script: (cursor: Cursor, closer: ")" | null) => Script;
  /** One word, up to white space and operators, or else up to the closer. */
  readonly word: (cursor: Cursor, closer?: string) => Word;
  /** Up to the quote, which is consumed; without one, all of the text. */
  readonly quoted: (cursor: Cursor, end: '"' | "") => Word;
};

/** Where in a text the reading is. */
export type Cursor = {
  readonly text: string;
  readonly readers: Readers;
  at: number;
  depth: number;
  /** Set when something is deeper or longer than anybody writes it; the rest is not read then. */
  isTooDeep: boolean;
  /** Words read so far, at all levels together. */
  readonly read: { words: number };
  /** Here-documents whose lines follow the next line break. */
  pending: {
    readonly redirect: Redirect;
    readonly end: string;
    readonly tabs: boolean;
    readonly plain: boolean;
  }[];
};

const DEPTH_MAX = 48;
/** Nobody writes more by hand. Here-documents and quoted text are one word, however long. */
const WORDS_MAX = 20_000;

export function openCursor(text: string, readers: Readers): Cursor {
  return { text, readers, at: 0, depth: 0, isTooDeep: false, read: { words: 0 }, pending: [] };
}

/** Reads a nested text, such as one between backticks, one level down. */
export function readInside<T>(outer: Cursor, text: string, read: (inner: Cursor) => T): T {
  const inner: Cursor = { ...outer, text, at: 0, depth: outer.depth + 1, pending: [] };
  if (inner.depth > DEPTH_MAX) abandon(inner);
  const found = read(inner);
  if (inner.isTooDeep) abandon(outer);
  return found;
}

export function countWord(cursor: Cursor): void {
  cursor.read.words += 1;
  if (cursor.read.words > WORDS_MAX) abandon(cursor);
}

/** One level down and back; below the last level nothing is read any more. */
export function descend<T>(cursor: Cursor, read: (cursor: Cursor) => T): T {
  cursor.depth += 1;
  if (cursor.depth > DEPTH_MAX) abandon(cursor);
  const found = read(cursor);
  cursor.depth -= 1;
  return found;
}

function abandon(cursor: Cursor): void {
  cursor.isTooDeep = true;
  cursor.at = cursor.text.length;
}

export function takeRun(cursor: Cursor, isEnd: (character: string) => boolean): string {
  const from = cursor.at;
  while (cursor.at < cursor.text.length && !isEnd(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.text.slice(from, cursor.at);
}

export function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const next = cursor.text[cursor.at];
    if (next === " " || next === "\t" || next === "\r") cursor.at += 1;
    else if (next === "\\" && cursor.text[cursor.at + 1] === "\n") cursor.at += 2;
    else return;
  }
}
