// Several targets in one process: each is opened, replays its corpus, and then has its turns until the time or the inputs are up.

import type { Owner } from "../temp-dir.ts";
import { type Finding, type Running, runTarget, type Tried } from "./run-target.ts";
import type { Target } from "./target.ts";

export type Totals = Tried & {
  readonly name: string;
  readonly promises: string;
  readonly corpus: number;
  /** Why it was not run here. */
  readonly missing: string | null;
};

export type Fuzzing = {
  readonly seed: number;
  /** For all of them together. */
  readonly ms: number;
  readonly turnMs: number;
  readonly tell: (line: string) => void;
};

type Sum = { inputs: number; seconds: number; findings: Finding[] };

export async function fuzzAll(targets: readonly Target[], how: Fuzzing): Promise<Totals[]> {
  const closers: (() => unknown)[] = [];
  const owner: Owner = { after: (cleanUp) => void closers.push(cleanUp) };
  try {
    return await fuzzOwned(targets, how, owner);
  } finally {
    // As node:test does, but for the order: what was opened last may stand on what was opened first.
    for (const close of closers.reverse()) await close();
  }
}

async function fuzzOwned(targets: readonly Target[], how: Fuzzing, owner: Owner): Promise<Totals[]> {
  const runs: { readonly running: Running; readonly sum: Sum }[] = [];
  const missing: Totals[] = [];
  for (const target of targets) {
    const opened = await target.open(owner);
    const { name, promises } = target;
    const none = { inputs: 0, seconds: 0, findings: [], corpus: 0 };
    if ("missing" in opened) missing.push({ name, promises, ...none, missing: opened.missing });
    else runs.push({ running: runTarget(target, opened, how), sum: { inputs: 0, seconds: 0, findings: [] } });
  }
  for (const { running, sum } of runs) add(sum, await running.replay());
  // The corpus is replayed whole, whatever it takes; the time is for what follows.
  await takeTurns(runs, performance.now() + how.ms, how);
  const told = runs.map(({ running, sum }): Totals => {
    const { name, promises } = running.target;
    return { name, promises, ...sum, corpus: running.corpus, missing: null };
  });
  return [...told, ...missing];
}

async function takeTurns(
  runs: readonly { readonly running: Running; readonly sum: Sum }[],
  ends: number,
  { turnMs, tell }: Fuzzing,
): Promise<void> {
  let waiting = [...runs];
  while (waiting.length > 0 && performance.now() < ends)
    for (const [at, run] of [...waiting].entries()) {
      const left = ends - performance.now();
      if (left <= 0) return;
      // In the last round everybody has the same share of what is left.
      const share = Math.min(turnMs, left / (waiting.length - at || 1));
      const tried = await run.running.go({ ms: Math.max(1, share) });
      add(run.sum, tried);
      const { name } = run.running.target;
      tell(`${name}: ${run.sum.inputs} inputs, ${run.sum.findings.length} findings`);
      if (tried.findings.length > 0) waiting = waiting.filter((each) => each !== run);
    }
}

function add(sum: Sum, { inputs, seconds, findings }: Tried): void {
  sum.inputs += inputs;
  sum.seconds += seconds;
  sum.findings.push(...findings);
}
