// Many sessions at once on one root, each a process of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { describeSpool } from "../../../src/app/capture/spool.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { IS_DEEP } from "../../deep.ts";
import { type CaptureProject, captureProject } from "../../fixture/capture-project.ts";
import { freshDir } from "../../temp-dir.ts";
import type { CaptureTask } from "./capture-process.ts";

const PROCESSES = IS_DEEP ? 50 : 12;
const EVENTS = 100;

const program = join(freshDir({ after }), "capture-process.mjs");
await build({
  absWorkingDir: join(import.meta.dirname, "../../.."),
  entryPoints: ["test/app/capture/capture-process.ts"],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.16",
  logLevel: "warning",
});

async function run(
  project: CaptureProject,
  task: Omit<CaptureTask, "hints">,
): Promise<{ lines: string[]; signal: string | null }> {
  const hints = { cwd: project.top, home: project.home, state: project.state };
  const child = spawn(process.execPath, [program, JSON.stringify({ hints, ...task })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: string[] = [];
  child.stdout.on("data", (chunk) => chunks.push(String(chunk)));
  const signal = await new Promise<string | null>((resolve) => child.on("close", (_, by) => resolve(by)));
  return {
    lines: chunks
      .join("")
      .split("\n")
      .filter((line) => line !== ""),
    signal,
  };
}

test(`${PROCESSES} processes that capture ${EVENTS} events each lose and tear no line, and the spool verifies`, async (t) => {
  const project = captureProject(t);
  const told = await Promise.all(
    Array.from({ length: PROCESSES }, (_, number) => run(project, { number, events: EVENTS })),
  );
  assert.deepEqual(new Set(told.flatMap(({ lines }) => lines)), new Set(["captured"]));
  const texts = project.records().map(({ text }) => String(text).split(" ").slice(0, 4).join(" "));
  const wanted = Array.from({ length: PROCESSES * EVENTS }, (_, at) => {
    return `process ${Math.floor(at / EVENTS)} event ${at % EVENTS}`;
  });
  assert.deepEqual(texts.sort(), wanted.sort());
  const workspace = await project.open();
  const status = describeSpool(workspace, rootOf(workspace, "project"), project.home);
  assert.deepEqual(
    [status.lines, status.sessions, status.damaged, status.dropped.files],
    [PROCESSES * EVENTS, PROCESSES + 1, [], 0],
  );
  assert.ok(status.files > PROCESSES + 1, "the shared session went on in a second file");
});

test("a process that is killed at a call for a line spoils no line but its own", async (t) => {
  const torn: number[] = [];
  for (const at of [8, 9, 10, 11, 12, 13]) {
    const project = captureProject(t);
    await run(project, { number: 0, events: 4 });
    const before = project.records().length;
    const plan = { under: project.spool, at, trouble: { kind: "tear" } } as const;
    const { signal, lines } = await run(project, { number: 1, events: 10, plan });
    assert.equal(signal, "SIGKILL");
    await run(project, { number: 2, events: 4 });
    const workspace = await project.open();
    const status = describeSpool(workspace, rootOf(workspace, "project"), project.home);
    assert.equal(status.lines, before + lines.length + 4);
    torn.push(status.damaged.length);
  }
  // Of these calls at least one writes a line.
  assert.deepEqual([...new Set(torn)].sort(), [0, 1], `${torn}`);
});
