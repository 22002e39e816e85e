// What keeps agents from being shown memories is said wherever a person asks in their place.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
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
  const said = "memories and capture are paused in session D until credence resume; the write guard is not";
  const told = `agents are shown less now: ${said}`;
  const recall = (...more: string[]): string[] => ["recall", "--prompt", PROMPT, ...more];
  const silent = /^(?![\s\S]*agents are shown less)/;
  await playRows(project.call, [
    ["pause --session D", 0],
    ["status", 0, new RegExp(`\nrecall {7}${said}\n`)],
    [recall("--session", "E"), 0, silent],
    [recall(), 0, silent],
    [recall("--session", "D"), 0, new RegExp(`${told}\n$`)],
  ]);
});

test("when all is on nothing is said, what a receipt says of the past is not about now, and a root that is off is the reason", async () => {
  project.restore();
  const silent = /^(?![\s\S]*agents are shown less)/;
  await playRows(project.call, [
    [["recall", "--prompt", PROMPT], 0, silent],
    [why, 0, silent],
    ["pause", 0],
    ["why project_kiwi", 0, silent],
    ["resume", 0],
  ]);
  writeRootConfig({ max_inject: 0 });
  await playRows(project.call, [[why, 0, /^project_kiwi is not shown: recall is turned off here\n/]]);
});
