import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { recallProject } from "../../fixture/recall-project.ts";
import { findText } from "../../fixture/tree.ts";

const project = await recallProject({ after }, { user: true });
const PROMPT = "when does the zebrakiwi sleep by day?";
await project.save("project_kiwi", {
  name: "Zebrakiwi",
  body: "The zebrakiwi sleeps by day, and its umbrellaword is long.",
});
await project.save("user_habit", {
  name: "Habits",
  body: "I look after every zebrakiwi in the house by day.",
});
project.keep();
const path = join(project.state, "receipts.ndjson");

async function receipts(
  ...more: string[]
): Promise<{ at: string; outcome: string; shown: { id: string }[] }[]> {
  return JSON.parse((await project.done(["receipts", ...more, "--json"])).stdout);
}

test("a receipt names what was shown, for people and in JSON", async () => {
  project.restore();
  await project.recall(PROMPT, "2026-05-02T12:00:00Z");
  await project.recall("short", "2026-05-02T12:01:00Z");
  await project.done(["recall", "--session-start"], { now: "2026-05-02T12:02:00Z" });
  const { stdout } = await project.done(["receipts"]);
  assert.deepEqual(
    stdout.split("\n").filter((line) => !line.startsWith(" ")),
    [
      "2026-05-02T12:00:00Z prompt: shown",
      "2026-05-02T12:01:00Z prompt: skipped",
      "2026-05-02T12:02:00Z session start: shown",
      "",
    ],
  );
  assert.match(stdout, /^ {4}project_kiwi \(inferred, (?:high|medium)\)$/m);
  assert.match(stdout, /^ {4}project_kiwi \(inferred\)$/m);
  assert.deepEqual(
    (await receipts()).map(({ outcome }) => outcome),
    ["shown", "skipped", "shown"],
  );
  assert.deepEqual(
    (await receipts("--limit", "1")).map(({ at }) => at),
    ["2026-05-02T12:02:00Z"],
  );
});

test("no receipt holds the prompt or a text of a memory, and only its owner may read them", async () => {
  project.restore();
  await project.recall(PROMPT);
  await project.recall("/compact the zebrakiwi by day");
  await project.done(["recall", "--session-start"]);
  for (const word of ["zebrakiwi", "Zebrakiwi", "umbrellaword", "sleep", "when does"])
    assert.deepEqual(findText(project.state, word), [], word);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("names that a client gives to sessions and prompts are bounded and clean", async () => {
  project.restore();
  const odd = `\u001B[31m${"x".repeat(5_000)}\nnext`;
  await project.done(["recall", "--prompt", PROMPT, "--session", odd, "--prompt-id", odd]);
  const [receipt] = readFileSync(path, "utf8").trim().split("\n");
  const { session, prompt } = JSON.parse(receipt ?? "");
  for (const name of [session, prompt]) assert.match(name, /^\[31mx{96}$/);
});

test("lines that are damaged are left out", async () => {
  project.restore();
  await project.recall(PROMPT);
  const whole = readFileSync(path, "utf8");
  const odd = ["", "x", "null", "7", "[]", "{}", '{"v":1}', '{"v":1,"roots":5,"shown":[],"left":[]}'];
  const almost = JSON.parse(whole);
  odd.push(JSON.stringify({ ...almost, shown: [null] }), JSON.stringify({ ...almost, left: "x", v: 1 }));
  odd.push(JSON.stringify({ ...almost, v: 2 }), whole.slice(0, 80));
  appendFileSync(path, `${odd.join("\n")}\n${whole}`);
  assert.equal((await receipts()).length, 2);
  assert.match((await project.done(["why", "project_kiwi"])).stdout, /was shown/);
});

test("a receipt that cannot be written spoils no recall", async () => {
  project.restore();
  mkdirSync(path);
  assert.equal((await project.recall(PROMPT)).ids.length, 2);
});

test("receipts of another project are not this one's, though both ask the user root", async () => {
  project.restore();
  await project.recall(PROMPT);
  const other = join(project.base, "other");
  mkdirSync(other);
  const done = (...args: string[]) => project.done(args, { cwd: other });
  await done("init");
  assert.equal((await done("receipts")).stdout, "no recalls yet\n");
  await done("recall", "--prompt", PROMPT);
  assert.deepEqual(
    JSON.parse((await done("receipts", "--json")).stdout).map(
      ({ shown }: { shown: unknown[] }) => shown.length,
    ),
    [1],
  );
  assert.equal((await receipts()).length, 1);
});

test("--limit is a number, and reading receipts needs none", async () => {
  project.restore();
  assert.equal((await project.call(["receipts", "--limit", "0"])).exit, 64);
  assert.equal((await project.done(["receipts"])).stdout, "no recalls yet\n");
  assert.deepEqual(await receipts(), []);
  writeFileSync(path, "");
  assert.deepEqual(await receipts(), []);
});
