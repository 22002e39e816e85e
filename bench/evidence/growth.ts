// What each operation costs as a store grows: on the processor, in processes of this run. Nothing may grow faster than the store, and
// a recall hardly at all.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../budget-rows.ts";
import { type Measured, runTask } from "../measure.ts";
import type { Times } from "../speed-task.ts";
import type { Cell, Context, LineChart, Part } from "./section.ts";

const SIZES = { quick: [100, 1_000], full: [100, 1_000, 10_000, 100_000] } as const;
/** From one size to the next, ten times as large. What starts a process costs the same at any size. */
const LINEAR = 10;
/** A machine at other work makes one figure half as large again. */
const NOISE = 1.5;
/** Of a recall, over all sizes: a hundredth of what the store grows by. */
const FLAT_SHARE = 0.01;
const RECALL = "recall";

const BENCH = join(import.meta.dirname, "..");

type Row = { readonly what: string; readonly promise: string; readonly ms: number[] };

const SAYS = `Stores of notes, each with a signed statement, made directly and measured in fresh processes of the built program: the time on the
processor in milliseconds, of one operation. Commands start a process, which costs the same at any size. A full view computes every
file of an own root from its statements, as after a change of trust; an act computes one memory's.`;

export const GROWTH: Part = {
  name: "growth",
  run: async (context) => {
    const sizes = SIZES[context.size];
    const rows = new Map<string, Row>();
    for (const size of sizes) {
      context.tell(`${size} memories`);
      for (const [what, ms] of measure(context, size)) {
        const row = rows.get(what) ?? { what, promise: promiseOf(what), ms: [] };
        row.ms.push(ms);
        rows.set(what, row);
      }
    }
    const all = [...rows.values()];
    return {
      title: "Growth",
      says: [SAYS],
      tables: [
        {
          caption: "Milliseconds of processor time, by the number of memories",
          command: "npm run evidence -- growth",
          head: ["operation", ...sizes.map((size) => size.toLocaleString("en")), "promised"],
          rows: all.map(({ what, promise, ms }): Cell[] => [what, ...ms.map(round), promise]),
        },
      ],
      charts: [chartOf(all, sizes)],
      skipped: [
        {
          what: "the hub at 1 000 000 memories",
          why: "it takes half an hour to fill: npm run bench:hub measures it",
        },
      ],
      broken: all.flatMap((row) => judge(row, sizes)),
    };
  },
};

function promiseOf(what: string): string {
  return what === RECALL ? "nearly flat" : "no worse than linear";
}

function measure({ scratch, dist }: Context, size: number): [string, number][] {
  const base = join(scratch, String(size));
  mkdirSync(base);
  const run = (task: string): Times =>
    runTask<Times>(join(BENCH, "budgets.ts"), ["--task", task, base, String(size)]);
  run("make-recent");
  const rebuild = middle(run("rebuild"));
  const places = { dist, base };
  const command = (...words: string[]): number => {
    // What is judged or verified once in its life is not what somebody waits for each time.
    runCommand(places, words);
    const times = [runCommand(places, words), runCommand(places, words)].map(({ ms }: Measured) => ms);
    return Math.min(...times);
  };
  const of = (text: string): string[] => ["--type", "project", "--name", text, "--description", text];
  let saved = 0;
  const save = (): string[] => {
    saved += 1;
    return ["save", ...of(`Growth ${saved} of the store`), "--body", `Saved in round ${saved}.`];
  };
  runCommand(places, save());
  const saves = [save(), save(), save()].map((words) => runCommand(places, words).ms);
  return [
    [RECALL, middle(run("query"))],
    ["recall after a change", middle(run("update"))],
    ["credence save", Math.min(...saves)],
    ["credence search", command("search", "migration", "--limit", "5")],
    ["credence list", command("list")],
    ["credence status", command("status")],
    ["credence review", command("review", "--json")],
    ["credence doctor", command("doctor")],
    ["index from nothing", rebuild],
    ...measureView(base, size),
  ];
}

/** In a root of one's own, beside the shared one. */
function measureView(base: string, memories: number): [string, number][] {
  const own = join(base, "own");
  spawnSync("git", ["init", "--quiet", join(own, "project")]);
  const ask = (task: string): number =>
    runTask<number>(join(BENCH, "view.ts"), [JSON.stringify({ base: own, task, memories })]);
  ask("make");
  const first = ask("full");
  ask("index");
  return [
    ["full view, first", first],
    ["full view", ask("full")],
    ["one act's view", ask("one")],
  ];
}

function middle({ cpuMs }: Times): number {
  return cpuMs[Math.floor(cpuMs.length / 2)] ?? Number.NaN;
}

function round(ms: number): number {
  return ms < 10 ? Math.round(ms * 100) / 100 : Math.round(ms);
}

function judge({ what, ms }: Row, sizes: readonly number[]): string[] {
  const grown = (sizes.at(-1) ?? 1) / (sizes[0] ?? 1);
  const by = (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN);
  if (what === RECALL)
    return by <= Math.max(2, grown * FLAT_SHARE) * NOISE
      ? []
      : [`${what} costs ${by.toFixed(1)} times as much in a store ${grown} times as large`];
  return ms.flatMap((each, at) => {
    const step = at === 0 ? 0 : each / (ms[at - 1] ?? Number.NaN);
    const isWithin = step <= LINEAR * NOISE;
    return isWithin ? [] : [`${what} costs ${step.toFixed(1)} times as much at ${sizes[at]} memories`];
  });
}

function chartOf(rows: readonly Row[], sizes: readonly number[]): LineChart {
  return {
    name: "growth",
    caption: "What an operation costs as a store grows",
    xLabel: "memories",
    yLabel: "milliseconds of processor time",
    lines: rows.map(({ what, ms }) => ({
      label: what,
      points: ms.map((each, at): [number, number] => [sizes[at] ?? 0, Math.max(0.01, each)]),
    })),
  };
}
