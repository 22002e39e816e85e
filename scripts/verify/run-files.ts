// Runs test files one after the other in this process, as many as it may: `run-files.ts DIRECTORY MOST FILE…`. Several such
// processes share the list: whoever makes the report of a file, named by its number, takes it. One JSON line per event.

import asyncHooks from "node:async_hooks";
import { appendFileSync, closeSync, openSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";

export type Report =
  | { readonly kind: "begun"; readonly pid: number }
  | { readonly kind: "failed"; readonly name: string; readonly file: string; readonly reason: string }
  | { readonly kind: "took"; readonly ms: number }
  | { readonly kind: "counts"; readonly tests: number; readonly passed: number };

/** A test that was skipped did not pass, so it counts as failed. */
function reportOf(event: TestEvent, path: string): Report | null {
  if (event.type === "test:fail") {
    const { name, file = "", line = 1, details } = event.data;
    return { kind: "failed", name, file: `${file}:${line}`, reason: renderError(details.error) };
  }
  if (event.type === "test:pass" && (event.data.skip !== undefined || event.data.todo !== undefined))
    return { kind: "failed", name: event.data.name, file: event.data.file ?? "", reason: "skipped" };
  if (event.type === "test:diagnostic" && event.data.message.startsWith("Error: "))
    return {
      kind: "failed",
      name: "an error that no test waits for",
      file: path,
      reason: event.data.message,
    };
  if (event.type === "test:complete" && event.data.nesting === 0)
    return { kind: "took", ms: event.data.details.duration_ms };
  if (event.type === "test:summary" && event.data.file === undefined) {
    const { tests, passed } = event.data.counts;
    return { kind: "counts", tests, passed };
  }
  return null;
}

function renderError(error: Error): string {
  const cause = error.cause ?? error;
  return cause instanceof Error ? `${cause.message}\n${firstOwnFrame(cause.stack)}` : String(cause);
}

function firstOwnFrame(stack = ""): string {
  return stack.split("\n").find((frame) => /^\s+at .*\.ts:\d/.test(frame)) ?? "";
}

/** @returns null when another process has it. */
function take(reportFile: string): ((report: Report) => void) | null {
  try {
    closeSync(openSync(reportFile, "wx"));
  } catch {
    return null;
  }
  return (report) => appendFileSync(reportFile, `${JSON.stringify(report)}\n`);
}

/**
 * The runner follows every promise to know which test an error belongs to that nobody waits for, and that is a twentieth of all the
 * time. Without it, such an error is one of its file.
 */
function followNoPromise(): void {
  const hook = { enable: () => hook, disable: () => hook };
  Object.assign(asyncHooks, { createHook: () => hook });
}

followNoPromise();
// It takes what it follows them by when it is loaded.
const { run } = await import("node:test");
const [directory = "", most = "", ...files] = process.argv.slice(2);
const seed = process.env["CREDENCE_TEST_SEED"];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) | 0 });
let taken = 0;
for (const [index, file] of files.entries()) {
  if (taken === Number(most)) break;
  const say = take(join(directory, String(index)));
  if (say === null) continue;
  taken += 1;
  say({ kind: "begun", pid: process.pid });
  // A run is over when this process has nothing left to do; with this, that can happen once more.
  await setImmediate();
  for await (const event of run({ files: [file], isolation: "none" })) {
    const report = reportOf(event, file);
    if (report !== null) say(report);
  }
  // Others load the same modules; by itself it would be written when this process ends.
  flushCompileCache();
}
