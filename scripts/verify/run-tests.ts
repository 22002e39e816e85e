// Runs test files and reports only what failed. A test that was skipped did not pass, so it counts as failed.

import { relative } from "node:path";
import { run } from "node:test";
import type { StepResult } from "./step.ts";

/** A file that hangs must not hang the whole run. */
const FILE_TIMEOUT_MS = 1_800_000;

/** How many files are named that took longest. */
const LONGEST = 5;

type Failure = { name: string; file?: string; line?: number; details: { error: Error } };

export async function runTests(files: string[], concurrency: number): Promise<StepResult> {
  if (files.length === 0)
    return { passed: 0, failed: 1, note: "no tests", output: "there is no such test file" };
  const talk = new Map<string, string>();
  const failures: string[] = [];
  const times: { readonly file: string; readonly ms: number }[] = [];
  let counts = { tests: 1, passed: 0 };
  for await (const event of run({ files, concurrency, timeout: FILE_TIMEOUT_MS })) {
    if (event.type === "test:stderr") {
      talk.set(event.data.file, (talk.get(event.data.file) ?? "") + event.data.message);
    } else if (event.type === "test:fail") {
      failures.push(renderFailure(event.data, talk));
    } else if (
      event.type === "test:pass" &&
      (event.data.skip !== undefined || event.data.todo !== undefined)
    ) {
      failures.push(`✗ ${event.data.name}: skipped`);
    } else if (event.type === "test:summary") {
      const { file, duration_ms: ms } = event.data;
      if (file === undefined) counts = event.data.counts;
      else times.push({ file: relative(".", file), ms });
    }
  }
  const failed = Math.max(counts.tests - counts.passed, failures.length > 0 ? 1 : 0);
  return {
    passed: counts.passed,
    failed,
    note: `${counts.tests} tests; ${sayLongest(times)}`,
    output: failures.join("\n\n"),
  };
}

function sayLongest(times: readonly { readonly file: string; readonly ms: number }[]): string {
  const longest = times.toSorted((a, b) => b.ms - a.ms).slice(0, LONGEST);
  return `the longest: ${longest.map(({ file, ms }) => `${file} ${(ms / 1_000).toFixed(0)} s`).join(", ")}`;
}

/** A file that crashed has no error of its own to show; what it wrote to stderr says why. */
function renderFailure({ name, file, line, details }: Failure, talk: ReadonlyMap<string, string>): string {
  const path = file === undefined ? "" : relative(".", file);
  const cause = details.error.cause ?? details.error;
  const reason = cause instanceof Error ? `${cause.message}\n${firstOwnFrame(cause.stack)}` : String(cause);
  return [`✗ ${name} (${path}:${line ?? 1})`, reason, name === path ? (talk.get(path) ?? "") : ""]
    .join("\n")
    .trimEnd();
}

function firstOwnFrame(stack = ""): string {
  return stack.split("\n").find((frame) => /^\s+at .*\.ts:\d/.test(frame)) ?? "";
}
