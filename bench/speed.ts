// How fast recall is: the budgets as ratios, in one run, beside bare `node` and beside S2's way of building an index in
// memory on each prompt, and beside a hostile clone. `--quick` leaves the largest store out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPackage } from "../scripts/build.ts";
import { renderMs, renderTable, runTask } from "./measure.ts";
import { measureHostile } from "./speed-hostile.ts";
import { type ProcessTimes, timeProcesses } from "./speed-processes.ts";
import { isSpeedTask, memoriesIn, promptOf, SPEED_TASKS, type Times } from "./speed-task.ts";

const SIZES = process.argv.includes("--quick") ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000];
const HEAD = ["", "memories", "credence", "S2", "ratio", ""];

type Measured = {
  readonly rebuild: Times;
  readonly inPlace: Times;
  readonly edit: Times;
  readonly query: Times;
  readonly naive: Times;
  readonly update: Times;
  readonly replace: Times;
  readonly processes: ProcessTimes;
};

function at({ ms }: Pick<Times, "ms">, share: number): number {
  return ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? Number.NaN;
}

function measureSize(dist: string, memories: number): Measured {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  const run = (task: keyof typeof SPEED_TASKS): Times =>
    runTask<Times>(import.meta.filename, ["--task", task, base, String(memories)]);
  try {
    run("make");
    // The first one also verifies every signature, which is done once in the life of a statement.
    run("rebuild");
    return {
      rebuild: run("rebuild"),
      inPlace: run("rebuild-in-place"),
      query: run("query"),
      naive: run("query-naively"),
      processes: timeProcesses({ dist, base, memories: memoriesIn(base), prompt: promptOf(memories, 1) }),
      update: run("update"),
      edit: run("edit"),
      replace: run("replace"),
    };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function renderSize(memories: number, measured: Measured): string[][] {
  const { rebuild, inPlace, query, naive, update, edit, replace, processes } = measured;
  const row = (what: string, [ours, rival]: readonly [number, number], note = ""): string[] => {
    return [what, String(memories), renderMs(ours), renderMs(rival), (ours / rival).toFixed(3), note];
  };
  const median = at(naive, 0.5);
  const more = (times: Times): string => `${renderMs(Math.max(0, at(times, 0.5) - at(query, 0.5)))} more`;
  const rate = (times: Times): string => `${((memories / at(times, 0)) * 1_000).toFixed(0)} a second`;
  const { bare, ours, rival } = processes;
  const overBare = at({ ms: ours }, 0.5) / at({ ms: bare }, 0.5);
  return [
    row(
      "process, p50",
      [at({ ms: ours }, 0.5), at({ ms: rival }, 0.5)],
      `${overBare.toFixed(2)} x bare node`,
    ),
    row("query, p50", [at(query, 0.5), median]),
    row("query, p95", [at(query, 0.95), at(naive, 0.95)]),
    row("after an update of ours", [at(update, 0.5), median], more(update)),
    row("after a file was edited", [at(edit, 0.5), median], more(edit)),
    row("after a file was replaced", [at(replace, 0.5), median], more(replace)),
    row("rebuild", [at(rebuild, 0), median], rate(rebuild)),
    row("rebuild in place", [at(inPlace, 0), median], rate(inPlace)),
    ["resident", String(memories), `${query.rssMb.toFixed(0)} MB`, `${naive.rssMb.toFixed(0)} MB`, "", ""],
  ];
}

async function printAll(): Promise<void> {
  const dist = mkdtempSync(join(tmpdir(), "credence-dist-"));
  try {
    await buildPackage(dist);
    const rival = join(import.meta.dirname, "speed-rival.ts");
    await build({
      entryPoints: [rival],
      outfile: join(dist, "rival.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
    });
    console.log(renderTable(measureHostile(dist)));
    for (const size of SIZES) console.log(renderTable([HEAD, ...renderSize(size, measureSize(dist, size))]));
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

const [, , mode, task = "", base = "", memories] = process.argv;
if (mode === "--task" && isSpeedTask(task)) {
  console.log(JSON.stringify(await SPEED_TASKS[task]({ base, memories: Number(memories) })));
} else await printAll();
