// Finds the best cue of a memory: ranking adds it to the memory's own words, and the judge asks how much of it the prompt says.
//
// Attack: six cues full of words that many prompts say. Only the best cue counts, each word of it once, and as much of it as the
// prompt says: a list of words is said in part by many prompts and in full by none.

import { isInCue, type Match } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";
import { CUE_REPEATED, CUE_WEIGHT } from "./weights.ts";

type BestCue = {
  /** How much of the cue the prompt says, and how many of its words. */
  readonly share: number;
  readonly words: number;
  /** The points of these words, as far as the prompt says the cue. */
  readonly points: number;
};

/** `isOwn` says of each term of the plan whether the memory's own text says it. */
type CueFinder = (meeting: Match, isOwn: Uint8Array) => BestCue;

const NO_CUE: BestCue = { share: 0, words: 0, points: 0 };

export function openCueFinder(plan: Plan): CueFinder {
  const { slots, terms } = plan;
  const placesOf = groupByWord(plan, ({ term }) => {
    const word = terms[term]?.word;
    return word?.telling === true && !word.whole;
  });
  const slotsOf = placesOf.map((places) => places.flatMap((place) => slots[place] ?? []));
  const cue = openCue(terms.length);
  return ({ met, from, to }, isOwn) => {
    let best = NO_CUE;
    // The cues come last.
    for (let at = to - 1; at >= from && isInCue(met, at); at -= 1) {
      for (const slot of slotsOf[met.words[at] ?? 0] ?? NO_SLOTS) cue.say(slot);
      if (at > from && met.columns[at] === met.columns[at - 1]) continue;
      const found = cue.finish(met.cueSizes[at] ?? 0, isOwn);
      if (found.points > best.points) best = found;
    }
    return best;
  };
}

const NO_SLOTS: Plan["slots"] = [];

type CueWord = { readonly term: number; readonly share: number; readonly points: number };

/** One cue after the other. */
function openCue(terms: number): {
  readonly say: (word: CueWord) => void;
  readonly finish: (size: number, isOwn: Uint8Array) => BestCue;
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
      const share = size === 0 ? 0 : Math.min(1, said / size);
      return { share, words: said, points: CUE_WEIGHT * worth * share };
    },
  };
}

const NO_EVIDENCE = [0, 0, 0] as const;
const WORDS_MAX = 3;

/** For the judge: whether there are cues, for none of them may fit, and how much of the best one the prompt says. Only zeros for a
 * memory without cues, which is judged by its own text alone. */
export function openCueReader(plan: Plan): (meeting: Match) => readonly number[] {
  const findCue = openCueFinder(plan);
  const noneIsOwn = new Uint8Array(plan.terms.length);
  return (meeting) => {
    if (meeting.passage.cueWords === 0) return NO_EVIDENCE;
    const { share, words } = findCue(meeting, noneIsOwn);
    return [1, share, Math.min(WORDS_MAX, words)];
  };
}
