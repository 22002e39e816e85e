// Reads a shell command into simple commands, in one pass: each character is looked at once at each level of nesting,
// and the levels are bounded. What a shell would refuse to run may be read in any way.

import { type Cursor, descend, openCursor, type Readers, skipBlanks } from "./cursor.ts";
import { findArithmeticEnd, readQuoted, readWord } from "./read-word.ts";
import { readBodies, readWords } from "./read-words.ts";
import {
  type Compound,
  type FunctionItem,
  type Item,
  type Link,
  literalOf,
  type Script,
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
  const cases: Cases = { open: 0, compounds: [], ended: null, functions: [] };
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
    } else if (next === "(") {
      items.push(...readParentheses(cursor));
      closeFunctions(cursor, cases);
    } else if (isOperator(cursor, next)) readLink(cursor, items, cases);
    else {
      const found = readCommand(cursor, cases);
      items.push(...found);
      closeFunctions(cursor, cases);
      const last = found.at(-1);
      if (last?.kind === "function")
        cases.functions.push({ item: last, from: cursor.at, compounds: cases.compounds.length });
    }
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
function readLink(cursor: Cursor, items: Item[], cases: Cases): void {
  const pair = cursor.text.slice(cursor.at, cursor.at + 2);
  const isPair = ["&&", "||", "|&", ";;", ";&"].includes(pair);
  cursor.at += isPair ? 2 : 1;
  const last = items.findLast(({ kind }) => kind !== "closes");
  if (last?.kind === "command" || last?.kind === "subshell") last.link = linkOf(pair);
  if (isPair && pair.startsWith(";") && cases.open > 0) items.push(...skipBranch(cursor, cases));
}

function linkOf(pair: string): Link {
  if (pair === "&&" || pair === "||") return pair;
  return pair.startsWith("|") ? "|" : ";";
}

function skipBranch(cursor: Cursor, cases: Cases): Item[] {
  if (skipPattern(cursor) !== "end") return [];
  cases.open = Math.max(0, cases.open - 1);
  return closeCompound(cases);
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

function readCommand(cursor: Cursor, cases: Cases): Item[] {
  const from = cursor.at;
  const { assignments, words, redirects, keyword } = readWords(cursor);
  const items: Item[] = keyword === null ? [] : readKeyword(cursor, keyword);
  if (words.length === 0) cases.ended?.redirects.push(...redirects);
  cases.ended = null;
  if (OPENS.has(keyword ?? "")) items.unshift(openCompound(cases));
  if (CLOSES.has(keyword ?? "")) items.push(...closeCompound(cases));
  if (keyword === "case") {
    cases.open += 1;
    items.push(...skipBranch(cursor, cases));
  }
  if (keyword === "esac") cases.open = Math.max(0, cases.open - 1);
  const name = words.length === 1 ? literalOf(words[0] ?? []) : null;
  const parentheses = /^\([ \t]{0,20}\)/.exec(cursor.text.slice(cursor.at, cursor.at + 24));
  if (name !== null && parentheses !== null) {
    cursor.at += parentheses[0].length;
    return [...items, { kind: "function", name, body: "" }];
  }
  if (assignments.length + words.length + redirects.length > 0) {
    const isPlain = cases.compounds.length === 0;
    items.unshift({ kind: "command", assignments, words, redirects, isPlain, link: ";" });
  }
  // A character that begins nothing: over it, so that reading always goes on.
  if (cursor.at === from) cursor.at += 1;
  return items;
}

// What is open while a script is read: `if`, loops, `case`, braces, and functions up to the end of their body.

/** How many `case` are open: their patterns end with a parenthesis that closes nothing. And compounds of any kind. */
type Cases = {
  open: number;
  readonly compounds: Compound[];
  /** The compound that ended just now: redirections that follow are its own. */
  ended: Compound | null;
  readonly functions: OpenFunction[];
};

/** A function whose end is not reached yet: where its body begins, and how many compounds are around it. */
type OpenFunction = { readonly item: FunctionItem; readonly from: number; readonly compounds: number };

function openCompound({ compounds }: Cases): Item {
  const compound: Compound = { kind: "opens", redirects: [] };
  compounds.push(compound);
  return compound;
}

function closeCompound(cases: Cases): Item[] {
  cases.ended = cases.compounds.pop() ?? null;
  return cases.ended === null ? [] : [{ kind: "closes" }];
}

/** A body ends where as many compounds are open as before it. */
function closeFunctions(cursor: Cursor, { compounds, functions }: Cases): void {
  for (let last = functions.at(-1); last !== undefined; last = functions.at(-1)) {
    if (compounds.length > last.compounds) return;
    last.item.body = cursor.text.slice(last.from, cursor.at);
    functions.pop();
  }
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
  return keyword === "function" ? [readFunction(cursor)] : [];
}

/** The parentheses behind its name may be left out. */
function readFunction(cursor: Cursor): Item {
  const name = literalOf(readNext(cursor)) ?? "";
  const parentheses = /^[ \t]{0,20}\([ \t]{0,20}\)/.exec(cursor.text.slice(cursor.at, cursor.at + 48));
  cursor.at += parentheses?.[0].length ?? 0;
  return { kind: "function", name, body: "" };
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
