// How much of each word asked for a memory holds: how often and in which columns, in the prompt's own form, early, in the name.

import { formOf, type Passage } from "../index/passage.ts";
import type { Meeting } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";
import { EARLY_WORDS, NAME_LENGTH, NAME_WEIGHT, TAG_LENGTH, TAG_WEIGHT } from "./weights.ts";

/** By the places of the plan's slots. */
export type WeighedWords = {
  /** The slots that were met, each once. */
  readonly met: Int32Array;
  readonly count: number;
  /** How often, weighed by column and length. */
  readonly frequency: Float64Array;
  readonly sameForm: Uint8Array;
  readonly early: Uint8Array;
  readonly inName: Uint8Array;
};

/** What it returns is overwritten by its next call. */
export type Weigher = (meeting: Meeting) => WeighedWords;

export function openWeigher(plan: Plan): Weigher {
  const { slots } = plan;
  const slotsOf = groupByWord(plan, () => true);
  const forms = Uint8Array.from(slots, ({ form }) => form);
  const { weighed, clear, count } = openCounts(slots.length);
  const { sameForm, early, inName } = weighed;
  return ({ passage, met, from, to, frontLength }) => {
    clear();
    const weights = columnWeights(plan, passage);
    const earlyEnd = frontLength + EARLY_WORDS;
    for (let at = from; at < to; at += 1) {
      const places = slotsOf[met.words[at] ?? 0] ?? NO_SLOTS;
      const column = met.columns[at] ?? 0;
      const form = formOf(met.marks[at] ?? 0);
      const isEarly = Number((met.places[at] ?? 0) < earlyEnd);
      const isName = Number(column === NAME);
      for (let each = 0; each < places.length; each += 1) {
        const slot = places[each] ?? 0;
        count(slot, weights[column] ?? 0);
        if (form === forms[slot]) sameForm[slot] = 1;
        early[slot] = (early[slot] ?? 0) | isEarly;
        inName[slot] = (inName[slot] ?? 0) | isName;
      }
    }
    return weighed;
  };
}

type Counts = {
  readonly weighed: WeighedWords;
  readonly clear: () => void;
  readonly count: (slot: number, weight: number) => void;
};

function openCounts(slots: number): Counts {
  const isMet = new Uint8Array(slots);
  const weighed = {
    met: new Int32Array(slots),
    count: 0,
    frequency: new Float64Array(slots),
    sameForm: new Uint8Array(slots),
    early: new Uint8Array(slots),
    inName: new Uint8Array(slots),
  };
  const { met, frequency, sameForm, early, inName } = weighed;
  const clear = (): void => {
    weighed.count = 0;
    isMet.fill(0);
    sameForm.fill(0);
    early.fill(0);
    inName.fill(0);
  };
  const count = (slot: number, weight: number): void => {
    if (isMet[slot] === 0) {
      isMet[slot] = 1;
      frequency[slot] = 0;
      met[weighed.count] = slot;
      weighed.count += 1;
    }
    frequency[slot] = (frequency[slot] ?? 0) + weight;
  };
  return { weighed, clear, count };
}

const NAME = 0;
const NO_SLOTS: readonly number[] = [];

/** What one word is worth in each column of this memory: the longer the column, the less. */
function columnWeights(
  { averages, bodyLength }: Plan,
  { nameWords, tagWords, bodyWords }: Passage,
): readonly number[] {
  const weigh = (share: number, relative: number): number => 1 / (1 - share + share * relative);
  return [
    NAME_WEIGHT * weigh(NAME_LENGTH, nameWords / averages.name),
    TAG_WEIGHT * weigh(TAG_LENGTH, tagWords / averages.tags),
    weigh(bodyLength, bodyWords / averages.body),
  ];
}
