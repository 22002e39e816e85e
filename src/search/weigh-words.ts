// How much of each word asked for a memory holds: how often and in which columns, in the prompt's own form, early, in the name.

import type { Meeting } from "./meet-words.ts";
import type { Passage } from "./passage.ts";
import type { Plan } from "./plan-scoring.ts";
import { EARLY_WORDS, NAME_LENGTH, NAME_WEIGHT, TAG_LENGTH, TAG_WEIGHT } from "./weights.ts";

/** By the places of the plan's slots. */
export type WeighedWords = {
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
  const slotsOf = groupByHash(plan);
  const frequency = new Float64Array(slots.length);
  const sameForm = new Uint8Array(slots.length);
  const early = new Uint8Array(slots.length);
  const inName = new Uint8Array(slots.length);
  const weighed = { frequency, sameForm, early, inName };
  return ({ passage, met, frontLength }) => {
    frequency.fill(0);
    for (const marks of [sameForm, early, inName]) marks.fill(0);
    const columns = columnWeights(plan, passage);
    const earlyEnd = frontLength + EARLY_WORDS;
    for (const { hash, form, column, place } of met) {
      const isEarly = Number(place < earlyEnd);
      for (const slot of slotsOf.get(hash) ?? NO_SLOTS) {
        frequency[slot] = (frequency[slot] ?? 0) + columns[column];
        if (form === slots[slot]?.form) sameForm[slot] = 1;
        early[slot] = (early[slot] ?? 0) | isEarly;
        if (column === 0) inName[slot] = 1;
      }
    }
    return weighed;
  };
}

const NO_SLOTS: readonly number[] = [];

function groupByHash({ slots }: Plan): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const [place, { hash }] of slots.entries()) {
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [place]);
    else group.push(place);
  }
  return groups;
}

/** What one word is worth in each column of this memory: the longer the column, the less. */
function columnWeights(
  { averages, bodyLength }: Plan,
  { nameWords, tagWords, bodyWords }: Passage,
): readonly [number, number, number] {
  const weigh = (share: number, relative: number): number => 1 / (1 - share + share * relative);
  return [
    NAME_WEIGHT * weigh(NAME_LENGTH, nameWords / averages.name),
    TAG_WEIGHT * weigh(TAG_LENGTH, tagWords / averages.tags),
    weigh(bodyLength, bodyWords / averages.body),
  ];
}
