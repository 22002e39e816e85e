// Adds the best cue of a memory to its own words.
//
// Attack: six cues full of words that many prompts say. Only the best cue counts, each word of it once, and as much of it as the
// prompt says: a list of words is said in part by many prompts and in full by none.

import { isInCue, type Match } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";
import { CUE_REPEATED, CUE_WEIGHT } from "./weights.ts";

/** `isOwn` says of each term of the plan whether the memory's own text says it. */
type CueAdder = (meeting: Match, isOwn: Uint8Array) => number;

export function openCueAdder(plan: Plan): CueAdder {
  const { slots, terms } = plan;
  const slotsOf = groupByWord(plan, ({ term }) => {
    const word = terms[term]?.word;
    return word?.telling === true && !word.whole;
  });
  const cue = openCue(terms.length);
  return ({ met, from, to }, isOwn) => {
    let best = 0;
    // The cues come last.
    for (let at = to - 1; at >= from && isInCue(met, at); at -= 1) {
      const places = slotsOf[met.words[at] ?? 0] ?? NO_SLOTS;
      for (let each = 0; each < places.length; each += 1) {
        const slot = slots[places[each] ?? 0];
        if (slot !== undefined) cue.say(slot);
      }
      if (at > from && met.columns[at] === met.columns[at - 1]) continue;
      best = Math.max(best, cue.finish(met.cueSizes[at] ?? 0, isOwn));
    }
    return CUE_WEIGHT * best;
  };
}

const NO_SLOTS: readonly number[] = [];

type CueWord = { readonly term: number; readonly share: number; readonly points: number };

/** One cue after the other. */
function openCue(terms: number): {
  readonly say: (word: CueWord) => void;
  readonly finish: (size: number, isOwn: Uint8Array) => number;
} {
  const shares = new Float64Array(terms);
  const most = new Float64Array(terms);
  return {
    say: ({ term, share, points }) => {
      shares[term] = Math.max(shares[term] ?? 0, share);
      most[term] = Math.max(most[term] ?? 0, points);
    },
    finish: (size, isOwn) => {
      let [said, worth] = [0, 0];
      for (let term = 0; term < terms; term += 1) {
        said += shares[term] ?? 0;
        worth += (isOwn[term] === 1 ? CUE_REPEATED : 1) * (most[term] ?? 0);
      }
      shares.fill(0);
      most.fill(0);
      return size === 0 ? 0 : worth * Math.min(1, said / size);
    },
  };
}
