// Reads a shell command into simple commands, in one pass: each character is looked at once at each level of nesting,
// and the levels are bounded. What a shell would refuse to run may be read in any way.

import { type Cursor, descend, openCursor, type Readers, skipBlanks } from "./cursor.ts";
import { findArithmeticEnd, readQuoted, readWord } from "./read-word.ts";
import { readBodies, readWords } from "./read-words.ts";
import { type Item, type Link, literalOf, type Script, type Word } from "./script.ts";

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
  const open: Open = { cases: 0, compounds: 0 };
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
    else if (isOperator(cursor, next)) readLink(cursor, items, open);
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
function readLink(cursor: Cursor, items: readonly Item[], open: Open): void {
  const pair = cursor.text.slice(cursor.at, cursor.at + 2);
  const isPair = ["&&", "||", "|&", ";;", ";&"].includes(pair);
  cursor.at += isPair ? 2 : 1;
  const last = items.at(-1);
  if (last?.kind === "command" || last?.kind === "subshell") last.link = linkOf(pair);
  if (isPair && pair.startsWith(";") && open.cases > 0) skipBranch(cursor, open);
}

function linkOf(pair: string): Link {
  if (pair === "&&" || pair === "||") return pair;
  return pair.startsWith("|") ? "|" : ";";
}

function skipBranch(cursor: Cursor, open: Open): void {
  if (skipPattern(cursor) === "end") closeCompound(open, "esac");
}

function readParentheses(cursor: Cursor): Item[] {
  const end = findArithmeticEnd(cursor.text, cursor.at);
  if (end !== -1) {
    cursor.at = end;
    return [];
  }
  cursor.at += 1;
  const body = descend(cursor, (inner) => readScript(inner, ")"));
  const { redirects } = readWords(cursor);
  return [{ kind: "subshell", body, redirects, link: ";" }];
}

function readCommand(cursor: Cursor, open: Open): Item[] {
  const from = cursor.at;
  const { assignments, words, redirects, keyword } = readWords(cursor);
  const items: Item[] = keyword === null ? [] : readKeyword(cursor, keyword);
  if (OPENS.has(keyword ?? "")) open.compounds += 1;
  if (CLOSES.has(keyword ?? "")) closeCompound(open, keyword);
  if (keyword === "case") {
    open.cases += 1;
    skipBranch(cursor, open);
  }
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

/** How many `case` are open, whose patterns end with a parenthesis that closes nothing, and how many compounds of any kind. */
type Open = { cases: number; compounds: number };

function closeCompound(open: Open, keyword: string | null): void {
  open.compounds = Math.max(0, open.compounds - 1);
  if (keyword === "esac") open.cases = Math.max(0, open.cases - 1);
}

function skipEmptyParentheses(cursor: Cursor): boolean {
  const found = /^[ \t]{0,20}\([ \t]{0,20}\)/.exec(cursor.text.slice(cursor.at, cursor.at + 48));
  cursor.at += found?.[0].length ?? 0;
  return found !== null;
}

// Keywords whose next words are no command: the list of a loop, the patterns of `case`, the test in `[[ ]]`.

/** Reads what follows a keyword, up to where commands begin again. */
function readKeyword(cursor: Cursor, keyword: string): Item[] {
  if (keyword === "for" || keyword === "select") return readLoop(cursor);
  if (keyword === "[[") return [readTest(cursor)];
  if (keyword === "case") {
    readNext(cursor);
    readNext(cursor);
  }
  if (keyword === "function") {
    readNext(cursor);
    skipEmptyParentheses(cursor);
  }
  return [];
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

/** Its words are kept, because they can contain commands. */
function readTest(cursor: Cursor): Item {
  const words: Word[] = [[{ kind: "text", text: "[[", quoted: false }]];
  while (cursor.at < cursor.text.length) {
    const from = cursor.at;
    const word = cursor.readers.word(cursor);
    if (literalOf(word) === "]]") break;
    if (word.length > 0) words.push(word);
    if (cursor.at === from) cursor.at += 1;
  }
  return { kind: "command", assignments: [], words, redirects: [], isPlain: true, link: ";" };
}

function readNext(cursor: Cursor): Word {
  while (/^[ \t\r\n]$/.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.readers.word(cursor);
}

/** The pattern before a branch of `case`, up to its parenthesis. Says whether the branches ended instead. */
function skipPattern(cursor: Cursor): "branch" | "end" {
  for (let isFirst = true; cursor.at < cursor.text.length; ) {
    const next = cursor.text.charAt(cursor.at);
    if (next === ")") {
      cursor.at += 1;
      return "branch";
    }
    const from = cursor.at;
    const word = /^[\s|(;&<>]$/.test(next) ? [] : cursor.readers.word(cursor);
    if (isFirst && word.length > 0 && literalOf(word) === "esac") return "end";
    if (word.length > 0) isFirst = false;
    if (cursor.at === from) cursor.at += 1;
  }
  return "end";
}
