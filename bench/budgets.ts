// Every row of the table of budgets, with what was measured at 100, 1 000, 10 000 and 100 000 memories and the verdict, beside
// ripgrep where it is installed, plain FTS5 and S2. `node bench/budgets.ts [SIZE…] [--in DIR]`: the stores are made in DIR, and
// kept there, or in a directory that goes afterwards.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackage } from "../scripts/build.ts";
import { measureDirectory } from "../src/store/backup.ts";
import {
  commandRows,
  hookRows,
  importRow,
  indexRows,
  newRulesRows,
  queryRows,
  type Row,
  type RunTask,
  serverRows,
} from "./budget-rows.ts";
import { renderTable, runTask } from "./measure.ts";
import { measureHostile } from "./speed-hostile.ts";
import { isSpeedTask, SPEED_TASKS, type Times } from "./speed-task.ts";

const SIZES = [100, 1_000, 10_000, 100_000];

async function measureSize(dist: string, memories: number, base: string): Promise<Row[]> {
  const run: RunTask = (task) =>
    runTask<Times>(import.meta.filename, ["--task", task, base, String(memories)]);
  if (!existsSync(base)) {
    mkdirSync(base, { recursive: true });
    run("make-recent");
  }
  // The first one also verifies every signature, which is done once in the life of a statement.
  run("rebuild");
  const places = { dist, base };
  const rows: (() => Row[] | Promise<Row[]>)[] = [
    () => indexRows(run, memories),
    () => queryRows(run, memories, base),
    () => hookRows(places, memories),
    () => serverRows(places, memories),
    () => newRulesRows(places, run, memories),
    () => commandRows(places),
    () => [importRow(places, memories)],
  ];
  const measured: Row[] = [];
  for (const each of rows) {
    const some = await each();
    for (const row of some) console.log(renderRow(memories, row).join("  "));
    measured.push(...some);
  }
  return measured;
}

const VERDICTS = new Map([
  [true, "within"],
  [false, "OVER"],
  [null, ""],
]);

function renderRow(memories: number, { what, measured, budget, isWithin }: Row): string[] {
  return [what, String(memories), measured, budget, VERDICTS.get(isWithin) ?? ""];
}

const PACKED = ["dist", "docs", "plugin", ".claude-plugin"];

/** What does not depend on how many memories there are. */
function fixedRows(dist: string): string[][] {
  const root = join(import.meta.dirname, "..");
  const bytes = PACKED.map((name) => measureDirectory(name === "dist" ? dist : join(root, name)));
  const megabytes = bytes.reduce((sum, each) => sum + each, 0) / 1e6;
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "scan.ts")], {
    encoding: "utf8",
  });
  const speed = Number(/^all three\s+([\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN);
  const verdict = (isWithin: boolean): string => VERDICTS.get(isWithin) ?? "";
  return [
    ["validators, all rules, on prose", "", `${speed} MB/s`, "7 MB/s", verdict(speed >= 7)],
    ["package, installed", "", `${megabytes.toFixed(1)} MB`, "30 MB", verdict(megabytes < 30)],
    ["npm run verify", "", "says itself how long it took", "5 min", ""],
  ];
}

async function printAll(args: readonly string[]): Promise<void> {
  const at = args.indexOf("--in");
  const given = at === -1 ? undefined : args[at + 1];
  const sizes = args.filter((each) => /^\d+$/.test(each)).map(Number);
  const stores = given ?? mkdtempSync(join(tmpdir(), "credence-bench-"));
  const dist = mkdtempSync(join(tmpdir(), "credence-dist-"));
  try {
    await buildPackage(dist);
    const rows: string[][] = [];
    for (const size of sizes.length === 0 ? SIZES : sizes)
      for (const row of await measureSize(dist, size, join(stores, String(size))))
        rows.push(renderRow(size, row));
    console.log(
      renderTable([["", "memories", "measured", "budget", "verdict"], ...rows, ...fixedRows(dist)]),
    );
    console.log(renderTable(measureHostile(dist)));
  } finally {
    rmSync(dist, { recursive: true, force: true });
    if (given === undefined) rmSync(stores, { recursive: true, force: true });
  }
}

const [, , mode, task = "", base = "", memories] = process.argv;
if (mode === "--task" && isSpeedTask(task)) {
  console.log(JSON.stringify(await SPEED_TASKS[task]({ base, memories: Number(memories) })));
} else await printAll(process.argv.slice(2));
