// Without a prompt the receipts say why.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { recallProject } from "../fixture/recall-project.ts";

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

test("asking why leaves no receipt", async () => {
  project.restore();
  await project.done(["why", "project_kiwi", "--prompt", PROMPT]);
  assert.equal((await project.done(["receipts"])).stdout, "nothing was recalled yet\n");
});
