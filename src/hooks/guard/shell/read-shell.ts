// Reads a shell command into simple commands, in one pass: each character is looked at once at each level of nesting,
// and the levels are bounded. What a shell would refuse to run may be read in any way.

import { findArithmeticEnd, readQuoted, readWord } from "./read-word.ts";
import {
  type Assignment,
  type Cursor,
  descend,
  type Item,
  literalOf,
  openCursor,
  type Readers,
  type Redirect,
  readInside,
  type Script,
  skipBlanks,
  type Word,
} from "./script.ts";

const READERS: Readers = { script: readScript, word: readWord, quoted: readQuoted };

export function readShell(text: string): { readonly script: Script; readonly isTooDeep: boolean } {
  const cursor = openCursor(text, READERS);
  const script = readScript(cursor, null);
  return { script, isTooDeep: cursor.isTooDeep };
}

const OPENS = new Set(["if", "while", "until", "for", "select", "case", "{"]);
const CLOSES = new Set(["fi", "done", "esac", "}"]);

function readScript(cursor: Cursor, closer: ")" | null): Script {
  const items: Item[] = [];
  const open: Open = { compounds: 0 };
  while (cursor.at < cursor.text.length) {
    skipBlanks(cursor);
    const next = cursor.text.charAt(cursor.at);
    if (next === ")") {
      cursor.at += 1;
      if (closer === ")") break;
    } else if (next === "#") skipLine(cursor);
    else if (next === "\n") {
      cursor.at += 1;
      readBodies(cursor);
    } else if (next === "(") items.push(...readParentheses(cursor));
    else if (isOperator(cursor, next)) readLink(cursor, items);
    else items.push(...readCommand(cursor, open));
  }
  return items;
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf("\n", cursor.at);
  cursor.at = end === -1 ? cursor.text.length : end;
}

function isOperator({ text, at }: Cursor, next: string): boolean {
  return next === ";" || next === "|" || (next === "&" && text[at + 1] !== ">");
}

/** An operator says how the command before it goes on. */
function readLink(cursor: Cursor, items: readonly Item[]): void {
  const pair = cursor.text.slice(cursor.at, cursor.at + 2);
  const isPair = ["&&", "||", "|&", ";;", ";&"].includes(pair);
  cursor.at += isPair ? 2 : 1;
  const last = items.at(-1);
  if (last?.kind === "command" || last?.kind === "subshell")
    last.link = pair === "&&" || pair === "||" ? pair : pair.startsWith("|") ? "|" : ";";
}

function readParentheses(cursor: Cursor): Item[] {
  const end = findArithmeticEnd(cursor.text, cursor.at);
  if (end !== -1) {
    cursor.at = end;
    return [];
  }
  cursor.at += 1;
  const body = descend(cursor, (inner) => readScript(inner, ")"));
  const { words, redirects } = readWords(cursor);
  const subshell: Item = { kind: "subshell", body, redirects, link: ";" };
  if (words.length === 0) return [subshell];
  // The first command of a branch, behind a pattern of `case` in parentheses.
  return [subshell, { kind: "command", assignments: [], words, redirects: [], isPlain: false, link: ";" }];
}

function readCommand(cursor: Cursor, open: Open): Item[] {
  const from = cursor.at;
  const { assignments, words, redirects, keyword } = readWords(cursor);
  const items: Item[] = keyword === null ? [] : readKeyword(cursor, keyword);
  if (OPENS.has(keyword ?? "")) open.compounds += 1;
  if (CLOSES.has(keyword ?? "")) open.compounds = Math.max(0, open.compounds - 1);
  // The name of a function that is defined here. Its body follows as commands of their own.
  if (words.length === 1 && skipEmptyParentheses(cursor)) return items;
  if (assignments.length + words.length + redirects.length > 0) {
    const isPlain = open.compounds === 0;
    items.unshift({ kind: "command", assignments, words, redirects, isPlain, link: ";" });
  }
  // A character that begins nothing: over it, so that reading always goes on.
  if (cursor.at === from) cursor.at += 1;
  return items;
}

type Open = { compounds: number };

function skipEmptyParentheses(cursor: Cursor): boolean {
  const found = /^[ \t]{0,20}\([ \t]{0,20}\)/.exec(cursor.text.slice(cursor.at, cursor.at + 48));
  cursor.at += found?.[0].length ?? 0;
  return found !== null;
}

// Keywords whose next words are no command. The patterns of `case` are read as commands, which name no program.

/** Reads what follows a keyword, up to where commands begin again. */
function readKeyword(cursor: Cursor, keyword: string): Item[] {
  if (keyword === "function") readNext(cursor);
  if (keyword === "function") skipEmptyParentheses(cursor);
  return keyword === "for" || keyword === "select" ? readLoop(cursor) : [];
}

function readLoop(cursor: Cursor): Item[] {
  skipBlanks(cursor);
  const arithmeticEnd = findArithmeticEnd(cursor.text, cursor.at);
  if (arithmeticEnd !== -1) {
    cursor.at = arithmeticEnd;
    return [];
  }
  const name = literalOf(readNext(cursor)) ?? "";
  const behindName = cursor.at;
  if (literalOf(readNext(cursor)) !== "in") {
    cursor.at = behindName;
    return [{ kind: "loop", name, words: [] }];
  }
  const words: Word[] = [];
  for (;;) {
    skipBlanks(cursor);
    const word = cursor.readers.word(cursor);
    if (word.length === 0) return [{ kind: "loop", name, words }];
    words.push(word);
  }
}

function readNext(cursor: Cursor): Word {
  while (/^[ \t\r\n]$/.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.readers.word(cursor);
}

// The words of one simple command, with its assignments and redirections.

type Words = {
  readonly assignments: Assignment[];
  readonly words: Word[];
  readonly redirects: Redirect[];
  /** The keyword that it began with. It ends the reading: what follows is a command of its own. */
  readonly keyword: string | null;
};

const KEYWORDS = new Set(
  "if then else elif fi while until do done for select case esac function coproc { } !".split(" "),
);

function readWords(cursor: Cursor): Words {
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
function readBodies(cursor: Cursor): void {
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
