// A memory whose file is gone: its statements are there, and what this machine kept of its approved text.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { mergeMemories } from "../../../src/app/change/merge/merge-memories.ts";
import { raiseMemory } from "../../../src/app/change/raise-memory.ts";
import type { SigningPreview } from "../../../src/app/change/sign/signing-preview.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import { beginEdit } from "../../../src/app/review/edit-text.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, forget, look, setStatus, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const UNIQUE = "the quick onyx goblin";
const DRAFT = { body: `Deployments happen when ${UNIQUE} jumps over the lazy dwarf.`, description: UNIQUE };
const PERSON = { person: true };
const OTHER_FILE = { id: "project_other", directory: "memories", path: "/project_other.md" } as const;

const pathOf = (project: OpenProject): string => join(project.root, "memories", `${ID}.md`);

test("garbage collection erases the approved text of what it deletes", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  await setStatus(project, ["retire", ID], PERSON);
  const workspace = await project.open({ person: true, now: "2026-06-30T12:00:00Z" });
  assert.deepEqual(collectGarbage(workspace, rootOf(workspace, "project"), { dryRun: false }), [ID]);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("a memory whose file was deleted can be forgotten, and what brings the file back is withheld", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const text = readFileSync(pathOf(project), "utf8");
  rmSync(pathOf(project));
  // What a person approved is kept by this machine, and the index has its words.
  assert.equal(findText(project.base, UNIQUE).length, 2);
  assert.deepEqual(await forget(project, ID), {
    id: ID,
    proposals: [],
    stays: [],
    holding: [],
    beside: [],
    named: [],
    inGit: true,
  });
  assert.deepEqual(findText(project.base, UNIQUE), []);
  writeFileSync(pathOf(project), text);
  assert.equal((await look(project, ID)).standing.reason, "forgotten by you on 2026-05-01");
});

test("its tombstone names the text it had", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  rmSync(pathOf(project));
  await forget(project, ID);
  await assert.rejects(project.save(DRAFT), refusal("REMOVED"));
});

test("with its statements deleted as well it can still be forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  rmSync(pathOf(project));
  rmSync(join(project.root, "attest", ID), { recursive: true });
  await forget(project, ID);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("nothing is left to be forgotten of what is forgotten, or was never here", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  await forget(project, ID);
  await assert.rejects(forget(project, ID), refusal("NOT_FOUND"));
  await assert.rejects(forget(project, "project_never"), refusal("NOT_FOUND"));
});

test("a file that came back after the person was asked is not erased unseen", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const text = readFileSync(pathOf(project), "utf8");
  rmSync(pathOf(project));
  const workspace = await project.open(PERSON);
  const asked = findForgettable(workspace, ID);
  writeFileSync(pathOf(project), text);
  assert.throws(() => forgetMemory(workspace, asked, "asked for"), refusal("OCC_CONFLICT"));
  assert.equal(readFileSync(pathOf(project), "utf8"), text);
});

// What holds the words of a forgotten memory beside its own file: the changes that somebody proposed to it.

/** The id of a machine's change to what a person approved. */
async function propose(project: OpenProject, tag: string, id = ID): Promise<string> {
  const outcome = await update(project, [id, { tags: [tag] }]);
  assert.equal(outcome.kind, "proposed");
  return outcome.id;
}

async function promote(project: OpenProject, id: string): Promise<void> {
  const workspace = await project.open({ person: true, now: "2026-05-20T12:00:00Z" });
  const asked = {
    acknowledge: false,
    ifDigest: null,
    confirm: async (shown: SigningPreview) => noteShown(shown),
  };
  await raiseMemory(workspace, findMemory(workspace, id), { action: "promote", ...asked });
}

test("a proposed change holds the words of a memory and is forgotten with it", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const proposals = [await propose(project, "client"), await propose(project, "server")].sort();
  assert.deepEqual(await forget(project, ID), {
    id: ID,
    proposals,
    stays: [],
    holding: [],
    beside: [],
    named: [],
    inGit: true,
  });
  assert.deepEqual(findText(project.base, UNIQUE), []);
  assert.equal(findText(join(project.root, "attest", "forgotten"), '"act":"forget"').length, 3);
});

test("in quarantine or in the archive it is found, too", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const [quarantined, archived] = [await propose(project, "client"), await propose(project, "server")];
  for (const id of [quarantined, archived]) await demote(project, id);
  await setStatus(project, ["archive", archived], PERSON);
  await forget(project, ID);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("what a person approved in its place stays, with the changes proposed to that, and is named", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const approved = await propose(project, "client");
  await promote(project, approved);
  const next = await propose(project, "server", approved);
  const outcome = await forget(project, ID, { now: "2026-05-20T12:00:00Z" });
  // Both have the forgotten body.
  const holding = [approved, next].map((id) => `.claude/memory/memories/${id}.md`).sort();
  assert.deepEqual(outcome, {
    id: ID,
    proposals: [],
    stays: [approved],
    holding,
    beside: [],
    named: [],
    inGit: true,
  });
  assert.equal((await look(project, approved)).standing.standing, "verified");
  assert.equal((await look(project, next)).standing.standing, "inferred");
});

test("a change proposed after the person was asked is not erased unseen: nothing is", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const workspace = await project.open(PERSON);
  const asked = findForgettable(workspace, ID);
  await propose(project, "client");
  const before = readTree(project.base);
  assert.throws(() => forgetMemory(workspace, asked, "asked for"), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
});

test("whatever holds its text as a part is listed: after a merge, in the other scope, in the archive", async (t) => {
  const project = openProject(t);
  const other = { name: "Release notes", body: "Release notes are written on Thursdays by the whole team." };
  await project.save(DRAFT, PERSON);
  await project.save(other, PERSON);
  const workspace = await project.open(PERSON);
  const [first, second] = [findMemory(workspace, "project_release_notes"), findMemory(workspace, ID)];
  await mergeMemories(workspace, { first, second });
  const { holding } = await forget(project, ID);
  assert.deepEqual(holding, [".claude/memory/memories/project_release_notes.md"]);
});

test("an unfinished edit is erased with its memory, whatever TMPDIR was, and that of another memory or root is not", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT, PERSON);
  const target = await look(project, ID);
  const [edit, other] = [beginEdit(target, DRAFT.body), beginEdit({ ...target, file: OTHER_FILE }, "x")];
  const records = freshDir(t);
  chmodSync(records, 0o700);
  const elsewhere = beginEdit({ ...target, root: { ...target.root, records } }, DRAFT.body);
  // As an earlier version kept it.
  const old = join(tmpdir(), `credence-edit-${target.root.id.slice(0, 16)}-x`);
  mkdirSync(old);
  writeFileSync(join(old, `${ID}.md~`), DRAFT.body);
  t.after(() => rmSync(old, { recursive: true, force: true }));
  assert.ok(edit.path.startsWith(project.state), edit.path);
  await forget(project, ID);
  assert.equal(existsSync(old), false);
  assert.deepEqual(
    [edit, other, elsewhere].map(({ path }) => existsSync(path)),
    [false, true, true],
  );
});
