// The words of a line that may be values, found in one quick pass over its characters. Most lines have none, and reading
// the words of a line takes many times as long.

import { listPatterns, type NamedPattern } from "./lines.ts";

export type Candidate = { readonly value: string; readonly start: number };

// Kinds of characters, in bits.
const [SPACE, SMALL, VOWEL, CAPITAL, DIGIT, SIGN, DASH, OTHER] = [0, 1, 2, 4, 8, 16, 32, 64] as const;
const KIND_OF = new Uint8Array(128).fill(OTHER);
for (const [kind, characters] of [
  [SPACE, "\t\n\r \"'`|"],
  [SMALL, "bcdfghjklmnpqrstvwxz"],
  [VOWEL, "aeiouy"],
  [CAPITAL, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  [DIGIT, "0123456789"],
  [SIGN, "!@#$%^&?+"],
  [DASH, "-"],
] as const) {
  for (const character of characters) KIND_OF[character.charCodeAt(0)] = kind;
}
const QUOTES = "“”„«»";
/** Signs and letters of languages that write no space before a value. */
const UNSPACED_MIN = 0x3000;

const CHARS_MIN = 4;
/** The minimum of letters that form no word. */
const CONSONANTS_MIN = 4;
/** For capitals between small letters, and for words joined by dashes. */
const LONG_CHARS_MIN = 11;
const CASES = SMALL | VOWEL | CAPITAL;

export function listCandidates(text: string): Candidate[] {
  const found: Candidate[] = [];
  let from = 0;
  let kinds = 0;
  let consonants = 0;
  let most = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const kind = kindAt(text, at);
    if (kind !== SPACE) {
      kinds |= kind;
      consonants = kind === SMALL ? consonants + 1 : 0;
      most = Math.max(most, consonants);
      continue;
    }
    if (at - from >= CHARS_MIN && (most >= CONSONANTS_MIN || isUncommon(kinds, at - from))) {
      const candidate = trimWord(text, from, at);
      if (isCandidate(candidate.value, kinds)) found.push(candidate);
    }
    from = at + 1;
    kinds = 0;
    consonants = 0;
    most = 0;
  }
  return found;
}

function kindAt(text: string, at: number): number {
  if (at === text.length) return SPACE;
  const code = text.charCodeAt(at);
  if (code < KIND_OF.length) return KIND_OF[code] ?? OTHER;
  return code >= UNSPACED_MIN || QUOTES.includes(text.charAt(at)) ? SPACE : OTHER;
}

function isUncommon(kinds: number, length: number): boolean {
  return (kinds & (DIGIT | SIGN)) !== 0 || (length >= LONG_CHARS_MIN && (kinds & (CAPITAL | DASH)) !== 0);
}

const LEFT =
  /^(?:[‘’([{*_<>]{1,4})?(?:[\w.-]{1,40}=(?=[^=])|[\w.@+-]{2,40}(?::(?=[^:/]{0,64}[A-Z!@#$%^&*?])|\/(?=[^:/]{0,64}[!@#$%^&*?]))(?=[^:/]{8,64}$))?/;
const RIGHT = /(?:[?!](?=[.;:\]*]))?[‘’)\]},;:=_<>.]{1,6}$|\*{2,3}$/;

/** The word without surrounding brackets, sentence ends, the name of a field, or the account before a colon or a slash. */
function trimWord(text: string, from: number, to: number): Candidate {
  const word = text.slice(from, to);
  const left = LEFT.exec(word)?.[0] ?? "";
  const value = word.slice(left.length).replace(RIGHT, "");
  return { value: left.startsWith("*") ? value.replace(/\*$/, "") : value, start: from + left.length };
}

const VALUE_CHARS_MIN = 6;
const NUMBER = /^\d{4,10}#?$/;
const WORDS = /^[a-z]{3,12}(?:-[a-z]{3,12}){2,11}$/;
const LETTERS = /^[a-z]{8,40}$/;

function isCandidate(value: string, kinds: number): boolean {
  if ((kinds & CASES) === 0) return NUMBER.test(value);
  if (value.length < VALUE_CHARS_MIN) return false;
  if ((kinds & DIGIT) === 0)
    return (kinds & (SIGN | CAPITAL)) !== 0 || LETTERS.test(value) || WORDS.test(value);
  return !value.includes("://");
}

export const CANDIDATE_PATTERNS: readonly NamedPattern[] = listPatterns({
  LEFT,
  RIGHT,
  NUMBER,
  WORDS,
  LETTERS,
});
