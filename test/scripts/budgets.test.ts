// The bench of the budgets: what its rows say of a measure, and that it prints all of them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { indexRows, queryRows, type Row } from "../../bench/budget-rows.ts";
import type { Times } from "../../bench/speed-task.ts";
import { IS_DEEP } from "../deep.ts";
import { freshDir } from "../temp-dir.ts";

/** By its task; somebody waited ten times as long, because the machine had other work. */
const timed =
  (cpuMs: Readonly<Record<string, number>>) =>
  (task: string): Times => {
    const ms = cpuMs[task] ?? Number.NaN;
    return { ms: [10 * ms], cpuMs: [ms], rssMb: 80 };
  };

const verdictsOf = (rows: readonly Row[]): unknown[] =>
  rows.map(({ what, budget, isWithin }) => [what, budget, isWithin]);

test("a row is within its budget or over it by the time on the processor", () => {
  const good = timed({ rebuild: 1_900, query: 3, rewrite: 8, update: 13 });
  assert.deepEqual(verdictsOf(indexRows(good, 10_000)), [
    ["rebuild", "5 000", true],
    ["recall after rewrite of one memory", "5 ms more", true],
    ["recall after update of one memory", "10 ms more", true],
  ]);
  const bad = timed({ rebuild: 2_100, query: 3, rewrite: 8.1, update: 13.1 });
  assert.deepEqual(
    indexRows(bad, 10_000).map(({ isWithin }) => isWithin),
    [false, false, false],
  );
  assert.equal(indexRows(bad, 100)[0]?.isWithin, null, "so few say nothing about a rate");
});

test("a rival stands below our own row, without a budget", (t) => {
  const rows = (query: number): Row[] =>
    queryRows(timed({ query, "query-fts5": 1 }), 100_000, freshDir(t)).slice(0, 2);
  assert.deepEqual(verdictsOf(rows(20)), [
    ["recall in the process, p50 / p95 of processor time", "p95 20 ms", true],
    ["  plain FTS5, kept", "", null],
  ]);
  assert.equal(rows(20.1)[0]?.isWithin, false);
});

/** A minute, most of it for the hostile clones. */
if (IS_DEEP)
  test("every budget is printed with what was measured and its verdict", (t) => {
    const script = join(import.meta.dirname, "../../bench/budgets.ts");
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, "100", "--in", freshDir(t)], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    const table = stdout.slice(stdout.indexOf("measured"));
    const rows = table.split("\n").filter((line) => /\S {2,}.*(?:within|OVER)$/.test(line));
    const names = rows.map((line) => line.split(/ {2,}/)[0]);
    const expected = readFileSync(join(import.meta.dirname, "budget-rows.txt"), "utf8");
    assert.equal(`${names.join("\n")}\n`, expected);
  });
