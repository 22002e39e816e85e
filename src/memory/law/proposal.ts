// What a proposed memory becomes. Nobody asked a person yet, so the table is cautious: what is known is not stored twice, and
// a veto says why. What a person removed is refused where a text is written, and is not among the known ones.

import { lazyPattern } from "../lazy-pattern.ts";
import type { Category, Memory } from "../memory.ts";

export type KnownMemory = KnownDescription & {
  readonly digest: string | null;
  /** A person approved it, so a proposal cannot change it. */
  readonly approved: boolean;
};

export type Proposal = Described & {
  readonly digest: string;
  /** The session says that the matter is over: resolved, removed, reversed, superseded. */
  readonly ends: boolean;
};

export type ProposalOutcome =
  | { readonly kind: "create"; readonly supersedes: string | null }
  | { readonly kind: "update"; readonly id: string }
  | { readonly kind: "retire"; readonly id: string }
  | { readonly kind: "no-op"; readonly why: string };

/** Their history is worth keeping: the end of the matter is an update. */
const NEVER_RETIRED: ReadonlySet<Category | null> = new Set(["decision", "preference", "session_summary"]);

export function decideProposal(proposal: Proposal, known: readonly KnownMemory[]): ProposalOutcome {
  const same = known.find((each) => each.digest === proposal.digest);
  if (same !== undefined) return { kind: "no-op", why: `${same.id} already says this` };
  const best = findCandidates(proposal, known)[0]?.known;
  if (best === undefined) {
    if (proposal.ends) return { kind: "no-op", why: "nothing here is about the matter that ended" };
    return { kind: "create", supersedes: null };
  }
  if (best.approved) return { kind: "create", supersedes: best.id };
  const retires = proposal.ends && !NEVER_RETIRED.has(proposal.category);
  return { kind: retires ? "retire" : "update", id: best.id };
}

// Is a proposed memory about the same thing as one that is here? Same type and category, then points: a word of the title
// 2, a tag 3, a prefix of four letters or more 1. Three points make a candidate.

export type Described = Pick<Memory, "type" | "category" | "name" | "tags">;

export type KnownDescription = Described & { readonly id: string };

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
    .filter(({ type, category }) => type === proposed.type && category === proposed.category)
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
