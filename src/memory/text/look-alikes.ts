// Characters that a reader takes for others. Attack: a change of a text that a person approved, in letters that look the same:
// the screen shows two equal lines, and the model gets another host name.

import { groupDigits } from "../pluralize.ts";
import { dropHidden } from "./hidden-chars.ts";
import { LOOK_ALIKES, readPairs } from "./look-alike-letters.ts";
import { revealAll, revealHidden } from "./reveal.ts";

export const PLAIN_PUNCTUATION: ReadonlyMap<string, string> = readPairs(
  "‘'’'‚'‛'“\"”\"„\"‟\"«\"»\"‹'›'′'‐-‑-‒-–-—-―-−-·.•.∙.‧.⁄/∕/∶:",
);

/** In many typefaces these are one. */
const ALIKE_IN_ASCII: ReadonlyMap<string, string> = new Map([..."1I|"].map((char) => [char, "l"])).set(
  "0",
  "O",
);

/** Two words with one of these look the same. Case is kept: a reader sees it. */
function skeletonOf(word: string): string {
  return Array.from(dropHidden(word).normalize("NFKC"), skeletonOfChar).join("").replaceAll("rn", "m");
}

/** Would somebody take the one name for the other? Case, accents, spacing and punctuation tell nobody apart. */
export function isSameName(one: string, other: string): boolean {
  const others = foldName(other);
  return foldName(one).some((folded) => others.includes(folded));
}

/** As it is seen, and as it is said: a capital I is taken for an l, and for an i. */
function foldName(name: string): string[] {
  return [name, name.toLowerCase()].map((each) =>
    skeletonOf(each)
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[^\p{L}\p{N}]/gu, ""),
  );
}

function skeletonOfChar(char: string): string {
  const lower = char.toLowerCase();
  const latin = LOOK_ALIKES.get(lower);
  const plain = latin === undefined ? char : lower === char ? latin : latin.toUpperCase();
  return ALIKE_IN_ASCII.get(plain) ?? PLAIN_PUNCTUATION.get(plain) ?? plain;
}

const LETTERS = /\p{L}+/gu;
const LATIN = /[A-Za-z]/;
/** Of a unit: μs, μm, μA. */
const MICRO = /^μ[a-zA-Z]$/u;

/** A line as a person reads it, with nothing to compare it to: inside a Latin word, the letters that only look Latin are
 * shown by number. A word of another alphabet alone is somebody's language. */
function revealMixed(line: string): string {
  return revealHidden(line).text.replace(LETTERS, (word) =>
    LATIN.test(word) && !MICRO.test(word)
      ? Array.from(word, (char) => (isLookAlike(char) ? revealAll(char) : char)).join("")
      : word,
  );
}

function isLookAlike(char: string): boolean {
  return LOOK_ALIKES.has(char.toLowerCase());
}

/** The same with long runs of one hidden character, or of blanks, counted. */
export function revealLine(line: string): string {
  // Most lines hold nothing to reveal, and lists show many.
  return PLAIN_LINE.test(line) ? line : countRepeated(revealMixed(line));
}

/** Printable ASCII, without a run of blanks that is worth counting. */
const PLAIN_LINE = /^(?!.*[\t ]{100})[\t\u0020-\u007E]*$/;

const LONG_BLANK = /[\t\p{Zs}\u2800]{100,}/gu;
const REPEATED_NUMBER = /(\u27E6U\+[0-9A-F]{4,6})\u27E7(?:\1\u27E7){3,}/g;

/** The brackets of a text itself are shown by number, so it can hold none of these. */
export function countRepeated(revealed: string): string {
  return revealed
    .replace(LONG_BLANK, (run) => `\u27E6${groupDigits(run.length)} blank characters\u27E7`)
    .replace(REPEATED_NUMBER, (run, one: string) => {
      return `${one} \u00D7${groupDigits(run.length / (one.length + 1))}\u27E7`;
    });
}

/** How many letters of a text only look Latin, in words that are. */
export function countMixed(text: string): number {
  const words = Array.from(text.matchAll(LETTERS), ([word]) => word);
  const mixed = words.filter((word) => LATIN.test(word) && !MICRO.test(word));
  return mixed.reduce((sum, word) => sum + Array.from(word).filter(isLookAlike).length, 0);
}

/** A line as a person reads it; characters that only look like what the other text has there are shown by number. */
export type RevealBeside = (line: string) => string;

const WORD = /\S+/gu;

/** For lines of one text, beside the lines of another. */
export function createRevealBeside(otherLines: readonly string[]): RevealBeside {
  const exact = new Set<string>();
  const bySkeleton = new Map<string, string>();
  const byWords = new Map<string, string>();
  for (const line of otherLines) {
    for (const [word] of line.matchAll(WORD)) {
      exact.add(word);
      bySkeleton.set(skeletonOf(word), word);
    }
    byWords.set(wordsOf(line), line);
  }
  const revealWord = (word: string): string => {
    const other = exact.has(word) ? undefined : bySkeleton.get(skeletonOf(word));
    return other === undefined ? revealMixed(word) : revealUnlike(word, other);
  };
  return (line) => {
    const other = byWords.get(wordsOf(line));
    const isSpacedApart = other !== undefined && blanksOf(line) !== blanksOf(other);
    const parts = line.split(/(\s+)/u);
    return parts
      .map((part, at) => {
        if (at % 2 === 0) return revealWord(part);
        const isPlain = part === " " && parts[at + 1] !== "" && parts[at - 1] !== "";
        return isSpacedApart && !isPlain ? revealAll(part) : revealHidden(part).text;
      })
      .join("");
  };
}

/** What a reader sees of a line beside its blanks. */
function wordsOf(line: string): string {
  return Array.from(line.matchAll(WORD), ([word]) => skeletonOf(word)).join(" ");
}

function blanksOf(line: string): string {
  return line.replace(WORD, "x");
}

/** From the first character that differs to the last. */
function revealUnlike(word: string, other: string): string {
  const [chars, others] = [Array.from(word), Array.from(other)];
  if (chars.length === others.length) {
    return chars.map((char, at) => (char === others[at] ? char : revealAll(char))).join("");
  }
  const most = Math.min(chars.length, others.length);
  let head = 0;
  while (head < most && chars[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < most - head && chars.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  const end = chars.length - tail;
  return [...chars.slice(0, head), revealAll(chars.slice(head, end).join("")), ...chars.slice(end)].join("");
}
