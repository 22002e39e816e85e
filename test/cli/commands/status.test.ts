import assert from "node:assert/strict";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../../src/store/lock.ts";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";

import { memoryText } from "../../fixture/memory-text.ts";

const GOOD = "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.";

async function linesOf(project: Pick<AuditProject, "call">): Promise<[number, ...string[]]> {
  const { exit, stdout } = await project.call(["status"]);
  return [exit, ...stdout.trimEnd().split("\n")];
}

test("with nothing to do it is short and exits 0", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save("project_deploy");
  await project.done(["recall", "--prompt", "what should everybody know about project_deploy?"]);
  assert.deepEqual(await linesOf(project), [
    0,
    "all is well",
    "roots        .claude/memory/ (1)",
    "memories     1 inferred",
    "observed     1 memory is observed until 8 May: credence review --observed",
    "last recall  2026-05-01 12:00 UTC",
    "index        current",
    "person key   none yet: made when you first approve something, or by credence key passphrase",
    "observer     off; capture off",
  ]);
});

test("in a fresh root all is well and nothing is behind, and an Observer without capture has nothing to read", async (t) => {
  const { call, state } = await initProject(t);
  await playRows(call, [
    ["status", 0, /^all is well\n[\s\S]*^index {8}project: the next search updates it$/m],
  ]);
  writeFileSync(join(state, "config.json"), '{"observer":{"provider":"anthropic"}}');
  const said = /^observer {5}anthropic; capture off, so the Observer has nothing to read: credence setup$/m;
  await playRows(call, [["status", 0, said]]);
});

test("the JSON has every count", async (t) => {
  const { call } = auditProject(t);
  const kinds = "disputed request changed dictated flagged foreign observed moved stale quarantined";
  const none = (names: string): object => Object.fromEntries(names.split(" ").map((name) => [name, 0]));
  const expected = {
    exit: 0,
    roots: [
      { scope: "project", path: ".claude/memory/", memories: 0 },
      { scope: "user", path: "~/.claude/claude-memory/", memories: 0 },
    ],
    standings: none("verified inferred foreign quarantined retired"),
    waiting: none(kinds),
    newFindings: 0,
    observed: { count: 0, first: null, last: null },
    ...{
      vanished: [],
      untested: [],
      quarantinedNew: 0,
      questions: [],
      broken: [],
      recall: [],
      lastRecall: null,
    },
    index: ["project", "user"].map((scope) => ({ scope, state: "behind" })),
    keys: { person: "without a passphrase", made: null },
    signers: { trusted: 0, unknown: 0 },
    ...{ capture: "off", captureNotice: null, observer: "none", clients: [] },
  };
  await playRows(call, [["status --json", 0, expected]]);
});

test("what waits is counted by kind, and exits 1; quarantine waits from day 31 on", async (t) => {
  const project = auditProject(t);
  await project.plant("project_old", { by: "person", body: GOOD, time: "2026-01-01T09:00:00Z" });
  await project.plant("project_asked", { by: "person", body: GOOD });
  await project.plant("project_doubted", { body: GOOD });
  await playRows(project.call, [
    ["demote project_doubted --reason doubt", 0],
    ['retire project_asked --reason "an agent thinks so"', 0],
  ]);
  const [exit, , , ...rows] = await linesOf(project);
  assert.equal(exit, 1);
  assert.deepEqual(rows.slice(0, 3), [
    "memories     2 verified, 1 quarantined",
    "waiting      1 request, 1 stale: credence review",
    "quarantine   1 new in the last 7 days: credence list --standing quarantined",
  ]);
  const later = await readJson(project.call, "status --json --now 2026-06-01T12:00:00Z");
  assert.deepEqual([later.waiting.quarantined, later.quarantinedNew, later.waiting.request], [1, 0, 1]);
});

test("a copied root with an unknown signer is named, and its memories wait", async (t) => {
  const [ana, bo] = [auditProject(t), auditProject(t)];
  await ana.plant("project_hers", { by: "person", body: GOOD });
  rmSync(bo.root, { recursive: true });
  renameSync(ana.root, bo.root);
  await playRows(bo.call, [
    ["status", 1, /^waiting {6}1 foreign: credence review$/m],
    ["status", 1, /^signers {6}1 unknown: credence team shows who says so$/m],
  ]);
});

test("what is broken exits 2 and is counted, without a name of a file", async (t) => {
  const project = auditProject(t);
  const put = (path: string, text: string): void => writeFileSync(join(project.root, path), text);
  put("memories/project_broken.md", "no frontmatter");
  const lowered = memoryText({ tier: "quarantined" });
  for (const name of ["memories/project_misplaced", "memories/project_twice", "quarantine/project_twice"])
    put(`${name}.md`, lowered);
  writeFileSync(join(project.state, "signers.json"), "{");
  const said =
    /^broken {7}1 file in \.claude\/memory\/ cannot be read as a memory; 2 files in \.claude\/memory\/ in the wrong place; 1 trusted signer cannot be read: credence doctor$/m;
  await playRows(project.call, [["status", 2, said]]);
});

/** An operation of this root that nobody finished, written by this root or another one. */
function plantIntent(project: InitProject, root: string, text?: string): void {
  const [records = ""] = readdirSync(join(project.state, "roots"));
  const entry = { v: 1, op: "20260501120000-abcdef", command: "demote", id: "project_deploy" };
  const path = join(project.state, "roots", records, "intents", `${entry.op}.json`);
  writeFileSync(path, text ?? JSON.stringify({ v: 1, root, entry, steps: [] }));
}

test("an operation that was interrupted is one line, also where what is left of it is damaged, and none while somebody is about to finish it", async (t) => {
  const project = await initProject(t);
  await project.save("project_deploy");
  const said = /^broken {7}an operation in \.claude\/memory\/ was interrupted: credence doctor$/gm;
  for (const text of [undefined, "{"]) {
    plantIntent(project, project.root, text);
    const { exit, stdout } = await project.call(["status"]);
    assert.deepEqual([exit, stdout.match(said)?.length], [2, 1]);
  }
  plantIntent(project, project.root);
  const lock = acquireLock(project.root);
  for (const command of ["status", "doctor"])
    assert.doesNotMatch((await project.call([command])).stdout, /was interrupted/);
  lock.release();
  assert.match((await project.call(["doctor"])).stdout, /was interrupted/);
  // What another checkout of the root left is for that one to finish.
  plantIntent(project, (await initProject(t)).root);
  await playRows(project.call, [["status", 0, /^all is well\n/]]);
});

test("a damaged index is said and is no fault; without a root there is nothing to say", async (t) => {
  const { call, save, done, credenceHome, home } = await initProject(t);
  await save("project_deploy");
  await done(["search", "deploy"]);
  rmSync(join(credenceHome, "cache"), { recursive: true });
  writeFileSync(join(credenceHome, "cache"), "no directory");
  await playRows(call, [
    ["status", 0, /^index {8}project: none can be stored; each search builds its own$/m],
    ["status", 0, "no memory root here: credence init creates one\n", { cwd: home }],
  ]);
});
