// Is a proposed memory about the same thing as one that is here? Same type and category, then points: a word of the title
// 2, a tag 3, a prefix of four letters or more 1. Three points make a candidate.

import { lazyPattern } from "../lazy-pattern.ts";
import type { Memory } from "../memory.ts";

export type Described = Pick<Memory, "type" | "category" | "name" | "tags">;

/** Of an erased memory nobody knows the category any more: it is like any. */
export type KnownDescription = Omit<Described, "category"> & {
  readonly id: string;
  readonly category: Memory["category"] | "unknown";
};

const word = lazyPattern(String.raw`[\p{L}\p{M}\p{N}]+`, "gu");
const WORD_POINTS = 2;
const TAG_POINTS = 3;
const PREFIX_POINTS = 1;
const PREFIX_CHARS_MIN = 4;
const CANDIDATE_POINTS_MIN = 3;
/** Words that say nothing about what a title is about. */
const STOP_WORDS = new Set(
  "a an and are as at be by for from has have in is it its not of on or that the this to use used uses was we with you".split(
    " ",
  ),
);

/** The best candidates first; ties by id. */
export function findCandidates<Known extends KnownDescription>(
  proposed: Described,
  known: readonly Known[],
): { readonly known: Known; readonly points: number }[] {
  return known
    .filter(
      ({ type, category }) =>
        type === proposed.type && (category === proposed.category || category === "unknown"),
    )
    .map((each) => ({ known: each, points: scoreLikeness(proposed, each) }))
    .filter(({ points }) => points >= CANDIDATE_POINTS_MIN)
    .sort((a, b) => b.points - a.points || (a.known.id < b.known.id ? -1 : 1));
}

export function scoreLikeness(
  proposed: Pick<Described, "name" | "tags">,
  known: Pick<Described, "name" | "tags">,
): number {
  const words = titleWords(known.name);
  const tags = new Set(known.tags);
  let points = 0;
  for (const word of titleWords(proposed.name)) {
    if (words.has(word)) points += WORD_POINTS;
    else if (hasPrefixMate(word, words)) points += PREFIX_POINTS;
  }
  for (const tag of new Set(proposed.tags)) if (tags.has(tag)) points += TAG_POINTS;
  return points;
}

function titleWords(name: string): Set<string> {
  const words = name.toLowerCase().match(word()) ?? [];
  return new Set(words.filter((word) => [...word].length > 1 && !STOP_WORDS.has(word)));
}

function hasPrefixMate(word: string, words: ReadonlySet<string>): boolean {
  for (const other of words) {
    const [short, long] = word.length <= other.length ? [word, other] : [other, word];
    if (short.length >= PREFIX_CHARS_MIN && long.startsWith(short)) return true;
  }
  return false;
}
