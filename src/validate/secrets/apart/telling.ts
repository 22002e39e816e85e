// The words that make a line, a heading, a column or an element tell that its neighbour is a secret.

import type { Watch } from "../../scan.ts";
import { OF_WORDS, PASSWORD_STEMS, PASSWORD_WORDS } from "../judge/password-words.ts";
import { LINE_CHARS_MAX, listPatterns, type NamedPattern } from "./lines.ts";
import { NOUN_STEMS } from "./nouns.ts";

export const TELLING = new RegExp(
  `${PASSWORD_WORDS}|secret|token|(?<![a-z])keys?(?!\\w)|(?:api|access|signing|private|master|encryption|shared|auth)key|credential|creds\\b|schlüssel|clave|clé`,
  "i",
);
const EACH_TELLING = new RegExp(TELLING, "gi");
/** Of the words below, those that are telling whatever stands around them. */
const CERTAIN_WORDS = ["pass", "pw", "secret", "token", "credential", "creds", "schlüssel", "clave", "clé"];
/** One of them stands in whatever is telling, or names an account or a code. */
const TELLING_WORDS: readonly string[] = [
  ...new Set([...CERTAIN_WORDS, ...PASSWORD_STEMS, "key", ...NOUN_STEMS]),
];

/** `isCertain` where a look at the line is not needed to tell. */
export type TellingLine = { readonly start: number; readonly isCertain: boolean };

export type TellingWatch = Watch & {
  /** The lines that hold such a word, in order. */
  readonly listLines: () => TellingLine[];
};

export function watchTelling(text: string): TellingWatch {
  const lines = new Map<number, boolean>();
  let [start, end] = [0, -1];
  return {
    keywords: TELLING_WORDS,
    onKeyword: (keyword, at) => {
      const isCertain = keyword < CERTAIN_WORDS.length;
      if (at < start || at >= end) {
        start = text.lastIndexOf("\n", at) + 1;
        const newline = text.indexOf("\n", at);
        end = newline === -1 ? text.length : newline;
      }
      if (isCertain || !lines.has(start)) lines.set(start, isCertain);
      return true;
    },
    listLines: () =>
      [...lines].map(([from, isCertain]) => ({ start: from, isCertain })).sort((a, b) => a.start - b.start),
  };
}

const OF_SOMETHING = new RegExp(`^\\p{L}{0,10}(?:$| (?:${OF_WORDS})(?!\\p{L}))`, "iu");
const ASIDE = /\([^()]{0,60}\)/g;
const LABEL_WORDS_MAX = 10;

/** A name, and not a sentence that merely speaks of passwords: what tells is its last word, or that of which something is. */
export function isName(label: string): boolean {
  if (label.length > LINE_CHARS_MAX) return false;
  const plain = label.replace(ASIDE, "").trim();
  const told = [...plain.matchAll(EACH_TELLING)].at(-1);
  if (told === undefined || plain.split(" ").length > LABEL_WORDS_MAX) return false;
  return OF_SOMETHING.test(plain.slice(told.index + told[0].length));
}

const PASSWORD = new RegExp(PASSWORD_WORDS, "i");
const SHORT_LABEL_WORDS_MAX = 4;

/** "Hasło administratora", "Passwort Grafana": of what it is needs no preposition, but the value has to speak for itself. */
export function mayBeName(label: string): boolean {
  return PASSWORD.test(label) && label.split(" ").length <= SHORT_LABEL_WORDS_MAX;
}

export const TELLING_PATTERNS: readonly NamedPattern[] = listPatterns({ TELLING, OF_SOMETHING, ASIDE });
