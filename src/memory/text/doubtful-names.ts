// The names of memory files in a text, and which of them may hold a secret. Attack: somebody names a file by a key, and every
// list and message that tells of the file repeats the key. The rules that know keys take longer to load than most commands run,
// so they are asked only about names that look unlike words.

import { MEMORY_TYPES } from "../memory.ts";

/** Whatever stands before it: on a terminal that is the end of a colour. */
const ID = `(?:${MEMORY_TYPES.join("|")})_[a-z0-9_]+`;
const IDS = new RegExp(ID, "gi");
const ENDINGS = /\.md(?![A-Za-z0-9_])/gi;
/** What stands around the name of a file, in paths, in JSON and on a page. */
const EDGES = new Set('/\\"<>\r\n\t');
/** No file system has a longer one. */
const NAME_CHARS_MAX = 255;

/** Few words that people name things by are longer; a key without any digit is. */
const WORD_CHARS_MAX = 15;
/** Dates and the short digests at the end of our own ids stay below. */
const DIGIT_WORDS_CHARS = 12;
/** Behind one of these a few digits are a password. */
const TELLING = /pass|pw|secret|token|key|cred|auth|bearer/i;

/** Behind one of these words come letters that may be broken up, or few. */
const PREFIX = /(?:^|_)(?:dckr|figd|gh[a-z]|lin|live|pscale|[prs]k|rzp|sb|shippo|tfp)_/i;

/** True of every name in which a rule finds a secret (test/app/memories/cover-names.test.ts), and of few others. With a plain
 * loop: doctor asks it about every file of a root. */
export function isDoubtful(name: string): boolean {
  let withDigits = 0;
  let chars = 0;
  let hasDigit = false;
  for (let at = 0; at <= name.length; at += 1) {
    // Behind the end there is none.
    const code = name.charCodeAt(at);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit || (code >= 97 && code <= 122) || (code >= 65 && code <= 90)) {
      chars += 1;
      hasDigit ||= isDigit;
      continue;
    }
    if (chars > WORD_CHARS_MAX) return true;
    if (hasDigit) withDigits += chars;
    chars = 0;
    hasDigit = false;
  }
  if (withDigits >= DIGIT_WORDS_CHARS || PREFIX.test(name)) return true;
  return withDigits > 0 && TELLING.test(name);
}

const PLAIN = /^[A-Za-z0-9_.-]*$/;

/** Has it characters that no id has? They may hide a part of what it says. */
export function isOddName(name: string): boolean {
  return !PLAIN.test(name);
}

export function namesDoubtful(text: string): boolean {
  return [findFileNames, findIds].some((find) => find(text).some(({ name }) => isDoubtful(name)));
}

/** The text with something else in the place of each such name. Of a file its whole name first: what is an id in it may be half
 * of a secret. */
export function replaceDoubtful(text: string, replace: (name: string) => string): string {
  return [findFileNames, findIds].reduce((rest, find) => replaceIn(rest, find(rest), replace), text);
}

function replaceIn(text: string, found: readonly Found[], replace: (name: string) => string): string {
  let [shown, at] = ["", 0];
  for (const { start, name } of found) {
    if (!isDoubtful(name)) continue;
    shown += text.slice(at, start) + replace(name);
    at = start + name.length;
  }
  return shown + text.slice(at);
}

/** Where no rule can be asked: all of it. */
export function hideDoubtful(text: string): string {
  return replaceDoubtful(text, ({ length }) => `… (${length} characters)`);
}

type Found = { readonly start: number; readonly name: string };

function findIds(text: string): Found[] {
  return [...text.matchAll(IDS)].map(({ 0: name, index }) => ({ start: index, name }));
}

/** Without the ending. */
function findFileNames(text: string): Found[] {
  let done = 0;
  return [...text.matchAll(ENDINGS)].map(({ 0: ending, index }) => {
    const start = startOfName(text, index, done);
    done = index + ending.length;
    return { start, name: text.slice(start, index) };
  });
}

/** Walks back, because a pattern would try every beginning. */
function startOfName(text: string, end: number, done: number): number {
  const first = Math.max(done, end - NAME_CHARS_MAX);
  let start = end;
  while (start > first && !EDGES.has(text.charAt(start - 1))) start -= 1;
  return start;
}
