import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const NUMBERS = Array.from({ length: 50 }, (_, index) => index + 1);

function saveNumber(project: OpenProject, number: number, now: string): Promise<unknown> {
  const name = `Memory number ${number}`;
  return project.save({ name, body: `${name} says something of its own.` }, { now });
}

test("without a person fifty memories a day are created in a root, and the fifty-first is refused", async (t) => {
  const project = openProject(t, "real");
  for (const number of NUMBERS) await saveNumber(project, number, "2026-05-01T23:59:59Z");
  const before = readTree(project.base);
  await assert.rejects(saveNumber(project, 51, "2026-05-01T23:59:59Z"), refusal("DAILY_LIMIT"));
  assert.deepEqual(readTree(project.base), before);
  // What changes nothing is no creation, and a person's own writes are not limited.
  await saveNumber(project, 50, "2026-05-01T23:59:59Z");
  await project.save({ name: "By a person" }, { now: "2026-05-01T23:59:59Z", person: true });
  await saveNumber(project, 51, "2026-05-02T00:00:00Z");
  assert.equal(findText(join(project.root, "memories"), "Memory number 51").length, 1);
});

test("a refused creation does not count", async (t) => {
  const project = openProject(t, "real");
  await assert.rejects(project.save({ body: "short" }), refusal("INVALID_MEMORY"));
  await project.save();
  await assert.rejects(project.save({ body: "Another text, long enough to be one." }), refusal("EXISTS"));
  assert.equal(findText(project.state, '"count":1}').length, 1);
});

test("a test state has no limit", async (t) => {
  const project = openProject(t);
  for (const number of [...NUMBERS, 51]) await saveNumber(project, number, "2026-05-01T12:00:00Z");
  assert.equal(Object.keys(readTree(join(project.root, "memories"))).length, 51);
});

test("a count that was damaged stops machines until the day is over, and says what to do", async (t) => {
  const project = openProject(t, "real");
  await project.save();
  const [count = ""] = findText(project.state, '"count":1}');
  writeFileSync(join(project.state, count), "{");
  await assert.rejects(saveNumber(project, 1, "2026-05-01T12:00:00Z"), refusal("STATE_REFUSED"));
});
