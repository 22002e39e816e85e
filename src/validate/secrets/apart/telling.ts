// The words that make a line, a heading, a column or an element tell that its neighbour is a secret.

import type { Watch } from "../../scan.ts";
import { OF_WORDS, PASSWORD_STEMS, PASSWORD_WORDS } from "../judge/password-words.ts";
import { LINE_CHARS_MAX, listPatterns, type NamedPattern } from "./lines.ts";

export const TELLING = new RegExp(
  `${PASSWORD_WORDS}|secret|token|(?<![a-z])keys?(?!\\w)|(?:api|access|signing|private|master|encryption|shared|auth)key|credential|creds\\b|schlüssel|clave|clé`,
  "i",
);
const EACH_TELLING = new RegExp(TELLING, "gi");
/** One of them stands in whatever is telling. */
const TELLING_WORDS: readonly string[] = [
  ...PASSWORD_STEMS,
  "secret",
  "token",
  "key",
  "credential",
  "creds",
  "schlüssel",
  "clave",
  "clé",
];

export type TellingWatch = Watch & {
  /** Where the lines begin that hold such a word, in order. */
  readonly listLines: () => number[];
};

export function watchTelling(text: string): TellingWatch {
  const starts = new Set<number>();
  let [start, end] = [0, -1];
  return {
    keywords: TELLING_WORDS,
    onKeyword: (_, at) => {
      if (at >= start && at < end) return true;
      start = text.lastIndexOf("\n", at) + 1;
      const newline = text.indexOf("\n", at);
      end = newline === -1 ? text.length : newline;
      starts.add(start);
      return true;
    },
    listLines: () => [...starts].sort((a, b) => a - b),
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
