// Years of sessions, condensed: each begins, is prompted, uses a tool and ends, a twentieth of them at a disk call that fails, and now
// and then a memory is saved, dropped, reviewed or synced. Nobody drains what is captured: that is the most there can be of it. What
// is kept of sessions stays below its bounds (docs/cli.md), and a prompt takes no longer in the end than in the beginning, measured
// beside a fixed piece of work in the same minute. The whole in a deep run, a dozen of them otherwise: CREDENCE_TEST_SESSIONS says
// how many.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { hookInProcess } from "../fixture/hook-in-process.ts";
import { hookProject } from "../fixture/hook-project.ts";
import { expectDone } from "../fixture/scratch-project.ts";
import { bareRepository } from "../sync/machines.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { chanceOf } from "./sample.ts";
import { saving } from "./sample-calls.ts";

const SESSIONS = Number(process.env["CREDENCE_TEST_SESSIONS"] ?? (IS_DEEP ? 10_000 : 12));
const PARTS = SESSIONS < 100 ? 3 : 10;
const HOUR_MS = 3_600_000;
const MEMORIES = SESSIONS < 100 ? 2 : 12;

const project = await hookProject({ after });
const run = inProcess(project);
const remote = bareRepository({ after });
expectDone(await run(["init", "--scope", "user"]));
let now = Date.now() - SESSIONS * 2 * HOUR_MS;
const hook = hookInProcess(project, () => now);

const YARDSTICK = Buffer.alloc(20_000, "kiwi ");

/** Of docs/cli.md, and what one more hour may bring. */
const FILES_MAX = { claims: 2_100, contexts: 2_100, starting: 2_100, spool: 403, "receipts.ndjson": 1 };

type Size = { readonly files: number; readonly bytes: number };

/** Below a directory, by the first part of the path. */
function measure(directory: string): Map<string, Size> {
  const sizes = new Map<string, Size>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [first = ""] = path.slice(directory.length + 1).split("/");
    const { files, bytes } = sizes.get(first) ?? { files: 0, bytes: 0 };
    sizes.set(first, { files: files + 1, bytes: bytes + lstatSync(path).size });
  }
  return sizes;
}

/** Milliseconds of processor time of one fixed piece of work: what this machine, as busy as it is now, takes for it. */
function timeYardstick(): number {
  const began = process.cpuUsage();
  for (let round = 0; round < 200; round += 1) createHash("sha256").update(YARDSTICK).digest();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

async function playSession(number: number, failsAt: number | null): Promise<number> {
  const session_id = `session-${number}`;
  const play = async (event: string, input: object): Promise<void> => {
    const { exit } = await hook(event, { session_id, ...input });
    assert.equal(exit, 0, `${event} of ${session_id}`);
  };
  await play("SessionStart", { source: "startup" });
  const began = process.cpuUsage();
  await play("UserPromptSubmit", {
    prompt: `${number}: when does kiwi ${number % MEMORIES} hunt?`,
    prompt_id: `p${number}`,
  });
  const { user, system } = process.cpuUsage(began);
  if (failsAt !== null)
    armFaults({
      under: project.base,
      at: failsAt,
      trouble: { kind: "fail", code: "EIO", lasting: true },
    });
  const tool = { tool_name: "Bash", tool_input: { command: `echo ${number}` }, prompt_id: `p${number}` };
  await play("PreToolUse", tool);
  await play("PostToolUse", { ...tool, tool_response: { stdout: `${number} ${"and more ".repeat(40)}` } });
  await play("Stop", { last_assistant_message: `turn of ${number}`, prompt_id: `p${number}` });
  if (failsAt !== null) disarmFaults();
  else await play("SessionEnd", { reason: "other" });
  now += 2 * HOUR_MS;
  return (user + system) / 1_000;
}

/** Of the person's own root one memory changes and is sent. */
async function syncOwn(number: number, at: readonly string[]): Promise<void> {
  const saved = [
    "save",
    "--scope",
    "user",
    "--type",
    "user",
    "--id",
    `user_kiwi_${number}`,
    "--name",
    "Kiwi",
  ];
  const words = ["--description", "About kiwis", "--body", `Kiwis matter to me for the ${number}th reason.`];
  expectDone(await run([...saved, ...words, ...at]));
  if (number > 0)
    expectDone(
      await run(["forget", `user_kiwi_${number - 1}`, "--reason", "old", "--as-test-person", ...at]),
    );
  const where = number === 0 ? ["--remote", remote, "--as-test-person"] : [];
  expectDone(await run(["sync", "--scope", "user", ...where, ...at]));
}

/** Months later there are as many memories: one comes, and the oldest goes. */
async function changeStore(number: number): Promise<void> {
  const at = ["--now", new Date(now).toISOString().replace(/\.\d+Z$/, "Z")];
  const id = `project_kiwi_${number}`;
  expectDone(
    await run([
      ...saving(id, `Kiwi ${number}`, `The kiwi of number ${number} hunts by night ${number}.`),
      ...at,
    ]),
  );
  if (number >= MEMORIES)
    expectDone(
      await run([
        "forget",
        `project_kiwi_${number - MEMORIES}`,
        "--reason",
        "old",
        "--as-test-person",
        ...at,
      ]),
    );
  // 1: something waits.
  for (const looked of ["status", "review"]) assert.ok((await run([looked, ...at])).exit <= 1, looked);
  if (number >= MEMORIES) await syncOwn(number - MEMORIES, at);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function assertFlat(middle: Map<string, Size>, end: Map<string, Size>): void {
  for (const place of ["state", "cache"]) {
    const [before, last] = [middle.get(place), end.get(place)];
    assert.ok(last !== undefined && before !== undefined);
    assert.ok(last.files <= before.files * 1.1, `${place}: ${before.files} files, then ${last.files}`);
    assert.ok(last.bytes <= before.bytes * 1.1, `${place}: ${before.bytes} bytes, then ${last.bytes}`);
  }
}

const PROMPTS = SESSIONS < 10_000 ? "" : ", and a prompt takes as long as before";

test(`after ${SESSIONS} sessions what is kept of them is below its bounds${PROMPTS}`, async (t) => {
  const chance = chanceOf(t);
  for (let number = 0; number < MEMORIES; number += 1) await changeStore(number);
  const prompts: number[] = [];
  const ratios: number[] = [];
  const sizes: Map<string, Size>[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const spent: number[] = [];
    const fixed: number[] = [];
    for (let each = 0; each < SESSIONS / PARTS; each += 1) {
      const number = part * (SESSIONS / PARTS) + each;
      fixed.push(timeYardstick());
      spent.push(await playSession(number, number % 20 === 9 ? 1 + Math.floor(chance() * 12) : null));
    }
    await changeStore(MEMORIES + part);
    prompts.push(median(spent));
    ratios.push(median(spent) / median(fixed));
    sizes.push(measure(project.credenceHome));
  }
  const stateOf = (part: number): Map<string, Size> => sizes.at(part) ?? new Map();
  for (const [name, { files, bytes }] of measure(project.state))
    t.diagnostic(`${name}: ${files} files, ${bytes} bytes`);
  t.diagnostic(`prompt, ms of processor time: ${prompts.map((each) => each.toFixed(1)).join(" ")}`);
  t.diagnostic(`prompt, in yardsticks: ${ratios.map((each) => each.toFixed(2)).join(" ")}`);
  for (const [place, of] of [
    ["state", "files"],
    ["state", "bytes"],
    ["cache", "bytes"],
  ] as const)
    t.diagnostic(`${of} of ${place}: ${sizes.map((each) => each.get(place)?.[of]).join(" ")}`);
  const [middle, end] = [stateOf(Math.floor(PARTS / 2)), stateOf(-1)];
  for (const [name, most] of Object.entries(FILES_MAX))
    assert.ok((measure(project.state).get(name)?.files ?? 0) <= most, name);
  assert.equal((await run(["doctor"])).stdout.includes("[E]"), false);
  // A store that sessions have only begun to fill still grows.
  if (SESSIONS < 10_000) return;
  assertFlat(middle, end);
  const [first = 0, last = Number.NaN] = [ratios[0], ratios.at(-1)];
  assert.ok(last <= 1.1 * first, "a prompt takes as long as before");
});
