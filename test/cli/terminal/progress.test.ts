import assert from "node:assert/strict";
import { test } from "node:test";
import type { Io } from "../../../src/cli/call/command.ts";
import { createProgress } from "../../../src/cli/terminal/progress.ts";

/** Draws at these times, in ms after the start; every step is a tenth of the way. */
function draw(times: readonly number[], isTerminal = true): string[] {
  const drawn: string[] = [];
  let now = 0;
  const io: Io = {
    cwd: "/",
    env: {},
    home: "/",
    columns: 80,
    rows: 24,
    terminal: { in: isTerminal, out: isTerminal },
    now: () => now,
    parentProcess: 1,
    program: { node: "node", script: "credence.cjs" },
    askSecret: async () => "",
    ask: async () => "",
    readStdin: async () => new Uint8Array(),
    out: () => assert.fail("stdout is for answers"),
    err: (text) => drawn.push(text),
  };
  const progress = createProgress(io, "indexing");
  times.forEach((at, step) => {
    now = at;
    progress((step + 1) * 1_000, 10_000);
  });
  progress(10_000, 10_000);
  return drawn;
}

test("work that is over soon draws nothing", () => {
  assert.deepEqual(draw([10, 100, 399]), []);
});

test("long work draws a bar now and then, and takes it away at the end", () => {
  assert.deepEqual(draw([100, 500, 550, 700]), [
    "\r\u001B[2Kindexing [####....................] 2000 of 10000",
    "\r\u001B[2Kindexing [#########...............] 4000 of 10000",
    "\r\u001B[2K",
  ]);
});

test("nothing is drawn where nobody watches", () => {
  assert.deepEqual(draw([500, 1_000, 5_000], false), []);
});
