// Which test notices a mutant: one file of tests after another, in a thread that is ended where a mutant does not come to an end.

import { Worker } from "node:worker_threads";
import { type Compiled, compile, compileOne, listTests } from "./compile.ts";
import type { Mutant } from "./mutate.ts";
import type { Answer, Asked, Given } from "./try-mutants.ts";

export type Tried = "killed" | "alive" | "undecided";

export type TestRunner = {
  /** Undecided where it had no answer by then, a time of `performance.now`. */
  readonly tryMutant: (mutant: Mutant, endMs: number) => Promise<Tried>;
  readonly close: () => Promise<void>;
};

/** What a test is called that did not come to an end, or took all memory. */
const NO_END = "(no end)";
/** Of the processor for one file, before it is known how long it takes where nothing is noticed. */
const LIMIT_MS = 40_000;
const KNOWN_LIMIT_MS = 4_000;
const KNOWN_LIMIT_SHARE = 4;
const WATCH_MS = 100;
const MEMORY_MB = 1_024;

/** They load most of the law and try it at random: until it is known how long each takes, what other tests notice is noticed sooner. */
const LAST = /\/(?:model|life-laws|standing-laws)\.test\.ts$/;

/** A property is tried as often as in `npm run verify`, and always with the same samples. */
const RUNS = { CREDENCE_TEST_RUNS: "40" };
const SEED = 1;

/** What all runners learn together: which tests notice what, and how long each file takes where nothing is noticed. */
type Learned = { readonly kills: Kills; readonly cpuMs: Map<string, number> };

type Opening = {
  readonly count: number;
  /** Each file is run with the code as it is first, so that a mutant that does not come to an end is soon known by it. */
  readonly isTimed: boolean;
};

/** So many that can try mutants at once. */
export async function openTests({ count, isTimed }: Opening): Promise<TestRunner[]> {
  const compiled = await compile(listTests());
  const learned: Learned = { kills: new Kills(), cpuMs: new Map() };
  if (isTimed) await timeFiles(compiled, learned);
  return Array.from({ length: count }, () => {
    const { ask, close } = openAsker(compiled, count);
    return { tryMutant: createOrder(compiled, ask, learned), close };
  });
}

async function timeFiles(compiled: Compiled, { cpuMs: known }: Learned): Promise<void> {
  const { ask, close } = openAsker(compiled, 1);
  for (const file of compiled.loads.keys()) {
    const asked = { mutant: null, file, first: [], isFirstAlone: false };
    const { failed, cpuMs } = await ask(asked, { cpuMs: LIMIT_MS, endMs: Number.POSITIVE_INFINITY });
    if (failed !== null) throw new TypeError(`${file}: "${failed}" fails with the code as it is`);
    known.set(file, cpuMs);
  }
  await close();
}

/** The processor's time is that of all `beside` runners: each may take as much as they could together. */
function openAsker(compiled: Compiled, beside: number): { readonly ask: Ask } & Pick<TestRunner, "close"> {
  let worker: Worker | null = null;
  const ask: Ask = async (asked, { cpuMs, endMs }) => {
    worker ??= start(compiled);
    const answer = await listen(worker, asked, { cpuMs: cpuMs * beside, endMs });
    if (answer.failed !== NO_END) return answer;
    await worker.terminate();
    worker = null;
    return answer;
  };
  const close = async (): Promise<void> => {
    await worker?.terminate();
  };
  return { ask, close };
}

function start({ scripts }: Compiled): Worker {
  const workerData: Given = { scripts, seed: SEED };
  const worker = new Worker(new URL("./try-mutants.ts", import.meta.url), {
    workerData,
    env: { ...process.env, ...RUNS },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // One that is given up may run out of memory before it has ended.
  return worker.on("error", () => undefined);
}

type Limits = { readonly cpuMs: number; readonly endMs: number };
type Timed = Answer & { readonly cpuMs: number };
type Ask = (asked: Asked, limits: Limits) => Promise<Timed>;

function listen(worker: Worker, asked: Asked, { cpuMs, endMs }: Limits): Promise<Timed> {
  const { promise, resolve } = Promise.withResolvers<Timed>();
  const begun = process.cpuUsage();
  const answer = (failed: string | null): void => {
    const { user, system } = process.cpuUsage(begun);
    resolve({ failed, cpuMs: (user + system) / 1_000 });
  };
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1_000 > cpuMs || performance.now() > endMs) answer(NO_END);
  }, WATCH_MS);
  const onAnswer = ({ failed }: Answer): void => answer(failed);
  const onError = (): void => answer(NO_END);
  worker.once("message", onAnswer).once("error", onError).postMessage(asked);
  return promise.finally(() => {
    clearInterval(watch);
    worker.off("message", onAnswer).off("error", onError);
  });
}

/** Whatever noticed mutants of a module is asked first about the next one. */
function createOrder({ loads }: Compiled, ask: Ask, learned: Learned): TestRunner["tryMutant"] {
  const { kills, cpuMs: known } = learned;
  const tryFile = async (file: string, asked: Asked, endMs: number): Promise<string | null> => {
    const before = known.get(file);
    const limit = before === undefined ? LIMIT_MS : KNOWN_LIMIT_MS + KNOWN_LIMIT_SHARE * before;
    const { failed, cpuMs } = await ask(asked, { cpuMs: limit, endMs });
    if (failed === null && before === undefined) known.set(file, cpuMs);
    return failed;
  };
  const isSooner = (module: string, a: string, b: string): number =>
    kills.compare(module, a, b) ||
    Number(LAST.test(a)) - Number(LAST.test(b)) ||
    (known.get(a) ?? 0) - (known.get(b) ?? 0);
  const checkAlone = async (file: string, test: string): Promise<void> => {
    const alone = { mutant: null, file, first: [test], isFirstAlone: true };
    const { failed } = await ask(alone, { cpuMs: LIMIT_MS, endMs: Number.POSITIVE_INFINITY });
    if (failed !== null) throw new TypeError(`${file}: "${test}" fails with the code as it is`);
  };
  return async (mutant, endMs) => {
    const { module } = mutant;
    const script = await compileOne(mutant.text);
    const files = [...loads].filter(([, loaded]) => loaded.has(module)).map(([file]) => file);
    for (const file of files.sort((a, b) => isSooner(module, a, b))) {
      const first = kills.testsOf(module, file);
      const test = await tryFile(
        file,
        { mutant: { module, script }, file, first, isFirstAlone: false },
        endMs,
      );
      if (performance.now() > endMs) return "undecided";
      if (test === null) continue;
      if (kills.note(module, file, test) && test !== NO_END) await checkAlone(file, test);
      return "killed";
    }
    return "alive";
  };
}

/** How many mutants of each module each test noticed. */
class Kills {
  readonly #counts = new Map<string, Map<string, Map<string, number>>>();
  readonly #known = new Set<string>();

  /** @returns true for a test that noticed none before. */
  note(module: string, file: string, test: string): boolean {
    const files = this.#counts.get(module) ?? new Map<string, Map<string, number>>();
    const tests = files.get(file) ?? new Map<string, number>();
    this.#counts.set(module, files.set(file, tests.set(test, (tests.get(test) ?? 0) + 1)));
    const isNew = !this.#known.has(`${file} ${test}`);
    this.#known.add(`${file} ${test}`);
    return isNew;
  }

  /** The most successful first. */
  testsOf(module: string, file: string): string[] {
    const tests = this.#counts.get(module)?.get(file) ?? new Map<string, number>();
    return [...tests].sort(([, a], [, b]) => b - a).map(([test]) => test);
  }

  compare(module: string, a: string, b: string): number {
    return this.#sum(module, b) - this.#sum(module, a);
  }

  #sum(module: string, file: string): number {
    const tests = this.#counts.get(module)?.get(file) ?? new Map<string, number>();
    return [...tests.values()].reduce((sum, each) => sum + each, 0);
  }
}
