// Reads a shell command into simple commands, in one pass: each character is looked at once at each level of nesting,
// and the levels are bounded. What a shell would refuse to run may be read in any way.

import { type Cases, closeCompound, closeFunctions, openCompound } from "./compounds.ts";
import { type Cursor, descend, openCursor, type Readers, skipBlanks } from "./cursor.ts";
import { findArithmeticEnd } from "./read-dollar.ts";
import { readKeyword, skipPattern } from "./read-keyword.ts";
import { readBodies } from "./read-redirect.ts";
import { readQuoted, readWord } from "./read-word.ts";
import { readWords } from "./read-words.ts";
import { type Item, type Link, literalOf, type Script } from "./script.ts";

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
