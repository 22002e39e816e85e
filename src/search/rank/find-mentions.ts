// How much of a prompt a memory says in one place. Words scattered over a long note meet a prompt by chance; near together
// they rarely do. The name and the tags belong to every place, and one cue comes to it.

import { CUES, type Match } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";

/** One word of the prompt in the memory: the term, how much of it, and where: -1 in front, from -2 down in the cues. */
type Mention = { readonly term: number; readonly share: number; readonly place: number };

type MentionFinder = (meeting: Match) => readonly Mention[];

const NEAR_WORDS = 30;
const BODY = 2;
const FRONT = -1;
const NO_SLOTS: readonly number[] = [];

/** Only words that tell; identifiers are met in their parts. In the order of the memory. */
export function openMentionFinder(plan: Plan): MentionFinder {
  const { slots, terms } = plan;
  const slotsOf = groupByWord(plan, ({ term }) => {
    const word = terms[term]?.word;
    return word?.telling === true && !word.whole;
  });
  return ({ met, from, to }) => {
    const mentions: Mention[] = [];
    for (let at = from; at < to; at += 1) {
      const column = met.columns[at] ?? 0;
      const place = column === BODY ? (met.places[at] ?? 0) : Math.min(FRONT, FRONT - 1 + CUES - column);
      const places = slotsOf[met.words[at] ?? 0] ?? NO_SLOTS;
      for (let each = 0; each < places.length; each += 1) {
        const slot = slots[places[each] ?? 0];
        if (slot !== undefined) mentions.push({ term: slot.term, share: slot.share, place });
      }
    }
    return mentions;
  };
}

/** What the terms are worth, by their places; one that is not asked about is worth nothing. */
type Worths = Float64Array;

/** The share of each term that is said where most is said. */
export function findNearest(mentions: readonly Mention[], worths: Worths): Float64Array {
  const asked = mentions.filter(({ term }) => worths[term] !== 0);
  const body = asked.filter(({ place }) => place >= 0);
  const cues = asked.filter(({ place }) => place < FRONT);
  const front = new Float64Array(worths.length);
  for (const mention of asked) if (mention.place === FRONT) say(front, mention);
  let best = front.slice();
  let said = front.slice();
  let bestWorth = -1;
  for (let start = 0; start === 0 || start < body.length; start += 1) {
    said.set(front);
    const end = (body[start]?.place ?? 0) + NEAR_WORDS;
    for (let at = start; at < start + NEAR_WORDS * 2; at += 1) {
      const mention = body[at];
      if (mention === undefined || mention.place >= end) break;
      say(said, mention);
    }
    const worth = weigh(said, worths);
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    const spare = best;
    best = said;
    said = spare;
  }
  return cues.length === 0 ? best : addBestCue(best, cues, worths);
}

/** Adds the words of the one cue that says most more. */
function addBestCue(own: Float64Array, cues: readonly Mention[], worths: Worths): Float64Array {
  let best = own;
  let bestWorth = -1;
  for (const cue of Map.groupBy(cues, ({ place }) => place).values()) {
    const said = own.slice();
    for (const mention of cue) say(said, mention);
    const worth = weigh(said, worths);
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    best = said;
  }
  return best;
}

function say(said: Float64Array, { term, share }: Mention): void {
  if (share > (said[term] ?? 0)) said[term] = share;
}

function weigh(said: Float64Array, worths: Worths): number {
  let sum = 0;
  for (let term = 0; term < said.length; term += 1) {
    const share = said[term] ?? 0;
    if (share !== 0) sum += share * (worths[term] ?? 0);
  }
  return sum;
}
