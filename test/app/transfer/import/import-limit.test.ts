// Without a person, 50 memories a root a day: an import is no way around it.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { playImport } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

const LIMIT = "DAILY_LIMIT: 50 memories were created here today without a person";

function makeStore(project: InitProject): string {
  const records = Array.from({ length: 53 }, (_, index) =>
    sampleRecord({ id: `record-${String(index).padStart(2, "0")}`, title: `Record number ${index}` }),
  );
  return writeStore(join(project.base, "store"), recordFiles(...records));
}

test("without a person the rest of the day is named and left out, in a dry run too, and the next day goes on", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  const planned = await playImport(project, ["claude-memory", store]);
  assert.deepEqual(planned.counts, { new: 50, here: 0, skipped: 3 });
  const done = await playImport(project, ["claude-memory", store, "--execute"]);
  assert.deepEqual(
    done.items.filter(({ kind }) => kind !== "new").map(({ id, reason }) => [id, reason]),
    [
      ["project_record_50", LIMIT],
      ["project_record_51", LIMIT],
      ["project_record_52", LIMIT],
    ],
  );
  const later = { now: "2026-05-02T12:00:00Z" };
  const next = await playImport(project, ["claude-memory", store, "--execute"], later);
  assert.deepEqual(next.counts, { new: 3, here: 50, skipped: 0 });
});

test("a person who unlocks their key has no limit, and what they do not confirm is inferred", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  // At the first need of the key its passphrase is chosen and repeated.
  const options = { answers: ["correct horse", "correct horse"] };
  const { counts, items } = await playImport(project, ["claude-memory", store, "--execute"], options);
  assert.deepEqual(counts, { new: 53, here: 0, skipped: 0 });
  assert.ok(items.every(({ becomes }) => becomes === "inferred"));
});

test("who does not know the passphrase imports nothing", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  const { exit, stderr } = await project.call(["import", "claude-memory", store, "--execute"], {
    answers: ["a", "b", "a", "b", "a", "b"],
  });
  assert.equal(exit, 1);
  assert.match(stderr, /^error: NEEDS_PERSON: the two passphrases differ/);
  assert.deepEqual((await playImport(project, ["claude-memory", store])).counts.here, 0);
});
