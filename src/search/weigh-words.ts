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

export type SlotsByHash = ReadonlyMap<number, readonly number[]>;

export function weighWords(
  plan: Plan,
  { passage, met, frontLength }: Meeting,
  slotsOf: SlotsByHash,
): WeighedWords {
  const count = plan.slots.length;
  const columns = columnWeights(plan, passage);
  const frequency = new Float64Array(count);
  const sameForm = new Uint8Array(count);
  const early = new Uint8Array(count);
  const inName = new Uint8Array(count);
  for (const { hash, form, column, place } of met) {
    for (const slot of slotsOf.get(hash) ?? []) {
      frequency[slot] = (frequency[slot] ?? 0) + columns[column];
      if (form === plan.slots[slot]?.form) sameForm[slot] = 1;
      if (place < frontLength + EARLY_WORDS) early[slot] = 1;
      if (column === 0) inName[slot] = 1;
    }
  }
  return { frequency, sameForm, early, inName };
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
