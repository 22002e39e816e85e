// Without a prompt the receipts say why.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
const PROMPT = "when does the kiwi sleep by day?";
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.keep();

async function why(id: string): Promise<string> {
  return JSON.parse((await project.done(["why", id, "--json"])).stdout).why;
}

test("without a prompt the last receipt answers", async () => {
  project.restore();
  assert.equal(await why("project_kiwi"), "no receipt names it: it matched no prompt that is on record");
  await project.recall(PROMPT, "2026-05-02T12:00:00Z");
  const { stdout } = await project.done(["why", "project_kiwi"]);
  assert.match(
    stdout,
    /^project_kiwi was shown: it was recalled for a prompt\n.*\nreceipt {6}2026-05-02T12:00:00Z\n/,
  );
  await project.done(["recall", "--session-start"]);
  assert.equal(await why("project_kiwi"), "it was recalled at the start of a session");
  await project.done(["retire", "project_kiwi"]);
  assert.match((await project.done(["why", "project_kiwi"])).stdout, /\nstanding {5}retired /);
});

test("a receipt names ten of those it left out, and why does not call the others no match", async () => {
  project.restore();
  project.writeConfig({ retrieval: { match_strategy: "title_tags", max_inject: 1 } });
  const ids = Array.from({ length: 12 }, (_, at) => `project_kiwi_${at}`);
  for (const id of ids) await project.save(id, { name: "Kiwi" });
  const left = "others matched better, and the number shown is limited";
  await project.recall(PROMPT);
  const told = await Promise.all(["project_kiwi", ...ids].map(why));
  assert.deepEqual(
    [
      told.filter((each) => each === left).length,
      told.filter((each) => each.includes("was recalled")).length,
    ],
    [10, 1],
  );
  assert.deepEqual(
    told.filter((each) => each.startsWith("no receipt")),
    Array(2).fill(
      "no receipt names it: it matched no prompt that is on record, or came after the 10 that a receipt names as left out",
    ),
  );
});

test("a memory that is not indexed yet is not said to match no prompt", async () => {
  project.restore();
  const cache = join(project.credenceHome, "cache");
  rmSync(cache, { recursive: true });
  const unread = "it is not indexed yet, so no prompt has found it: credence index --rebuild reads it";
  assert.equal(await why("project_kiwi"), unread);
  // In line, as an interrupted prompt leaves it.
  await project.done(["index", "--rebuild"]);
  const index = new DatabaseSync(project.indexPath);
  index.exec("UPDATE memories SET queued = 1");
  index.close();
  assert.equal(await why("project_kiwi"), unread);
  await project.done(["index", "--rebuild"]);
  assert.equal(await why("project_kiwi"), "no receipt names it: it matched no prompt that is on record");
});

test("asking why leaves no receipt", async () => {
  project.restore();
  await project.done(["why", "project_kiwi", "--prompt", PROMPT]);
  assert.equal((await project.done(["receipts"])).stdout, "no recalls yet\n");
});
