// Runs test files in this process and reports to run-tests.ts, one JSON line per event: `run-group.ts REPORT FILE…`.

import { appendFileSync } from "node:fs";
import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";

export type Report =
  | { readonly kind: "failed"; readonly name: string; readonly file: string; readonly reason: string }
  | { readonly kind: "took"; readonly file: string; readonly ms: number }
  | { readonly kind: "counts"; readonly tests: number; readonly passed: number };

/** A test that was skipped did not pass, so it counts as failed. */
function reportOf(event: TestEvent): Report | null {
  if (event.type === "test:fail") {
    const { name, file = "", line = 1, details } = event.data;
    return { kind: "failed", name, file: `${file}:${line}`, reason: renderError(details.error) };
  }
  if (event.type === "test:pass" && (event.data.skip !== undefined || event.data.todo !== undefined))
    return { kind: "failed", name: event.data.name, file: event.data.file ?? "", reason: "skipped" };
  if (event.type === "test:complete" && event.data.nesting === 0)
    return { kind: "took", file: event.data.file ?? "", ms: event.data.details.duration_ms };
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

const [reportFile = "", ...files] = process.argv.slice(2);
for await (const event of run({ files, isolation: "none" })) {
  const report = reportOf(event);
  if (report !== null) appendFileSync(reportFile, `${JSON.stringify(report)}\n`);
}
