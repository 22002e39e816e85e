// The core proved small: each rule of the law and of the block is broken by a script, in every way that somebody could have written it
// wrong, and a test has to notice. What no test can notice is listed with the sentence that shows why.

import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseSources } from "../../test/arch/syntax.ts";
import { chanceOf } from "../../test/memory/law/sets/world.ts";
import { ROOT } from "./core/compile.ts";
import { type Equivalents, readEquivalents } from "./core/equivalents.ts";
import { listMutants, type Mutant } from "./core/mutate.ts";
import { openTests, type TestRunner } from "./core/run-tests.ts";
import type { Cell, Context, Part } from "./section.ts";

/** What decides how a memory stands, and what a model is shown of it. */
const CORE = [
  ...["src/memory/law/sets/*.ts", "src/memory/block/*.ts"],
  "src/memory/law/{acts,causes,evidence,standing,takeover,transitions}.ts",
];

/** For the mutants of the small form, beside what it takes to list them. */
const QUICK_MS = 18_000;

const SAYS = `Every module that decides how a memory stands, and the one that renders what a model is shown, is parsed; each
condition is turned round, each \`&&\` and \`||\` becomes the other or loses a side, comparisons move by one, numbers by one, early
returns, steps, parts of lists, rows and cells of tables are left out, and \`some\` and \`every\`, first and last, are exchanged. Against each
such mutant run the unit tests of these rooms and 300 random worlds of the law of sets, as in \`npm run verify\`, until one fails.
A mutant that does not come to an end counts as noticed. One that no test could notice is listed in
\`bench/evidence/core/equivalents.txt\` with the reason, and is not run.`;

export const CORE_PART: Part = {
  name: "core",
  run: async (context) => {
    const mutants = listAll();
    const equivalents = readEquivalents();
    const tried = await tryAll(mutants, equivalents, context);
    const alive = [...tried].flatMap(([mutant, how]) => (how === "alive" ? [mutant] : []));
    return {
      title: "The core proved small",
      says: [SAYS],
      tables: [
        {
          caption: "Rules broken, by module",
          command: "npm run evidence -- core",
          head: ["module", "rules", "tried", "killed by a test", "shown equivalent", "alive"],
          rows: [...Map.groupBy(mutants, ({ module }) => module)].map(([module, all]) =>
            rowOf(module, all, { tried, equivalents }),
          ),
        },
      ],
      charts: [],
      skipped: [],
      broken: [
        ...alive.map(sayAlive),
        ...equivalents.findStale(mutants).map((each) => `equivalents.txt: no rule has become ${each}`),
      ],
    };
  },
};

export function listAll(): Mutant[] {
  const paths = globSync(CORE, { cwd: ROOT }).sort();
  const texts = paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const);
  return parseSources(new Map(texts)).flatMap(listMutants);
}

type Outcomes = ReadonlyMap<Mutant, "killed" | "alive">;

async function tryAll(
  mutants: readonly Mutant[],
  { isListed }: Equivalents,
  { size, seed, tell }: Context,
): Promise<Outcomes> {
  const open = mutants.filter((each) => !isListed(each));
  const endMs = size === "quick" ? performance.now() + QUICK_MS : Number.POSITIVE_INFINITY;
  const outcomes = new Map<Mutant, "killed" | "alive">();
  const left = (size === "quick" ? shuffle(open, seed) : open).values();
  let module = "";
  const tryNext = async (tests: TestRunner): Promise<void> => {
    for (const mutant of left) {
      if (performance.now() > endMs) return;
      if (size === "full" && mutant.module !== module) tell(mutant.module);
      module = mutant.module;
      const how = await tests.tryMutant(mutant, endMs);
      if (how === "alive") tell(sayAlive(mutant));
      if (how !== "undecided") outcomes.set(mutant, how);
    }
  };
  const runners = await openTests(
    size === "quick" ? { count: 1, isTimed: false } : { count: availableParallelism(), isTimed: true },
  );
  try {
    await Promise.all(runners.map(tryNext));
  } finally {
    await Promise.all(runners.map((each) => each.close()));
  }
  return outcomes;
}

function sayAlive({ module, was, is }: Mutant): string {
  return `${module}: no test notices "${was}" as "${is}"`;
}

function shuffle(mutants: readonly Mutant[], seed: number): Mutant[] {
  const chance = chanceOf(seed);
  return mutants
    .map((mutant) => ({ mutant, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
}

function rowOf(
  module: string,
  all: readonly Mutant[],
  { tried, equivalents }: { readonly tried: Outcomes; readonly equivalents: Equivalents },
): Cell[] {
  const of = all.flatMap((each) => tried.get(each) ?? []);
  const killed = of.filter((each) => each === "killed").length;
  const same = all.filter(equivalents.isListed).length;
  return [module.replace("src/memory/", ""), all.length, of.length, killed, same, of.length - killed];
}
