// What each operation costs as a store grows: on the processor, in processes of this run. Nothing may grow faster than the store, and
// a recall hardly at all.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findPostgres } from "../../hub/src/database/find-postgres.ts";
import { HubFailure } from "../../hub/src/hub-failure.ts";
import { runCommand } from "../budget-rows.ts";
import { type Measured, runTask } from "../measure.ts";
import { findData } from "../read-data.ts";
import type { Times } from "../speed-task.ts";
import type { Cell, Context, LineChart, Part, Skipped } from "./section.ts";

const HUB_SIZES = { quick: [100, 1_000], full: [100, 1_000, 10_000, 100_000, 1_000_000] } as const;
const SIZES = { quick: [100, 1_000], full: [100, 1_000, 10_000, 100_000] } as const;
/** From one size to the next, ten times as large. What starts a process costs the same at any size. */
const LINEAR = 10;
/** A machine at other work makes one figure half as large again. */
const NOISE = 1.5;
/** Of a recall, over all sizes: a hundredth of what the store grows by. */
const FLAT_SHARE = 0.01;
const RECALL = "recall in a running server";

const BENCH = join(import.meta.dirname, "..");

type Row = {
  readonly what: string;
  readonly promise: string;
  /** By the number of memories, the smallest first. */
  readonly points: [memories: number, ms: number][];
};

const SAYS = `Stores of notes, each with a signed statement, made directly: the time on the processor in milliseconds, of one operation. What
begins with \`credence\` is a process of the built program, whose start costs the same at any size: the better of two after a first one, of a
save the best of three. A recall is the median of 300 in one process that holds its index open, as a running server does; that, the index and the
views run the sources. A full view computes every
file of an own root from its statements, as after a change of trust; an act computes one memory's. A search of a hub is PostgreSQL's time and
the hub's own, over rows that it has read before, for a token of thirty roots of a thousand memories and for one of all. What is promised is looked at with half as much again for a machine at other work.`;

export const GROWTH: Part = {
  name: "growth",
  run: async (context) => {
    const rows = new Map<string, Row>();
    const note = (size: number, measured: readonly [string, number][]): void => {
      for (const [what, ms] of measured) {
        const row = rows.get(what) ?? { what, promise: promiseOf(what), points: [] };
        row.points.push([size, ms]);
        rows.set(what, row);
      }
    };
    for (const size of SIZES[context.size]) {
      context.tell(`${size} memories`);
      note(size, measure(context, size));
    }
    const skipped = measureHubs(context, note);
    const all = [...rows.values()];
    const sizes = [...new Set(all.flatMap(({ points }) => points.map(([size]) => size)))];
    const cellOf = ({ points }: Row, size: number): Cell => {
      const ms = points.find(([of]) => of === size)?.[1];
      return ms === undefined ? "–" : round(ms);
    };
    return {
      title: "Growth",
      says: [SAYS],
      tables: [
        {
          caption: "Milliseconds of processor time, by the number of memories",
          command: "npm run evidence -- growth",
          head: ["operation", ...sizes.map((size) => size.toLocaleString("en")), "promised"],
          rows: all.map((row): Cell[] => [row.what, ...sizes.map((size) => cellOf(row, size)), row.promise]),
        },
      ],
      charts: [chartOf(all)],
      skipped,
      broken: all.flatMap(judge),
    };
  },
};

/** Roots of a thousand memories; a token sees thirty of them, or all. */
function measureHubs(
  { size, tell, hubStore }: Context,
  note: (size: number, measured: readonly [string, number][]) => void,
): Skipped[] {
  const what = "searches of a hub";
  if (findData() === null) return [{ what, why: "the notes that fill it are not here" }];
  try {
    findPostgres(process.env);
  } catch (error) {
    if (!(error instanceof HubFailure)) throw error;
    return [{ what, why: error.message }];
  }
  for (const memories of HUB_SIZES[size]) {
    tell(`a hub of ${memories} memories`);
    const shape = [
      "--roots",
      String(Math.ceil(memories / 1_000)),
      "--each",
      String(Math.min(memories, 1_000)),
    ];
    const store = memories === 1_000_000 && hubStore !== null ? ["--store", hubStore] : [];
    const asked = ["--queries", "50", "--only", "growth", ...shape, ...store];
    const measured = runTask<[string, number][]>(join(BENCH, "hub.ts"), asked);
    note(
      memories,
      measured.map(([scope, ms]) => [`search of a hub, ${scope}`, ms]),
    );
  }
  return size === "quick" || hubStore === null ? [] : [FILLED_BEFORE];
}

const FILLED_BEFORE: Skipped = {
  what: "filling the hub of a million memories",
  why: "the run was given a store that `npm run bench:hub -- --store DIRECTORY --only none` had filled; its searches are of this run",
};

function promiseOf(what: string): string {
  return what === RECALL
    ? "nearly flat: over all sizes a hundredth of what the store grows by, or twice"
    : `no worse than linear: ${LINEAR} × from one size to the next`;
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

function judge({ what, points }: Row): string[] {
  const [[least = 1, first = Number.NaN] = [], [most = 1, last = Number.NaN] = []] = [
    points[0],
    points.at(-1),
  ];
  if (what === RECALL)
    return last / first <= Math.max(2, (most / least) * FLAT_SHARE) * NOISE
      ? []
      : [
          `${what} costs ${(last / first).toFixed(1)} times as much in a store ${most / least} times as large`,
        ];
  return points.flatMap(([size, ms], at) => {
    const step = at === 0 ? 0 : ms / (points[at - 1]?.[1] ?? Number.NaN);
    return step <= LINEAR * NOISE
      ? []
      : [`${what} costs ${step.toFixed(1)} times as much at ${size} memories`];
  });
}

function chartOf(rows: readonly Row[]): LineChart {
  return {
    name: "growth",
    caption: "What an operation costs as a store grows",
    xLabel: "memories",
    yLabel: "milliseconds of processor time",
    lines: rows.map(({ what, points }) => ({
      label: what,
      points: points.map(([size, ms]): [number, number] => [size, Math.max(0.01, ms)]),
    })),
  };
}
