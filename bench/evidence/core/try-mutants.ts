// Runs the tests against one mutant after another, in a thread that whoever started it can end: a mutant may never come to an end. Each
// mutant has modules of its own, made from the same compiled scripts, so that nothing is left of the one before.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { type Compiled, ROOT } from "./compile.ts";

export type Given = { readonly scripts: Compiled["scripts"]; readonly seed: number };

export type Asked = {
  /** Null: the code as it is. */
  readonly mutant: { readonly module: string; readonly script: string } | null;
  readonly file: string;
  /** These tests of it before the others, or alone. */
  readonly first: readonly string[];
  readonly isFirstAlone: boolean;
};

/** The test that failed first; null where all of them passed. */
export type Answer = { readonly failed: string | null };

type Test = { readonly name: string; readonly run: (context: unknown) => unknown };
type Module = { exports: unknown };
type Place = { readonly dirname: string; readonly filename: string };
type Run = (exports: unknown, require: (name: string) => unknown, module: Module, place: Place) => void;

const LOADING = "(loading)";

const { scripts, seed }: Given = workerData;
const requireInstalled = createRequire(join(ROOT, "package.json"));
const compiled = new Map<string, Run>();

fc.configureGlobal({ seed });

parentPort?.on("message", async (asked: Asked) => {
  parentPort?.postMessage({ failed: await findFailed(asked) } satisfies Answer);
});

async function findFailed({ mutant, file, first, isFirstAlone }: Asked): Promise<string | null> {
  const tests = loadTests(file, mutant);
  if (tests === null) return LOADING;
  const named = tests.filter(({ name }) => first.includes(name));
  const rest = isFirstAlone ? [] : tests.filter((each) => !named.includes(each));
  for (const { name, run } of [...named, ...rest]) if (!(await passes(run))) return name;
  return null;
}

async function passes(run: Test["run"]): Promise<boolean> {
  try {
    await run({ diagnostic: () => undefined });
    return true;
  } catch {
    // Whatever it is: a mutant was noticed.
    return false;
  }
}

/** @returns null where the file, or what it imports, throws. */
function loadTests(file: string, mutant: Asked["mutant"]): readonly Test[] | null {
  const modules = new Map<string, Module>();
  const tests: Test[] = [];
  const runner = { test: (name: string, run: Test["run"]) => tests.push({ name, run }) };
  const load = (path: string): unknown => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module: Module = { exports: {} };
    modules.set(path, module);
    const run = path === mutant?.module ? compileScript(path, mutant.script) : findScript(path);
    const require = (name: string): unknown => {
      if (name === "node:test") return runner;
      return name.startsWith(".") ? load(join(dirname(path), name)) : requireInstalled(name);
    };
    run(module.exports, require, module, { dirname: join(ROOT, dirname(path)), filename: join(ROOT, path) });
    return module.exports;
  };
  try {
    load(file);
    return tests;
  } catch {
    // A table that cannot be made is noticed by whoever loads it.
    return null;
  }
}

function findScript(path: string): Run {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const script = scripts.get(path);
  if (script === undefined) throw new TypeError(`${path} was not compiled`);
  const run = compileScript(path, script);
  compiled.set(path, run);
  return run;
}

function compileScript(path: string, script: string): Run {
  const text = `(function (exports, require, module, { dirname: __dirname, filename: __filename }) {${script}\n})`;
  return new Script(text, { filename: join(ROOT, path) }).runInThisContext();
}
