// What keeps agents from being shown memories is said wherever a person asks in their place.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after }, { user: true });
const PROMPT = "when does the kiwi sleep by day?";
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
project.keep();

const PAUSED =
  "memories and capture are paused until 2026-05-01T13:30:00Z or credence resume; the write guard is not";
const CASES: readonly (readonly [string, () => unknown, string])[] = [
  ["a pause", () => project.done(["pause", "--for", "90m"]), PAUSED],
  [
    "recall that is off on this machine",
    () => project.writeConfig({ retrieval: { enabled: false } }),
    "retrieval.enabled is false on this machine: credence config set retrieval.enabled true",
  ],
  [
    "a limit of none",
    () => project.writeConfig({ retrieval: { max_inject: 0 } }),
    "retrieval.max_inject is 0 on this machine: credence config set retrieval.max_inject 5",
  ],
  [
    "a root that turns it off",
    () => writeRootConfig({ enabled: false }),
    "the memory-config.json in .claude/memory/ turns recall of its memories off: remove that from the file to undo it",
  ],
];

function writeRootConfig(retrieval: object): void {
  writeFileSync(join(project.root, "memory-config.json"), JSON.stringify({ retrieval }));
}

const why = ["why", "project_kiwi", "--prompt", PROMPT];

for (const [what, prepare, said] of CASES) {
  test(`${what} is said by status, and beside what recall and why answer`, async () => {
    project.restore();
    await prepare();
    const status = await project.call(["status"]);
    assert.ok(status.stdout.includes(`\nrecall       ${said}\n`), status.stdout);
    assert.deepEqual(JSON.parse((await project.call(["status", "--json"])).stdout).recall, [said]);
    for (const call of [["recall", "--prompt", PROMPT], ["recall", "--session-start"], why])
      assert.equal((await project.call(call)).stderr, `agents are shown less now: ${said}\n`, call[0]);
  });
}

test("a pause of one session is said to who asks for that session, and to no other", async () => {
  project.restore();
  await project.done(["pause", "--session", "D"]);
  const said = "memories and capture are paused in session D until credence resume; the write guard is not";
  assert.ok((await project.call(["status"])).stdout.includes(`\nrecall       ${said}\n`));
  const recall = ["recall", "--prompt", PROMPT];
  assert.equal((await project.call([...recall, "--session", "E"])).stderr, "");
  assert.equal((await project.call(recall)).stderr, "");
  const inIt = await project.call([...recall, "--session", "D"]);
  assert.equal(inIt.stderr, `agents are shown less now: ${said}\n`);
});

test("a memory of a root that is off is not said to share no word with the prompt", async () => {
  project.restore();
  writeRootConfig({ max_inject: 0 });
  assert.match((await project.call(why)).stdout, /^project_kiwi is not shown: recall is turned off here\n/);
});

test("what a receipt says of the past is not about now, and when all is on nothing is said", async () => {
  project.restore();
  for (const call of [["recall", "--prompt", PROMPT], why])
    assert.equal((await project.call(call)).stderr, "");
  await project.done(["pause"]);
  assert.equal((await project.call(["why", "project_kiwi"])).stderr, "");
});
