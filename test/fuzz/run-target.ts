// Tries one target: its corpus as it is, then inputs in batches, half of them made by structure and half mutants of what is known. A
// batch follows from the seed, the target and its number, so any of them can be run again by itself.

import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { chanceBy } from "../faults/sample.ts";
import { type Kept, readCorpus } from "./corpus.ts";
import { mutated } from "./mutate.ts";
import type { Opened, Target } from "./target.ts";

export type Finding = {
  readonly target: string;
  readonly says: string;
  readonly input: unknown;
  /** What repeats it: a file of the corpus, or a seed and a batch. */
  readonly by: string;
};

export type Tried = {
  readonly inputs: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
};

/** When to stop: after so many inputs, or so much time. */
export type Until = { readonly inputs?: number; readonly ms?: number };

export type Running = {
  readonly target: Target;
  readonly opened: Opened;
  readonly seed: number;
  readonly replay: () => Promise<Tried>;
  /** Goes on where it stopped; not at all once it has found something. */
  readonly go: (until: Until) => Promise<Tried>;
  readonly corpus: number;
};

const BATCH = 25;
/** A finding is made smaller for so long. */
const SHRINK_MS = 20_000;

export type How = { readonly seed: number };

export function runTarget(target: Target, opened: Opened, { seed }: How): Running {
  const corpus = readCorpus(target.name);
  const pool = corpus.map(({ input }) => input);
  let [batch, tried] = [0, 0];
  let found: Finding | null = null;
  const inputs = pool.length === 0 ? opened.made : fc.oneof(opened.made, mutated(pool));
  const tryOne = async (input: unknown): Promise<void> => {
    tried += Number(await opened.check(input));
  };
  const count = async (work: () => Promise<readonly Finding[]>): Promise<Tried> => {
    const [began, before] = [performance.now(), tried];
    const findings = await work();
    return { inputs: tried - before, seconds: (performance.now() - began) / 1_000, findings };
  };
  const replay = (): Promise<Tried> => count(() => replayCorpus(target.name, corpus, tryOne));
  const go: Running["go"] = ({ inputs: most = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY }) =>
    count(async () => {
      const [began, before] = [performance.now(), tried];
      while (found === null && tried - before < most && performance.now() - began < ms) {
        batch += 1;
        const left = Math.min(BATCH, most - (tried - before));
        found = await runBatch({ target, made: inputs, tryOne, seed, batch, size: left });
      }
      return found === null ? [] : [found];
    });
  return { target, opened, seed, replay, go, corpus: corpus.length };
}

type TryOne = (input: unknown) => Promise<void>;

async function replayCorpus(target: string, corpus: readonly Kept[], tryOne: TryOne): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { file, input } of corpus)
    try {
      await tryOne(input);
    } catch (error) {
      findings.push({ target, says: saysOf(error), input, by: file });
    }
  return findings;
}

type Batch = Pick<Running, "target" | "seed"> & {
  readonly made: fc.Arbitrary<unknown>;
  readonly tryOne: TryOne;
  readonly batch: number;
  readonly size: number;
};

async function runBatch({ target, made, tryOne, seed, batch, size }: Batch): Promise<Finding | null> {
  let failedAt: number | null = null;
  const law = fc.asyncProperty(made, async (input) => {
    // Whatever is left of shrinking then counts as fine, which ends it.
    if (failedAt !== null && performance.now() - failedAt > SHRINK_MS) return;
    try {
      await tryOne(input);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
  const own = Math.floor(chanceBy(`${target.name} ${batch}`, seed)() * 2 ** 31);
  const { failed, counterexample, errorInstance } = await fc.check(law, {
    seed: own,
    numRuns: Math.max(1, size),
  });
  if (!failed) return null;
  const by = `--seed ${seed}, batch ${batch} of ${target.name}`;
  return { target: target.name, says: saysOf(errorInstance), input: counterexample?.[0] ?? null, by };
}

const SAYS_CHARS_MAX = 2_000;

function saysOf(error: unknown): string {
  const said = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error);
  return said.slice(0, SAYS_CHARS_MAX);
}
