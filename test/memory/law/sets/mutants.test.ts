// Each rule of the law of sets is one that random worlds, or a probe, miss when it is broken. The deep run breaks all of them, `verify` a few; by hand:
// CREDENCE_TEST_DEEP=1 node --test test/memory/law/sets/mutants.test.ts

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { IS_DEEP } from "../../../deep.ts";
import { FILE_MUTANTS } from "./file-mutants.ts";
import { type Mutant, pathOf } from "./mutant.ts";
import type { runWorlds } from "./run-world.ts";
import { STANDING_MUTANTS } from "./standing-mutants.ts";

const MUTANTS: readonly Mutant[] = [...STANDING_MUTANTS, ...FILE_MUTANTS];
const PROJECT = join(import.meta.dirname, "../../../..");
const MODEL = "test/memory/law/sets";
const PROBES = ["probes", "names", "tombstones", "crowds", "enforced"];
const WORLDS = 300;
const QUICK = ["two approved texts both stand", "a machine replaces what a person said"];

const copies = mkdtempSync(join(tmpdir(), "credence-mutants-"));
symlinkSync(join(PROJECT, "node_modules"), join(copies, "node_modules"));
writeFileSync(join(copies, "package.json"), '{ "type": "module" }');
after(() => rmSync(copies, { recursive: true }));

const read = (mutant: Mutant): string => readFileSync(join(PROJECT, pathOf(mutant)), "utf8");

test("every place that a mutant changes is in the law once", () => {
  const missed = MUTANTS.filter((mutant) => read(mutant).split(mutant.from).length !== 2);
  assert.deepEqual(
    missed.map(({ rule }) => rule),
    [],
  );
});

/** The law and the worlds in a place of their own, with one rule broken. */
async function run(mutant: Mutant, at: number): Promise<readonly string[]> {
  const copy = join(copies, String(at));
  for (const part of ["src/memory", "src/trust", MODEL])
    cpSync(join(PROJECT, part), join(copy, part), { recursive: true });
  writeFileSync(
    join(copy, pathOf(mutant)),
    read(mutant).replace(mutant.from, () => mutant.to),
  );
  const model: { runWorlds: typeof runWorlds } = await import(
    pathToFileURL(join(copy, MODEL, "run-world.ts")).href
  );
  const { broken } = model.runWorlds({ first: 1, count: WORLDS, brokenMax: 1 });
  return broken.length > 0 ? broken : runProbes(copy);
}

/** A few rules matter only where three things meet that random worlds hardly bring together: a probe of its own has them. */
async function runProbes(copy: string): Promise<readonly string[]> {
  const args = ["--test", "--test-reporter=tap", ...PROBES.map((each) => join(MODEL, `${each}.test.ts`))];
  // What runs a test tells its children so, and they would report to it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const outcome = await promisify(execFile)(process.execPath, args, { cwd: copy, env }).catch(
    ({ stdout }) => ({ stdout }),
  );
  return [...String(outcome.stdout).matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => `probe: ${name}`);
}

for (const [at, mutant] of MUTANTS.entries())
  if (IS_DEEP || QUICK.includes(mutant.rule))
    test(`a world breaks where ${mutant.rule}`, async (t) => {
      const [broken] = await run(mutant, at);
      assert.ok(broken !== undefined, `${WORLDS} worlds hold where ${mutant.rule}`);
      t.diagnostic(broken.slice(0, 160));
    });
