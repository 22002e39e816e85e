// Keywords whose next words are no command: the list of a loop, the patterns of `case`, the test in `[[ ]]`.

import { type Cursor, skipBlanks } from "./cursor.ts";
import { findArithmeticEnd } from "./read-dollar.ts";
import { type Item, literalOf, type Word } from "./script.ts";

/** What stands behind a keyword up to where commands begin again. */
export function readKeyword(cursor: Cursor, keyword: string): Item[] {
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

/** Its words are kept, because commands can stand inside of them. */
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
export function skipPattern(cursor: Cursor): "branch" | "end" {
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
