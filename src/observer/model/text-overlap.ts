// The share of a proposed text that another text already contains, counted in runs of three words. Text that was recalled
// into a session and comes back reworded is not new.

const RUN = 3;

/** For another text: the share of each of these texts that it contains, from 0 to 1. */
export function createOverlap(texts: readonly string[]): (other: string) => number[] {
  const runs = texts.map((text) => new Set(runsOf(text)));
  const owners = new Map<string, number[]>();
  for (const [place, each] of runs.entries()) {
    for (const run of each) owners.set(run, [...(owners.get(run) ?? []), place]);
  }
  return (other) => {
    const hits = texts.map(() => 0);
    for (const run of new Set(runsOf(other))) {
      for (const place of owners.get(run) ?? []) hits[place] = (hits[place] ?? 0) + 1;
    }
    return hits.map((count, place) => count / Math.max(1, runs[place]?.size ?? 0));
  };
}

function runsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length < RUN) return words.length === 0 ? [] : [words.join(" ")];
  return words.slice(0, words.length - RUN + 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}
