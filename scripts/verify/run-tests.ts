// Runs test files and reports only what failed. Starting a process and loading the sources costs more than most tests do, so
// in the quick gate a few processes share all files, each taking the next one; the deep one gives each file its own.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Report } from "./run-files.ts";
import type { StepResult } from "./step.ts";

export type Sharing = "shared-processes" | "one-process-per-file";

const RUNNER = join(import.meta.dirname, "run-files.ts");

/** A file that hangs must not hang the whole run. */
const PROCESS_TIMEOUT_MS = 3_600_000;
/** How many files a process runs at most: what it keeps of each slows it down in the end. */
const FILES_MAX = { "shared-processes": 100, "one-process-per-file": 1 } as const satisfies Record<
  Sharing,
  number
>;
/** Starting a program of others costs seconds: the quick one walks through a few once, and the deep one has the rest. */
const OF_OTHERS = /^(?:test\/(?:clients\/|mcp\/inspector\.)|hub\/test\/faults\/)/;
const WALKS = /^test\/clients\/(?:ask|claude-code|codex|gemini|opencode)\.test\.ts$/;
/** Stories of several machines, and kills and failures at every call: their rules are proved in the quick one by the law's tables, its model and one walk of each kind. */
const STORIES = [
  /^test\/sync\/(?:branches|forgotten|machine-add|named-and-settings|signed-elsewhere|trouble|trusted-later)\./,
  /^test\/faults\/(?:disk-errors|index-errors|replay|writers|years)\./,
  /^test\/(?:app\/index\/hostile-flood|bin\/npm-exec|cli\/hostile-names)\./,
];
/** What takes longest starts first, in this order: the processors are to be busy to the end. */
const LONG = [
  /^test\/sync\/model/,
  /^test\/cli\/connect\/install-over\./,
  /^test\/browser\//,
  /^hub\/test\//,
  /^test\/(?:clients|sync)\//,
  // They wait for each other's words most of the time.
  /terminal\.test\.ts$/,
  /^test\/(?:scenarios|faults)\//,
  /^test\/(?:redteam|mcp)\//,
];
/** Each git is started by a copy of the page tables of the process that runs the tests, and large pages have small ones. */
const LARGE_PAGES = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };
/** How many files are named that took longest. */
const LONGEST = 5;

type Run = { readonly files: readonly string[]; readonly directory: string; readonly most: number };
type ProcessEnd = { readonly pid: number; readonly code: number | null; readonly talk: string };

export async function runTests(
  given: readonly string[],
  concurrency: number,
  sharing: Sharing,
): Promise<StepResult> {
  if (given.length === 0)
    return { passed: 0, failed: 1, note: "no tests", output: "there is no such test file" };
  const directory = mkdtempSync(join(tmpdir(), "credence-reports-"));
  try {
    const run = { files: longFirst(given), directory, most: FILES_MAX[sharing] };
    const ends = (await Promise.all(Array.from({ length: concurrency }, () => work(run)))).flat();
    return resultOf(run, ends);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function quickFiles(files: readonly string[]): string[] {
  return files.filter(
    (path) => WALKS.test(path) || ![OF_OTHERS, ...STORIES].some((pattern) => pattern.test(path)),
  );
}

export function longFirst(files: readonly string[]): string[] {
  const placeOf = (file: string): number => {
    const place = LONG.findIndex((pattern) => pattern.test(file));
    return place === -1 ? LONG.length : place;
  };
  return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** One process after the other, as long as there are files that nobody took. */
async function work(run: Run): Promise<ProcessEnd[]> {
  const ends: ProcessEnd[] = [];
  while (run.files.some((_, index) => !existsSync(join(run.directory, String(index))))) {
    const end = await runProcess(run);
    ends.push(end);
    // The last ones were taken by others, or it cannot run at all.
    if (!run.files.some((_, index) => readReports(run, index).some((each) => isBegunBy(each, end)))) break;
  }
  return ends;
}

function runProcess({ files, directory, most }: Run): Promise<ProcessEnd> {
  // Below a test, it would make the process report to that one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [RUNNER, directory, String(most), ...files], {
      env: { ...env, ...LARGE_PAGES },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: PROCESS_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    let talk = "";
    child.stderr.on("data", (chunk: Buffer) => {
      talk += chunk.toString();
    });
    child.on("close", (code) => resolve({ pid: child.pid ?? 0, code, talk }));
  });
}

function readReports({ directory }: Run, index: number): Report[] {
  const path = join(directory, String(index));
  return (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .slice(0, -1)
    .map((line): Report => JSON.parse(line));
}

function isBegunBy(report: Report, { pid }: ProcessEnd): boolean {
  return report.kind === "begun" && report.pid === pid;
}

function resultOf(run: Run, ends: readonly ProcessEnd[]): StepResult {
  const times = new Map<string, number>();
  const total = { tests: 0, passed: 0 };
  const failures = run.files.flatMap((file, index) => {
    const reports = readReports(run, index);
    for (const report of reports) {
      if (report.kind === "took") times.set(file, (times.get(file) ?? 0) + report.ms);
      if (report.kind !== "counts") continue;
      total.tests += report.tests;
      total.passed += report.passed;
    }
    return failuresOf(file, reports, ends);
  });
  // One that fails after its last file, or before its first.
  const failed = failures.length > 0 ? [] : ends.filter(({ code }) => code !== 0);
  failures.push(
    ...failed.map(({ code, talk }) => `✗ a process ended with exit code ${code}\n${talk}`.trimEnd()),
  );
  return {
    passed: total.passed,
    failed: Math.max(total.tests - total.passed, failures.length),
    note: `${total.tests} tests; ${sayLongest(times)}`,
    output: failures.join("\n\n"),
  };
}

/** A process that crashed has no error of its own to show; what it wrote to stderr says why. */
function failuresOf(path: string, reports: readonly Report[], ends: readonly ProcessEnd[]): string[] {
  const failed = reports.filter((report) => report.kind === "failed");
  const said = failed.map(({ name, file, reason }) =>
    `✗ ${name} (${relative(".", file)})\n${reason}`.trimEnd(),
  );
  if (reports.some(({ kind }) => kind === "counts")) return said;
  const end = ends.find((each) => reports.some((report) => isBegunBy(report, each)));
  if (end === undefined) return [...said, `✗ ${path} was never run`];
  return [...said, `✗ ${path} ended with exit code ${end.code}\n${end.talk}`.trimEnd()];
}

function sayLongest(times: ReadonlyMap<string, number>): string {
  const longest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, LONGEST);
  return `the longest: ${longest.map(([file, ms]) => `${relative(".", file)} ${(ms / 1_000).toFixed(0)} s`).join(", ")}`;
}
