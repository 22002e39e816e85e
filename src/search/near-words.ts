// How much of a prompt a memory says in one place. Words scattered over a long note meet a prompt by chance; near together
// they rarely do. The name and the tags belong to every place.

import type { Meeting } from "./meet-words.ts";
import type { Plan } from "./plan-scoring.ts";

/** One word of the prompt in the memory: the term, how much of it, and where; -1 in front. */
export type Mention = { readonly term: number; readonly share: number; readonly place: number };

export type MentionFinder = (meeting: Meeting) => Mention[];

const NEAR_WORDS = 30;

/** Only words that tell; identifiers are met in their parts. */
export function openMentionFinder({ slots, terms }: Plan): MentionFinder {
  const telling = slots.filter(({ term }) => terms[term]?.word.telling && !terms[term]?.word.whole);
  const slotsOf = Map.groupBy(telling, ({ hash }) => hash);
  return ({ met }) =>
    met.flatMap(({ hash, column, place }) =>
      (slotsOf.get(hash) ?? []).map(({ term, share }) => ({ term, share, place: column < 2 ? -1 : place })),
    );
}

/** The terms mentioned where `worth` of them is greatest, each with its share. */
export function findNearest(
  mentions: readonly Mention[],
  worth: (terms: ReadonlyMap<number, number>) => number,
): ReadonlyMap<number, number> {
  const inFront = mentions.filter(({ place }) => place < 0);
  const inBody = mentions.filter(({ place }) => place >= 0);
  let best = { worth: -1, terms: new Map<number, number>() };
  for (let start = 0; start === 0 || start < inBody.length; start += 1) {
    const terms = new Map<number, number>();
    const end = (inBody[start]?.place ?? 0) + NEAR_WORDS;
    const near = inBody.slice(start, start + NEAR_WORDS * 2).filter(({ place }) => place < end);
    for (const { term, share } of [...inFront, ...near])
      terms.set(term, Math.max(terms.get(term) ?? 0, share));
    const found = worth(terms);
    if (found > best.worth) best = { worth: found, terms };
  }
  return best.terms;
}
