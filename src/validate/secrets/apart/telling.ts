// Selects the lines worth reading, and decides whether a label, heading or column names a secret.

import type { Watch } from "../../scan.ts";
import { classifyKeyName, type KeyStrength } from "../judge/key-name.ts";
import { isOpaque, isUuid } from "../judge/opaque.ts";
import { isPasswordInProse } from "../judge/password.ts";
import { OF_WORDS, PASSWORD_STEMS, PASSWORD_WORDS } from "../judge/password-words.ts";
import { isStandIn } from "../judge/placeholder.ts";
import { isStrayPassword } from "../judge/stray.ts";
import { type ContextMatch, LINE_CHARS_MAX, listPatterns, type NamedPattern } from "./lines.ts";
import { NOUN_STEMS } from "./nouns.ts";

const TELLING = new RegExp(
  `${PASSWORD_WORDS}|secret|token|(?<![a-z])keys?(?!\\w)|(?:api|access|signing|private|master|encryption|shared|auth)key|credential|creds\\b|schlüssel|clave|clé`,
  "i",
);
const EACH_TELLING = new RegExp(TELLING, "gi");
/** Every telling line contains one of these words, or names an account or a code. */
const TELLING_WORDS: readonly string[] = [
  ...new Set([
    ...["pass", "pw", "secret", "token", "credential", "creds", "schlüssel", "clave", "clé", "key"],
    ...PASSWORD_STEMS,
    ...NOUN_STEMS,
  ]),
];

export type TellingWatch = Watch & {
  /** The starts of the lines that contain such a word, in order. */
  readonly listLines: () => number[];
};

export function watchTelling(text: string): TellingWatch {
  const lines = new Set<number>();
  let [start, end] = [0, -1];
  return {
    keywords: TELLING_WORDS,
    onKeyword: (_, at) => {
      if (at >= start && at < end) return true;
      start = text.lastIndexOf("\n", at) + 1;
      const newline = text.indexOf("\n", at);
      end = newline === -1 ? text.length : newline;
      lines.add(start);
      return true;
    },
    listLines: () => [...lines].sort((a, b) => a - b),
  };
}

const PASSWORD = new RegExp(PASSWORD_WORDS, "i");
const OF_SOMETHING = new RegExp(`^\\p{L}{0,10}(?:$| (?:${OF_WORDS})(?!\\p{L}))`, "iu");
const ASIDE = /\([^()]{0,60}\)/g;
const LABEL_WORDS_MAX = 10;
const SHORT_LABEL_WORDS_MAX = 4;

type Label = {
  /** `stray` when only an unmistakable value counts. */
  readonly strength: KeyStrength | "stray";
  /** True when the label consists of the name alone; false when it continues with the owner of the secret. */
  readonly isWhole: boolean;
};

/** Null for a sentence that merely mentions passwords: the telling word must be the last one, or be followed by "of
 * something". */
export function readLabel(label: string): Label | null {
  if (label.length > LINE_CHARS_MAX) return null;
  const plain = label.replace(ASIDE, "").trim();
  const told = [...plain.matchAll(EACH_TELLING)].at(-1);
  const words = plain.split(" ").length;
  if (told === undefined || words > LABEL_WORDS_MAX) return null;
  const isPasswordWord = PASSWORD.test(told[0]);
  const end = told.index + told[0].length;
  const rest = plain.slice(end);
  // "passed in", "passing": a verb.
  if (isPasswordWord && told[0].length <= "pass".length && /^[a-z]/i.test(rest)) return null;
  if (OF_SOMETHING.test(rest)) {
    const strength = strengthOf(told[0], plain.slice(0, end));
    return strength === null ? null : { strength, isWhole: !rest.includes(" ") };
  }
  // "Hasło administratora", "Passwort Grafana": the owner follows without a preposition.
  return isPasswordWord && words <= SHORT_LABEL_WORDS_MAX ? { strength: "stray", isWhole: true } : null;
}

function strengthOf(word: string, name: string): KeyStrength | null {
  if (PASSWORD.test(word)) return "password";
  return /secret|token|key|cred/i.test(word) ? classifyKeyName(name) : "token";
}

/** A bare "key" needs at least this many characters. */
const WEAK_CHARS_MIN = 16;

export function judgeLabelled({ strength, isWhole }: Label, value: string, start: number): ContextMatch[] {
  const isSecret = {
    password: () => isPasswordInProse(value) || isOpaque(value),
    stray: () => isStrayPassword(value),
    token: () => isOpaque(value),
    weak: () => isOpaque(value, WEAK_CHARS_MIN) && !isUuid(value),
  }[strength];
  if (!isSecret() || isStandIn(value)) return [];
  const kind = strength === "token" || strength === "weak" ? "key" : "password";
  return [{ rule: isWhole ? `${kind}-assignment` : `${kind}-prose`, value, start }];
}

export const TELLING_PATTERNS: readonly NamedPattern[] = listPatterns({ TELLING, OF_SOMETHING, ASIDE });
