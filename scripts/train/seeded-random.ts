// Training must give the same weights on every machine, so chance comes from a seed.

export type Random = {
  /** 0 ≤ x < 1. */
  readonly next: () => number;
  readonly pick: <T>(items: readonly T[]) => T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
  return {
    next,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}

export function shuffle<T>(items: T[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.next() * (at + 1));
    const here = items[at];
    const there = items[other];
    if (here === undefined || there === undefined) continue;
    items[at] = there;
    items[other] = here;
  }
}
