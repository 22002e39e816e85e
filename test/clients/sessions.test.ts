// Sessions that go on: resumed, compacted, cleared.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { claudeProject } from "./claude-project.ts";
import { newsOf } from "./conversation.ts";

const project = await claudeProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
await project.save("project_emu", { name: "Emu", body: "The emu outruns horses on every field." });
project.credence("install", "claude-code");

const EMU = /UserPromptSubmit hook[^|]*\| The emu outruns horses on every field\./;
const SESSION = "11111111-2222-4333-8444-555555555555";
const WITHDRAWN = "Memories shown earlier in this session that no longer apply: project_kiwi.";
const first = await project.ask("when does the kiwi sleep by day?", "--session-id", SESSION);
await project.done(["demote", "project_kiwi", "--reason", "not so"]);
const resumed = project.converse("--resume", SESSION);

test("a memory that was demoted meanwhile is named as withdrawn when the session is resumed", async () => {
  assert.equal(first.exit, 0);
  assert.match(first.requests.join(""), /project_kiwi/);
  // The line at the start is the person's.
  assert.doesNotMatch(first.requests.join(""), /2 memories, 0 approved/);
  const { requests } = await resumed.ask("and what about the emu and horses?");
  assert.equal(requests.at(-1)?.includes(WITHDRAWN), true);
});

test("the commands that install wrote reach the model, with what the person typed", async () => {
  const { requests } = await resumed.ask("/credence:why project_emu");
  assert.match(requests.at(-1) ?? "", /why a memory was used or was not: project_emu\\n/);
});

test("after a compaction the session has the block again, and what was withdrawn", async () => {
  await resumed.ask("/compact");
  const { requests } = await resumed.ask("and what about the emu and horses?");
  const seen = requests.at(-1) ?? "";
  assert.match(seen, /project_emu/);
  assert.equal(seen.includes(WITHDRAWN), true);
  assert.equal(await resumed.end(), 0);
});

async function expectNothing(): Promise<void> {
  const { requests } = await project.ask("what about the emu and horses?");
  const seen = requests.join("");
  assert.match(seen, /project_emu/);
  assert.equal(seen.includes("no longer apply"), false);
}

async function expectFull(): Promise<void> {
  const other = project.converse();
  const askAgain = async (): Promise<string> =>
    newsOf(await other.ask("does the emu outrun horses on every field?"));
  for (const seen of [await askAgain(), await askAgain()]) assert.match(seen, EMU);
  await other.rewind();
  assert.match(await askAgain(), EMU);
  assert.equal(await other.end(), 0);
}

if (IS_DEEP) {
  // test/app/session/start-session.test.ts sees the same without a client.
  test("a new session is told nothing of it", expectNothing);
  test("a memory comes in full each time: a rewind runs no hook", expectFull);
}
