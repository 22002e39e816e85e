// Runs test files and reports only what failed. Starting a process and loading the sources costs more than most tests do, so
// in the quick gate the files of one folder share a process; the deep one gives each its own.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Report } from "./run-group.ts";
import type { StepResult } from "./step.ts";

export type Sharing = "one-process-per-folder" | "one-process-per-file";

const RUNNER = join(import.meta.dirname, "run-group.ts");

/** A file that hangs must not hang the whole run. */
const GROUP_TIMEOUT_MS = 1_800_000;
/** So that the processors are busy to the end. */
const GROUP_FILES_MAX = 16;
/** Of these folders each file has a process of its own, and they start first: they take longest. */
const ALONE = /^test\/(faults|scenarios|clients)\//;
/** How many files are named that took longest. */
const LONGEST = 5;

type Group = { readonly files: readonly string[] };
type GroupEnd = { readonly reports: readonly Report[]; readonly code: number | null; readonly talk: string };

export async function runTests(
  files: readonly string[],
  concurrency: number,
  sharing: Sharing,
): Promise<StepResult> {
  if (files.length === 0)
    return { passed: 0, failed: 1, note: "no tests", output: "there is no such test file" };
  const waiting = groupFiles(files, sharing);
  const failures: string[] = [];
  const times = new Map<string, number>();
  const total = { tests: 0, passed: 0 };
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const end = await runGroup(group);
      failures.push(...failuresOf(group, end));
      for (const report of end.reports) {
        if (report.kind === "took") times.set(report.file, (times.get(report.file) ?? 0) + report.ms);
        if (report.kind !== "counts") continue;
        total.tests += report.tests;
        total.passed += report.passed;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return {
    passed: total.passed,
    failed: Math.max(total.tests - total.passed, failures.length),
    note: `${total.tests} tests; ${sayLongest(times)}`,
    output: failures.join("\n\n"),
  };
}

export function groupFiles(files: readonly string[], sharing: Sharing): Group[] {
  const alone = files.filter((path) => sharing === "one-process-per-file" || ALONE.test(path));
  const byFolder = Map.groupBy(
    files.filter((path) => !alone.includes(path)),
    dirname,
  );
  const shared = [...byFolder.values()].flatMap((folder) =>
    Array.from({ length: Math.ceil(folder.length / GROUP_FILES_MAX) }, (_, index) => ({
      files: folder.slice(index * GROUP_FILES_MAX, (index + 1) * GROUP_FILES_MAX),
    })),
  );
  return [
    ...alone.map((path) => ({ files: [path] })),
    ...shared.toSorted((a, b) => b.files.length - a.files.length),
  ];
}

function runGroup({ files }: Group): Promise<GroupEnd> {
  const scratch = mkdtempSync(join(tmpdir(), "credence-group-"));
  const reportFile = join(scratch, "report");
  // Below a test, it would make the process report to that one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [RUNNER, reportFile, ...files], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: GROUP_TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    let talk = "";
    child.stderr.on("data", (chunk: Buffer) => {
      talk += chunk.toString();
    });
    child.on("close", (code) => {
      const reports = readReports(reportFile);
      rmSync(scratch, { recursive: true, force: true });
      resolve({ reports, code, talk });
    });
  });
}

function readReports(path: string): Report[] {
  // If it ended before it could say anything, its exit code and its last words tell.
  return (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .slice(0, -1)
    .map((line): Report => JSON.parse(line));
}

/** A process that crashed has no error of its own to show; what it wrote to stderr says why. */
function failuresOf({ files }: Group, { reports, code, talk }: GroupEnd): string[] {
  const failed = reports.filter((report) => report.kind === "failed");
  const said = failed.map(({ name, file, reason }) =>
    `✗ ${name} (${relative(".", file)})\n${reason}`.trimEnd(),
  );
  const isWhole = reports.some(({ kind }) => kind === "counts");
  if (isWhole && (code === 0 || failed.length > 0)) return said;
  return [...said, `✗ ${files.join(" ")} ended with exit code ${code}\n${talk}`.trimEnd()];
}

function sayLongest(times: ReadonlyMap<string, number>): string {
  const longest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, LONGEST);
  return `the longest: ${longest.map(([file, ms]) => `${relative(".", file)} ${(ms / 1_000).toFixed(0)} s`).join(", ")}`;
}
