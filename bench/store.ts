// How the store scales: saves a second, list and show at 100, 10 000 and 100 000 memories, and the memory that list
// needs, each beside a naive way in the same run (bench/store-naive.ts). `--quick` leaves the largest out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Measured, renderMs, renderTable, runTask } from "./measure.ts";
import { isStoreTask, STORE_TASKS, type StoreTask } from "./store-task.ts";

const SIZES = process.argv.includes("--quick") ? [100, 10_000] : [100, 10_000, 100_000];

const HEAD = ["", "memories", "credence", "naive", "ratio", "credence MB", "naive MB"];

function measureSize(memories: number): string[][] {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  const run = (task: StoreTask): Measured =>
    runTask<Measured>(import.meta.filename, ["--task", task, base, String(memories)]);
  try {
    run("make");
    // The files were written just now, so both sides read from a warm cache.
    const rows = [
      compare("first list, verifying", memories, [run("list"), run("list-naively")]),
      compare("list", memories, [run("list"), run("list-naively")]),
      compare("show", memories, [run("show"), run("show-naively")]),
    ];
    const [saved, naively] = [run("save"), run("save-naively")];
    const perSecond = ({ ms }: Measured): string => (1_000 / ms).toFixed(0);
    return [
      ...rows,
      compare("save", memories, [saved, naively]),
      [
        "saves a second",
        String(memories),
        perSecond(saved),
        perSecond(naively),
        ratio(naively, saved),
        "",
        "",
      ],
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function compare(what: string, memories: number, [ours, naive]: readonly [Measured, Measured]): string[] {
  return [
    what,
    String(memories),
    renderMs(ours.ms),
    renderMs(naive.ms),
    ratio(ours, naive),
    ours.rssMb.toFixed(0),
    naive.rssMb.toFixed(0),
  ];
}

function ratio(one: Measured, other: Measured): string {
  return (one.ms / other.ms).toFixed(2);
}

const [, , mode, task = "", base = "", memories] = process.argv;
if (mode === "--task" && isStoreTask(task)) {
  console.log(JSON.stringify(await STORE_TASKS[task]({ base, memories: Number(memories) })));
} else {
  console.log(renderTable([HEAD, ...SIZES.flatMap(measureSize)]));
}
