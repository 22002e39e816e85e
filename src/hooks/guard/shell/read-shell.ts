// Reads a shell command into simple commands, in one pass: each character is looked at once at each level of nesting,
// and the levels are bounded. What a shell would refuse to run may be read in any way.

import { findArithmeticEnd, readQuoted, readWord } from "./read-word.ts";
import { readBodies, readWords } from "./read-words.ts";
import {
  type Cursor,
  descend,
  type Item,
  literalOf,
  openCursor,
  type Readers,
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

/** How many compounds are open. */
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
