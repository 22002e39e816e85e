// Times, each beside ours in the same rounds, so that whatever else the machine does happens to both.

import { spawnSync } from "node:child_process";
import type { Opened } from "./rival.ts";
import { quantile, type Subject } from "./subject.ts";
import { contentWords } from "./words.ts";

export type Timed = {
  readonly median: number;
  readonly p95: number;
  readonly timesOurs: number;
  readonly ours: number;
};

export type Running = { readonly subject: Subject; readonly opened: Opened };

const HOOK_MS = 30_000;

/** One call of its search: the prompt, or the longest word of it where it takes words. */
export function timeQueries(one: Running, ours: Running, prompts: readonly string[]): Promise<Timed> {
  return timeBoth(prompts, [one, ours], ({ subject, opened }, prompt) => {
    const [longest = prompt] = contentWords(prompt).toSorted((a, b) => b.length - a.length);
    return opened.find(subject.rival.asks === "prompt" ? prompt : longest);
  });
}

export function timeSaves(one: Running, ours: Running, rounds: number): Promise<Timed> {
  const names = Array.from(
    { length: rounds + 1 },
    (_, round) => `Saved for ${one.subject.rival.name}, ${round}`,
  );
  return timeBoth(names, [one, ours], ({ opened }, name) =>
    opened.save({
      name,
      description: `About ${name}`,
      body: `What is to be known about ${name}, in as many words as a memory of a project usually has.`,
    }),
  );
}

type Work = (running: Running, input: string) => Promise<unknown>;

/** The first round loads what is loaded once, and is not counted. */
async function timeBoth(
  inputs: readonly string[],
  [one, ours]: readonly [Running, Running],
  work: Work,
): Promise<Timed> {
  const [own, beside]: [number[], number[]] = [[], []];
  for (const input of inputs) {
    own.push(await time(() => work(one, input)));
    // Beside itself it would save everything twice.
    if (one.subject !== ours.subject) beside.push(await time(() => work(ours, input)));
  }
  const counted = own.slice(1);
  return {
    median: quantile(counted, 0.5),
    p95: quantile(counted, 0.95),
    timesOurs: beside.length === 0 ? 1 : quantile(counted, 0.5) / quantile(beside.slice(1), 0.5),
    ours: quantile(beside.slice(1), 0.5),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export type HookTimes = { readonly ms: number; readonly timesBare: number };

/** Whole processes, as a client starts them. @returns null for one without a hook. */
export function timeHook({ rival, place }: Subject, prompt: string, rounds: number): HookTimes | null {
  const hook = rival.hook?.(place);
  if (hook === undefined) return null;
  const run = (words: readonly string[], input: string): number => {
    const start = performance.now();
    const env = { ...place.env, ...hook.env };
    const { status } = spawnSync(process.execPath, words, { cwd: place.top, env, input, timeout: HOOK_MS });
    if (status !== 0) throw new Error(`the hook of ${rival.name} ended with ${status}`);
    return performance.now() - start;
  };
  const [bare, own]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    bare.push(run(["-e", "0"], ""));
    own.push(run(hook.words, JSON.stringify(hook.input(prompt))));
  }
  const ms = quantile(own.slice(1), 0.5);
  return { ms, timesBare: ms / quantile(bare.slice(1), 0.5) };
}
