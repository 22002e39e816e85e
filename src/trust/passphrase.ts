// Whether a passphrase may seal a key. Attack: whoever copies the sealed key guesses at leisure, and guesses first what people
// choose: common words, names, keyboard rows, sequences, years, and the same again. Such a piece, however long, is worth as
// much as two characters here.

import { COMMON_WORDS } from "./common-words.ts";

export const PASSPHRASE_CHARS_MIN = 12;
/** What is left once every piece that is guessed first counts for two. */
const WORTH_MIN = 7;
/** The rest adds nothing to the judgement. */
const CHARS_JUDGED_MAX = 64;

type Piece = { readonly chars: number; readonly worth: number; readonly what: string | null };

/** Why it is refused, or null. `names` are what an attacker knows: of the user, the machine and the product. */
export function refusePassphrase(passphrase: string, names: readonly string[]): string | null {
  if (Array.from(passphrase).length < PASSPHRASE_CHARS_MIN) {
    return `it has fewer than ${PASSPHRASE_CHARS_MIN} characters`;
  }
  const text = compact(passphrase).slice(0, CHARS_JUDGED_MAX);
  const known = new Set(names.map(compact).filter((name) => name.length >= 3));
  const { worth, whats } = cheapest(text, known);
  if (worth >= WORTH_MIN) return null;
  return `it is easy to guess: ${whats.length === 0 ? "too few letters" : whats.join(", ")}`;
}

/** Spaces and marks between words keep nobody out. */
function compact(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s._,;:/+-]/g, "");
}

/** The way to read it that is worth least: that is how it is guessed. */
function cheapest(text: string, names: ReadonlySet<string>): { worth: number; whats: string[] } {
  const best: { worth: number; whats: string[] }[] = [{ worth: 0, whats: [] }];
  for (let end = 1; end <= text.length; end += 1) best.push({ worth: Number.POSITIVE_INFINITY, whats: [] });
  for (let start = 0; start < text.length; start += 1) {
    const before = best[start];
    if (before === undefined) break;
    for (const { chars, worth, what } of piecesAt(text, start, names)) {
      const end = start + chars;
      if (before.worth + worth >= (best[end]?.worth ?? 0)) continue;
      const whats = what === null ? before.whats : [...new Set([...before.whats, what])];
      best[end] = { worth: before.worth + worth, whats };
    }
  }
  return best[text.length] ?? { worth: 0, whats: [] };
}

function piecesAt(text: string, start: number, names: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [{ chars: 1, worth: 1, what: null }];
  for (let end = start + 3; end <= text.length; end += 1) {
    const part = text.slice(start, end);
    const what = nameOf(part, names);
    if (what !== null) pieces.push({ chars: part.length, worth: 2, what });
    if (text.slice(0, start).includes(part))
      pieces.push({ chars: part.length, worth: 1, what: "repetition" });
  }
  return pieces;
}

function nameOf(part: string, names: ReadonlySet<string>): string | null {
  const spelled = [part, ...LEET.map((pairs) => plain(part, pairs))];
  if (spelled.some((word) => names.has(word))) return "the name of the user, the machine or the product";
  if (spelled.some((word) => COMMON_WORDS.has(word))) return "common words";
  if (new Set(part).size === 1) return "repetition";
  if (ROWS.some((row) => row.includes(part))) return "a row of the keyboard";
  if (isSequence(part)) return "a sequence";
  return /^(?:19|20)\d\d$/.test(part) ? "a year" : null;
}

/** 1 is written for i and for l. */
const LEET: readonly (readonly [string, string])[] = [
  ["01345789@$!|", "oieastbgasil"],
  ["01345789@$!|", "oleastbgasil"],
];

function plain(part: string, [signs, letters]: readonly [string, string]): string {
  return Array.from(part, (char) => letters[signs.indexOf(char)] ?? char).join("");
}

const KEYBOARDS = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "!@#$%^&*()",
  '!"§$%&/()=',
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];
const ROWS = KEYBOARDS.flatMap((row) => [row, Array.from(row).reverse().join("")]);

/** One step up or down from each character to the next. */
function isSequence(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) !== 1) return false;
  for (let at = 2; at < part.length; at += 1) {
    if (part.charCodeAt(at) - part.charCodeAt(at - 1) !== step) return false;
  }
  return true;
}
