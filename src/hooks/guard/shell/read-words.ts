// The words of one simple command, with its assignments and redirections.

import {
  type Assignment,
  type Cursor,
  literalOf,
  type Redirect,
  readInside,
  skipBlanks,
  type Word,
} from "./script.ts";

export type Words = {
  readonly assignments: Assignment[];
  readonly words: Word[];
  readonly redirects: Redirect[];
  /** The keyword that it began with. It ends the reading: what follows is a command of its own. */
  readonly keyword: string | null;
};

const KEYWORDS = new Set(
  "if then else elif fi while until do done for select case esac function coproc { } !".split(" "),
);

export function readWords(cursor: Cursor): Words {
  const found: Words = { assignments: [], words: [], redirects: [], keyword: null };
  let isFirst = true;
  for (;;) {
    skipBlanks(cursor);
    if (isEnd(cursor)) return found;
    const redirect = readRedirect(cursor);
    if (redirect !== null) {
      found.redirects.push(redirect);
      continue;
    }
    const from = cursor.at;
    const word = cursor.readers.word(cursor);
    if (cursor.at === from) return found;
    const assigned = isFirst ? readAssignment(cursor, word) : null;
    const literal = isFirst ? literalOf(word) : null;
    if (assigned !== null) found.assignments.push(assigned);
    else if (literal !== null && KEYWORDS.has(literal)) return { ...found, keyword: literal };
    else {
      found.words.push(word);
      isFirst &&= isTime(literal);
    }
  }
}

/** `time` is followed by a command of any kind. */
function isTime(literal: string | null): boolean {
  return literal === "time" || literal === "-p";
}

function isEnd(cursor: Cursor): boolean {
  const next = cursor.text.charAt(cursor.at);
  if (next === "&") return cursor.text[cursor.at + 1] !== ">";
  return next === "" || "\n;|()#".includes(next);
}

/** `NAME=word`, `NAME+=word`, `NAME=(words)`. */
function readAssignment(cursor: Cursor, word: Word): Assignment | null {
  const [first, ...rest] = word;
  if (first?.kind !== "text" || first.quoted) return null;
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]{0,64}\])?\+?=/.exec(first.text);
  if (match === null) return null;
  const name = match[1] ?? "";
  const value: Word = [{ ...first, text: first.text.slice(match[0].length) }, ...rest];
  const appends = match[0].endsWith("+=");
  if (cursor.text[cursor.at] !== "(") return { name, values: [value], appends };
  cursor.at += 1;
  const values: Word[] = [];
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ")") {
    const from = cursor.at;
    const each = cursor.readers.word(cursor);
    if (each.length > 0) values.push(each);
    if (cursor.at === from) cursor.at += 1;
  }
  cursor.at += 1;
  return { name, values, appends };
}

// Redirections, and the here-documents that some of them announce.

const OPERATOR =
  /^(?:\d{1,5}|\{[A-Za-z_][A-Za-z0-9_]{0,30}\})?(>&|(?:&>>|&>|>>|>)(?:\||!(?=\s))?|<<<|<<-|<<|<>|<&|<)(\(?)/;
const OPERATOR_CHARS_MAX = 48;

/** @returns the redirection that begins here, with its target; null when none does. */
function readRedirect(cursor: Cursor): Redirect | null {
  if (!/^[\d{&<>]$/.test(cursor.text.charAt(cursor.at))) return null;
  const match = OPERATOR.exec(cursor.text.slice(cursor.at, cursor.at + OPERATOR_CHARS_MAX));
  if (match === null) return null;
  const [whole, operator = "", parenthesis = ""] = match;
  // `<(…)` is a word that stands for a file.
  if (parenthesis === "(" && (operator === "<" || operator === ">")) return null;
  cursor.at += whole.length - parenthesis.length;
  skipBlanks(cursor);
  const redirect: Redirect = { operator, target: cursor.readers.word(cursor), body: "", bodyWord: [] };
  if (operator === "<<" || operator === "<<-") announce(cursor, redirect);
  return redirect;
}

function announce(cursor: Cursor, redirect: Redirect): void {
  const { target, operator } = redirect;
  const end = target.map((part) => (part.kind === "text" ? part.text : "")).join("");
  const plain = target.some((part) => part.kind === "text" && part.quoted);
  cursor.pending.push({ redirect, end, tabs: operator === "<<-", plain });
}

/** Behind a line break: the lines of every here-document announced before it. */
export function readBodies(cursor: Cursor): void {
  for (const { redirect, end, tabs, plain } of cursor.pending.splice(0)) {
    const from = cursor.at;
    let until = cursor.text.length;
    while (cursor.at < cursor.text.length) {
      const start = cursor.at;
      const stop = cursor.text.indexOf("\n", start);
      cursor.at = stop === -1 ? cursor.text.length : stop + 1;
      const line = cursor.text.slice(start, stop === -1 ? cursor.text.length : stop);
      if ((tabs ? line.replace(/^\t+/, "") : line) === end) {
        until = start;
        break;
      }
    }
    redirect.body = cursor.text.slice(from, until);
    if (!plain) {
      redirect.bodyWord = readInside(cursor, redirect.body, (inner) => inner.readers.quoted(inner, ""));
    }
  }
}
