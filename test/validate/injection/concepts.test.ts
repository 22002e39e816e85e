// The packed tables of words, held against a search that knows nothing of tries: word by word through the tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readConcepts } from "../../../src/validate/injection/concepts/read-concepts.ts";
import { parseWords, WORD_TABLES } from "../../../src/validate/injection/concepts/word-tables.ts";
import { conceptNames } from "../../../src/validate/injection/concepts/word-trie.ts";

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

const ENTRIES = WORD_TABLES.flatMap(parseWords);
const WORDS = ENTRIES.flatMap(({ name, words }) => words.map((word) => ({ name, word })));
/** Addresses and hidden files are judged by more than the tables. */
const PLAIN = WORDS.map(({ word }) => word).filter((word) => !/:\/\/|^\./.test(word));

const LETTER = /[0-9a-z\u00c0-\u1fff\uac00-\ud7a3]/;

function isLetterAt(text: string, at: number): boolean {
  return LETTER.test(text.charAt(at));
}

/** The concepts of the longest word that begins here, those of whole words before those of stems, and where it ends. */
function readSlowly(text: string, start: number): { names: string[]; end: number } | null {
  let longest = 0;
  let whole: string[] = [];
  let stems: string[] = [];
  for (const { name, word } of WORDS) {
    const isStem = word.endsWith("*");
    const plain = isStem ? word.slice(0, -1) : word;
    if (plain.length < longest || !text.startsWith(plain, start)) continue;
    const end = start + plain.length;
    if (!isStem && isLetterAt(text, end - 1) && isLetterAt(text, end)) continue;
    if (plain.length > longest) [longest, whole, stems] = [plain.length, [], []];
    (isStem ? stems : whole).push(name);
  }
  if (longest === 0) return null;
  let end = start + longest;
  while (end < text.length && isLetterAt(text, end - 1) && isLetterAt(text, end)) end += 1;
  return { names: [...new Set(whole.length > 0 ? [...whole, ...stems] : stems)], end };
}

const ARTICLE = /^(?:the|an?|your|all|this|these|every) /;

function listSlowly(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && isLetterAt(text, at - 1) && isLetterAt(text, at)) continue;
    const match = readSlowly(text, at);
    if (match === null) continue;
    for (const name of match.names) found.push(`${name}@${at}-${match.end}`);
    at = (ARTICLE.test(text.slice(at)) ? text.indexOf(" ", at) + 1 : match.end) - 1;
  }
  return found;
}

function list(text: string): string[] {
  const names = conceptNames();
  return readConcepts(text).map(({ concept, start, end }) => `${names[concept]}@${start}-${end}`);
}

test("every word of the tables is read as its concepts, at the beginning, in a sentence and at the end", () => {
  for (const [at, word] of PLAIN.entries()) {
    // Comparing slowly takes as long as the tables are: a few of each kind.
    if (at % 200 !== 0) continue;
    const plain = word.replace(/\*$/, "");
    for (const text of [plain, `so ${plain}`, `(${plain}, ok`, `${plain}s`, `x${plain}`, `3${plain} it`])
      assert.deepEqual(list(text), listSlowly(text), JSON.stringify(text));
  }
});

test("the packed tables find in any text what a search word by word finds", () => {
  const known = fc.constantFrom(...PLAIN.map((word) => word.replace(/\*$/, "")));
  const cut = fc.tuple(known, fc.nat({ max: 12 })).map(([word, chars]) => word.slice(0, chars));
  const noise = fc.constantFrom(
    "s",
    "ing",
    "é",
    "密",
    "지",
    "-",
    ".",
    "'",
    "the ",
    "a ",
    "10",
    "\n",
    "\u0000",
    "`",
  );
  const gap = fc.constantFrom(" ", " ", " ", "", ", ", ".\n", "-");
  const piece = fc.tuple(fc.oneof(known, known, cut, noise), gap).map((parts) => parts.join(""));
  const property = fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
    const text = pieces.join("");
    fc.pre(!/:\/\/|(?:^|[^a-z])\./.test(text) && !/[a-z0-9]\.[a-z]/.test(text));
    assert.deepEqual(list(text), listSlowly(text));
  });
  fc.assert(property, { numRuns: Math.min(numRuns, 100) });
});

test("a word is found wherever the text is read in parts", () => {
  const word = "instructions";
  const expected = list(word).length;
  assert.ok(expected > 0);
  for (let before = 4_080; before < 4_100; before += 1)
    assert.equal(list(`${"-".repeat(before)} ${word}`).length, expected, `${before}`);
});
