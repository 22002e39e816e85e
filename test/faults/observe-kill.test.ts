// The drain is killed with SIGKILL at random instants, again and again, while more is captured: each event has its outcome
// once, and none is lost.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";
import { placeObserver } from "../../src/app/observe/drain.ts";
import { readBatches } from "../../src/app/observe/marks.ts";
import { IS_DEEP } from "../deep.ts";
import { type ObserverProject, observerProject } from "../fixture/observer-project.ts";
import { freshDir } from "../temp-dir.ts";
import type { DrainTask } from "./observe-process.ts";

const LANES = IS_DEEP ? 2 : 1;
const KILLS = IS_DEEP ? 101 : 3;
/** So long that two of them are a batch. */
const PADDING = "and some more words ".repeat(95);

const directory = freshDir({ after });
const program = join(directory, "observe-process.mjs");
/** What was compiled is kept: of 200 processes the start is most of the work. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(directory, "compiled") };
await build({
  absWorkingDir: join(import.meta.dirname, "../.."),
  entryPoints: ["test/faults/observe-process.ts"],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.16",
  external: ["@anthropic-ai/*"],
  banner: {
    js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);',
  },
  logLevel: "warning",
});

/** Says how it ended, or that it was killed. The drain is killed so long after it began. */
async function drain(project: ObserverProject, killAfterMs: number | null): Promise<string> {
  const task: DrainTask = { hints: project.hints() };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    if (said === "" && killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    said += String(chunk);
  });
  const signal = await new Promise((resolve) => child.on("close", (_, by) => resolve(by)));
  return signal === "SIGKILL" ? "killed" : (said.trim().split("\n")[1] ?? "failed");
}

/** A word that is like no other. */
function wordOf(lane: number, number: number): string {
  const letters = [...String(lane * 100_000 + number + 1_000_000)].map(
    (digit) => "bcdfghjklm"[Number(digit)],
  );
  return letters.join("a");
}

async function disturb(project: ObserverProject, lane: number): Promise<string[]> {
  const words: string[] = [];
  for (let killed = 0, round = 0; killed < KILLS; round += 1) {
    const word = wordOf(lane, words.length);
    words.push(word);
    project.say(`${word} is what this one is about ${PADDING}`, `s${round % 3}`);
    if ((await drain(project, Math.random() * 330)) === "killed") killed += 1;
  }
  assert.equal(await drain(project, null), "done");
  return words;
}

test(`after ${LANES * KILLS} killed drains each event became one memory and none was lost`, async (t) => {
  const config = { observer: { provider: "openai-compatible", max_tokens_per_invocation: 5_000 } };
  const lanes = Array.from({ length: LANES }, () => observerProject(t, config));
  const told = await Promise.all(lanes.map(disturb));
  for (const [lane, project] of lanes.entries()) {
    const words = told[lane] ?? [];
    const names = (await project.memories()).map(({ memory }) => memory?.name ?? "");
    assert.deepEqual(names.sort(), words.toSorted());
    const { root, records, state } = project.place(config);
    const journal = readFileSync(join(records, "journal.ndjson"), "utf8").trim().split("\n");
    const marks = journal.map((line) => JSON.parse(line)).filter(({ command }) => command === "observe");
    assert.equal(new Set(marks.map(({ reason }) => reason)).size, words.length, "each effect once");
    assert.equal(marks.length, words.length);
    const batches = readBatches(placeObserver(state, { id: root.id, records }));
    const proved = batches.flatMap(({ outcomes }) => outcomes.flatMap(({ evidence }) => evidence));
    assert.equal(new Set(proved).size, words.length, "each line is the evidence of something");
    assert.equal(proved.length, words.length, "and of nothing twice");
  }
});
