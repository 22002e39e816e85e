// Public sets repeat themselves: one attack appended to ten questions, one jailbreak in twenty edits. Rows that share a
// third of their word runs form a group, and a group is never split between training and test.

import type { Row } from "./rows.ts";

const RUN_WORDS = 4;
const SHARED_MIN = 0.35;

/** The group of each row, as the smallest index of a row in it. Notes and chat lines stand alone. */
export function groupRows(rows: readonly Row[]): number[] {
  const parents = rows.map((_, at) => at);
  const runsOf = rows.map(({ set, text }) =>
    set === "notes" || set === "chat" ? new Set<string>() : wordRuns(text),
  );
  const holders = new Map<string, number[]>();
  runsOf.forEach((runs, at) => {
    for (const run of runs) holders.set(run, [...(holders.get(run) ?? []), at]);
  });
  runsOf.forEach((runs, at) => {
    for (const [other, shared] of countShared(runs, holders)) {
      const smaller = Math.min(runs.size, runsOf[other]?.size ?? 0);
      if (other !== at && shared / smaller > SHARED_MIN) join(parents, at, other);
    }
  });
  return rows.map((_, at) => rootOf(parents, at));
}

function wordRuns(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < RUN_WORDS) return new Set([words.join(" ")]);
  return new Set(words.slice(RUN_WORDS - 1).map((_, at) => words.slice(at, at + RUN_WORDS).join(" ")));
}

function countShared(
  runs: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const run of runs) {
    for (const holder of holders.get(run) ?? []) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  return counts;
}

function rootOf(parents: number[], at: number): number {
  let root = at;
  while (parents[root] !== undefined && parents[root] !== root) root = parents[root] ?? root;
  return root;
}

function join(parents: number[], one: number, other: number): void {
  const a = rootOf(parents, one);
  const b = rootOf(parents, other);
  parents[Math.max(a, b)] = Math.min(a, b);
}
