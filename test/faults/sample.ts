// How much a test tries that has many cases, most of them faults. The quick gate takes a sample, and another one for each
// tree; CREDENCE_TEST_SEED gives the same one again, and CREDENCE_TEST_DEEP=1 takes everything.

import type { TestContext } from "node:test";
import { IS_DEEP } from "../deep.ts";

const SEED = Number(process.env["CREDENCE_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;

/** For the message of each failure. */
export const HOW_TO_REPEAT = `with CREDENCE_TEST_SEED=${SEED}${IS_DEEP ? " CREDENCE_TEST_DEEP=1" : ""}`;

/** Numbers from 0 to 1 that follow from the seed and a name. */
export type Chance = () => number;

export function chanceOf(t: TestContext): Chance {
  t.diagnostic(HOW_TO_REPEAT);
  return chanceBy(t.name);
}

export function chanceBy(name: string, seed: number = SEED): Chance {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  // Mulberry32: short, and even enough to draw a sample.
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `size` of the list by chance, in its order; all of it in a deep run. */
export function sampleOf<T>(list: readonly T[], size: number, chance: Chance): T[] {
  if (IS_DEEP) return [...list];
  const ranked = list.map((item) => ({ item, rank: chance() })).sort((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, size).map(({ item }) => item));
  return list.filter((item) => drawn.has(item));
}

/** So many of those that tell most, and of the others. */
export function sampleOfEach<T>(
  list: readonly T[],
  isTelling: (item: T) => boolean,
  { telling, other, chance }: { readonly telling: number; readonly other: number; readonly chance: Chance },
): T[] {
  const others = list.filter((item) => !isTelling(item));
  return [...sampleOf(list.filter(isTelling), telling, chance), ...sampleOf(others, other, chance)];
}
