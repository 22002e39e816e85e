// Facts that are about the prompt stand first, the project's before the person's; then what scores best. Of equally good hits
// verified ones come before inferred ones, then it goes by category, then the newer, then the project's.

import type { Confidence } from "../../memory/block/entry.ts";
import { CATEGORIES } from "../../memory/memory.ts";
import type { Term } from "../rank/rank-passages.ts";
import type { IndexRow } from "../row.ts";

export type Ranked = {
  readonly row: IndexRow;
  readonly score: number;
  /** The place of its root among those searched; the project's comes first. */
  readonly root: number;
};

type Found = Ranked & {
  /** It is about the prompt, as far as this strategy can tell. */
  readonly isRelevant?: boolean;
  /** It may be: its title is worth a look. */
  readonly isPossible?: boolean;
  /** Of all that are about the prompt it matches best, whatever its standing. */
  readonly isBest?: boolean;
};

/** With what it got its score for. */
export type Scored = Found & {
  /** What each word of the prompt gave. */
  readonly terms: () => readonly Term[];
  /** What its words gave; the rest of the score is what it means. */
  readonly wordScore: number;
  /** How near its meaning is to the prompt's; null where either has no vector. */
  readonly cosine: number | null;
  /** How likely it is what the prompt is about; null where the strategy does not judge. */
  readonly confidence: Confidence | null;
};

export function compareFound(a: Found, b: Found): number {
  const [one, other] = [isFact(a), isFact(b)];
  if (one !== other) return one ? -1 : 1;
  return (one ? a.root - b.root : 0) || b.score - a.score;
}

const FIRST = 5;
/** As much as puts one before its equal. */
const BEFORE = 1 + 1e-9;

/** Of the first five places the last is this one's, unless it has a better one or facts fill them all. `hits` are in order. */
export function keepPlace<Hit extends Found>(hits: readonly Hit[], kept: Hit | undefined): Hit[] {
  const last = hits[FIRST - 1];
  if (kept === undefined || last === undefined || hits.indexOf(kept) < FIRST) return [...hits];
  const raised = { ...kept, score: last.score * BEFORE };
  return hits.map((hit) => (hit === kept ? raised : hit)).sort(compareFound);
}

function isFact({ row, isRelevant }: Found): boolean {
  return isRelevant === true && row.standing === "verified";
}

/** Standing decides the order and never withholds a better match: of the places that there are, the last is the best hit's, unless
 * it has one. `hits` are in order. */
export function reservePlace<Hit>(hits: readonly Hit[], best: Hit | undefined, places: number): Hit[] {
  if (best === undefined || places < 1 || hits.indexOf(best) < places) return [...hits];
  const others = hits.filter((hit) => hit !== best);
  return [...others.slice(0, places - 1), best, ...others.slice(places - 1)];
}

export function compareHits(a: Found, b: Found): number {
  return (
    compareFound(a, b) ||
    standingOrder(a.row) - standingOrder(b.row) ||
    categoryOrder(a.row) - categoryOrder(b.row) ||
    b.row.time - a.row.time ||
    a.root - b.root ||
    (a.row.id < b.row.id ? -1 : Number(a.row.id > b.row.id))
  );
}

function standingOrder({ standing }: IndexRow): number {
  return standing === "verified" ? 0 : 1;
}

function categoryOrder({ category }: IndexRow): number {
  return category === null ? CATEGORIES.length : CATEGORIES.indexOf(category);
}
