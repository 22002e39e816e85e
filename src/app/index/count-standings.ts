// How many memories have each standing: every id once, in use or set aside. Of an id in two directories the file with less
// trust counts, as everywhere. Status, audit, index and the page show these numbers, so they are the same.

import { STANDINGS, type Standing } from "../../memory/memory.ts";

export type StandingCount = Record<Standing, number>;

export function noStandings(): StandingCount {
  // Every standing is one of the list.
  return Object.fromEntries(STANDINGS.map((standing) => [standing, 0])) as StandingCount;
}

export function sumStandingCounts(counts: readonly Readonly<StandingCount>[]): StandingCount {
  const sum = noStandings();
  for (const each of counts) for (const standing of STANDINGS) sum[standing] += each[standing];
  return sum;
}
