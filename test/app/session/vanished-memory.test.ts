// An approved memory that was made to vanish past the commands: its file deleted, or archived by a line in it.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listPersonLines } from "../../../src/app/session/start-notices.ts";
import { startSession } from "../../../src/app/session/start-session.ts";
import { demote, forget, setStatus } from "../../fixture/act-on.ts";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import type { Owner } from "../../temp-dir.ts";
import { brief, queueOf } from "../review/review-sample.ts";

const ID = "project_deploy_on_fridays";
const PERSON = { person: true };
const GONE = "no file of it is here: approved by you on 2026-05-01";

const pathOf = (project: AuditProject): string => join(project.root, "memories", `${ID}.md`);

async function approvedProject(owner: Owner): Promise<AuditProject> {
  const project = auditProject(owner);
  await project.save({}, PERSON);
  return project;
}

async function told(project: AuditProject): Promise<unknown> {
  const { drift } = await project.audit();
  const { stdout, exit } = await project.call(["status", "--json"]);
  return {
    drift: drift.map(({ check, id, message }) => `${check} ${id}: ${message}`),
    status: [exit, JSON.parse(stdout).vanished.map(({ id }: { id: string }) => id)],
    start: listPersonLines(await project.open()),
  };
}

const NOTHING = { drift: [], status: [0, []], start: [] };

test("an approved memory whose file is deleted is named, until it is back or forgotten", async (t) => {
  const project = await approvedProject(t);
  const text = readFileSync(pathOf(project), "utf8");
  assert.deepEqual(await told(project), NOTHING);
  rmSync(pathOf(project));
  const start = [`1 memory approved, and no file here: ${ID}: credence audit`];
  const status = [1, [ID]];
  assert.deepEqual(await told(project), { drift: [`vanished ${ID}: ${GONE}`], status, start });
  writeFileSync(pathOf(project), text);
  assert.deepEqual(await told(project), NOTHING);
  rmSync(pathOf(project));
  rmSync(join(project.root, "attest", ID), { recursive: true });
  const lost = "no file of it is here: history rolled back: the approval by you on 2026-05-01 is gone";
  assert.deepEqual(await told(project), { drift: [`vanished ${ID}: ${lost}`], status, start });
  const { stdout } = await project.call(["status"]);
  assert.match(
    stdout,
    /^something waits for you\n(?:.*\n)*vanished {5}project_deploy_on_fridays: credence audit\n/,
  );
  await forget(project, ID);
  assert.deepEqual(await told(project), NOTHING);
});

test("an approved memory that is buried under statements is told of at every start, until they are gone", async (t) => {
  const project = await approvedProject(t);
  const start = async (session: string): Promise<readonly string[]> =>
    (await startSession(await project.open(), { session, continues: false, tellsPerson: () => true })).lines;
  assert.deepEqual(await start("a"), ["1 memory, 1 approved"]);
  const buried = Array.from({ length: 4_097 }, (_, at) =>
    join(project.root, "attest", ID, `${at.toString(16).padStart(64, "0")}.json`),
  );
  for (const path of buried) writeFileSync(path, "{}");
  for (const session of ["b", "c"])
    assert.deepEqual(await start(session), [
      "0 memories, 0 approved · 1 waits: credence review",
      "1 memory withheld, because the statements about it cannot be relied on: credence doctor",
    ]);
  for (const path of buried) rmSync(path);
  assert.deepEqual(await start("d"), ["1 memory, 1 approved"]);
});

test("what a person or a command took out of use has not vanished", async (t) => {
  const project = await approvedProject(t);
  await demote(project, ID, PERSON);
  await setStatus(project, ["archive", ID], PERSON);
  await project.save({ name: "Never approved", body: "Another text that no person has ever approved." });
  rmSync(join(project.root, "memories", "project_never_approved.md"));
  assert.deepEqual(await told(project), NOTHING);
});

const HIDDEN = "archived, but no statement says so";

function archiveByHand(project: AuditProject): void {
  const text = readFileSync(pathOf(project), "utf8");
  writeFileSync(pathOf(project), text.replace("\n---\n", "\nstatus: archived\n---\n"));
}

test("an approved memory that a line in its file archives waits as changed, until a person decides", async (t) => {
  const project = await approvedProject(t);
  archiveByHand(project);
  assert.deepEqual(brief(await queueOf(project)), [`${ID}: changed, ${HIDDEN}`]);
  const { drift } = await project.audit();
  assert.deepEqual(
    drift.map(({ check, id, message }) => `${check} ${id}: ${message}`),
    [`recorded-archived ${ID}: ${HIDDEN}`],
  );
  assert.equal(JSON.parse((await project.call(["status", "--json"])).stdout).waiting.changed, 1);
  assert.deepEqual(await setStatus(project, ["archive", ID]), { kind: "unchanged", id: ID });
  assert.equal((await queueOf(project)).length, 1, "a machine's word changes nothing");
  assert.deepEqual(await setStatus(project, ["archive", ID], PERSON), { kind: "changed", id: ID });
  assert.deepEqual([await queueOf(project), (await project.audit()).drift], [[], []]);
  await setStatus(project, ["unarchive", ID], PERSON);
  archiveByHand(project);
  assert.deepEqual(brief(await queueOf(project)), [`${ID}: changed, ${HIDDEN}`]);
});

test("archived by a person it waits for nobody, nor does what was never approved", async (t) => {
  const project = await approvedProject(t);
  await setStatus(project, ["archive", ID], PERSON);
  assert.deepEqual(await queueOf(project), []);
  const other = auditProject(t);
  await other.save();
  archiveByHand(other);
  assert.deepEqual(await queueOf(other), []);
});

test("what a person approved while it was archived waits for nobody", async (t) => {
  const project = auditProject(t);
  await project.save();
  archiveByHand(project);
  const promoted = await project.call(["promote", ID, "--as-test-person", "--now", "2026-05-10T12:00:00Z"]);
  assert.deepEqual([promoted.exit, brief(await queueOf(project))], [0, []]);
});
