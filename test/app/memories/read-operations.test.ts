import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { moveMemory } from "../../../src/app/change/move-memory.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { listApprovals, readOperations } from "../../../src/app/memories/journal.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, forget, look, setStatus } from "../../fixture/act-on.ts";
import { type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";
import { findText } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

test("each operation is one line with what, when, who and the digest, and no word of the text", async (t) => {
  const project = await savedProject(t);
  const { digest } = await look(project, ID);
  await setStatus(project, ["retire", ID], { now: "2026-05-02T12:00:00Z", reason: "not now" });
  await setStatus(project, ["unretire", ID], { now: "2026-05-03T12:00:00Z", person: true });
  await demote(project, ID, { now: "2026-05-04T12:00:00Z", person: true });
  const line = (day: number, [command, actor]: readonly [string, string], reason: string | null) => {
    return { v: 1, at: `2026-05-0${day}T12:00:00Z`, command, id: ID, actor, digest, reason };
  };
  const before = [
    line(1, ["save", "machine"], null),
    line(2, ["retire", "machine"], "not now"),
    line(3, ["unretire", "person"], null),
    line(4, ["demote", "person"], "wrong"),
  ];
  assert.deepEqual(await linesOf(project), before);
  await forget(project, ID, { now: "2026-05-05T12:00:00Z" });
  const after = await linesOf(project);
  const id = after[0]?.id ?? "";
  assert.match(id, /^[0-9a-f]{32}$/);
  const forgotten = line(5, ["forget", "person"], "asked for");
  const nameless = [...before.map((each) => ({ ...each, reason: null })), forgotten].map((each) => ({
    ...each,
    digest: null,
  }));
  assert.deepEqual(
    after,
    nameless.map((each) => ({ ...each, id })),
  );
  for (const word of ["before noon", "Deploy on Fridays", "When deployments happen", ID]) {
    // For a day the name refuses another text.
    assert.deepEqual(
      findText(project.state, word).filter((path) => !path.endsWith("/forgotten-names.json")),
      [],
    );
  }
});

async function linesOf(
  project: OpenProject,
): Promise<Omit<ReturnType<typeof readOperations>[number], "op">[]> {
  return readOperations(await project.open()).map(({ op, ...entry }) => {
    assert.match(op, /^\d{14}-[0-9a-f]{12}$/);
    return entry;
  });
}

test("a move is two lines, one for each root, and gc is one a memory", async (t) => {
  const project = await savedProject(t);
  const workspace = await project.open({ person: true });
  await moveMemory(workspace, findMemory(workspace, ID), { destination: rootOf(workspace, "user") });
  await setStatus(project, ["retire", ID]);
  const later = await project.open({ person: true, now: "2026-08-01T12:00:00Z" });
  collectGarbage(later, rootOf(later, "user"), { dryRun: false });
  const told = readOperations(later).map(({ command, actor, reason }) => [command, actor, reason]);
  assert.deepEqual(told, [
    ["save", "machine", null],
    ["move", "person", "moved to the user scope"],
    ["move", "person", "from the project scope"],
    ["retire", "machine", null],
    ["gc", "person", "deleted after the grace period"],
  ]);
});

test("what is refused or changes nothing leaves no line", async (t) => {
  const project = await savedProject(t);
  await project.save();
  await project.save({ body: "short" }).catch(() => "refused");
  const workspace = await project.open();
  assert.equal(readOperations(workspace).length, 1);
  const path = join(rootOf(workspace, "project").records, "journal.ndjson");
  assert.equal(readFileSync(path, "utf8").split("\n").length, 2);
});

test("what a person vouched for since is told by name, in the order it was seen, whatever its date", async (t) => {
  const project = await savedProject(t, {}, { person: true, now: "2026-05-03T12:00:00Z" });
  await project.save({ name: "By a machine" });
  const workspace = await project.open();
  const root = rootOf(workspace, "project");
  const first = listApprovals(workspace, root, 0);
  assert.deepEqual(pick(first.approvals, "id", "act", "time", "by"), [
    [ID, "approve", "2026-05-03T12:00:00Z", "you"],
  ]);
  assert.deepEqual(listApprovals(workspace, root, first.position), { ...first, approvals: [] });
  await setStatus(project, ["retire", ID], { person: true });
  await demote(project, "project_by_a_machine");
  // Dated before everything that was listed already.
  await setStatus(project, ["unretire", ID], { person: true, now: "2026-04-01T12:00:00Z" });
  const second = listApprovals(workspace, root, first.position);
  assert.deepEqual(pick(second.approvals, "id", "act", "time"), [[ID, "unretire", "2026-04-01T12:00:00Z"]]);
  assert.ok(second.position > first.position);
});

test("approvals in one root are not those of another, and a signer who is not trusted is nobody", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const workspace = await project.open();
  assert.deepEqual(listApprovals(workspace, rootOf(workspace, "user"), 0).approvals, []);
  const alone = { ...workspace, signers: [] };
  assert.deepEqual(listApprovals(alone, rootOf(workspace, "project"), 0).approvals, []);
});

// Deleting a statement undoes nothing: what this machine has seen stays seen.

function removeActs(project: OpenProject, act: string): number {
  const directory = join(project.root, "attest", ID);
  const paths = readdirSync(directory).map((name) => join(directory, name));
  const found = paths.filter((path) => readFileSync(path, "utf8").includes(`"act":"${act}"`));
  for (const path of found) rmSync(path);
  return found.length;
}

async function standingOf(project: OpenProject): Promise<string> {
  const { standing } = await look(project, ID);
  return `${standing.standing}: ${standing.reason}`;
}

test("a statement moved here from another root or id counts for nothing, now or when it is gone", async (t) => {
  const project = await savedProject(t);
  await project.save({ name: "Another one" });
  await demote(project, "project_another_one");
  // The same person's other project, with a memory of the same id that was demoted there.
  const other = openProject(t);
  cpSync(join(project.state, "keys"), join(other.state, "keys"), { recursive: true });
  await other.save();
  await demote(other, ID);
  const here = join(project.root, "attest", ID);
  for (const from of [join(other.root, "attest", ID), join(project.root, "attest", "project_another_one")]) {
    for (const name of readdirSync(from)) copyFileSync(join(from, name), join(here, name));
  }
  assert.equal(await standingOf(project), "inferred: written here");
  removeActs(project, "lower");
  assert.equal(await standingOf(project), "inferred: written here");
  mkdirSync(join(here, "not-a-statement"));
  assert.equal(await standingOf(project), "inferred: written here");
});
