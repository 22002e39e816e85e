import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noteAccess } from "../../../src/app/capture/accesses.ts";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { buildCorpus, describeCorpora } from "../../../src/app/knowledge/build-corpus.ts";
import { readOperations } from "../../../src/app/memories/journal.ts";
import { answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { backUp } from "../../../src/app/transfer/import/run-import.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, forget, look, setStatus, update } from "../../fixture/act-on.ts";
import { NO_FILTER } from "../../fixture/asking-project.ts";
import { type CaptureProject, captureProject, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const UNIQUE = "the quick onyx goblin";
const DRAFT = { body: `Deployments happen when ${UNIQUE} jumps over the lazy dwarf.`, description: UNIQUE };

test("a forgotten memory is nowhere any more, under the root, in the state or in the archive", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  mkdirSync(join(project.root, "archive", "2024-01"));
  const archived = join(project.root, "archive", "2026-05", `${ID}.md`);
  copyFileSync(archived, join(project.root, "archive", "2024-01", `${ID}.md`));
  // Left by a process that was killed while it wrote, and by a merge that brought the file back.
  copyFileSync(archived, join(project.root, "memories", `.${ID}.md.20260501120000-abcdef.tmp`));
  copyFileSync(archived, join(project.root, "memories", `${ID}.md`));
  assert.equal(findText(project.base, UNIQUE).length, 4);
  assert.deepEqual(await forget(project, ID), { id: ID, proposals: [], stays: [], named: [], inGit: true });
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("what is left is a signed tombstone and a line of the journal, both with the reason", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  const { digest, input } = await look(project, ID);
  const ended = input.attestations.map(({ hash }) => hash);
  await forget(project, ID, { reason: "asked for by legal" });
  assert.deepEqual(readdirSync(join(project.root, "attest")), ["forgotten"]);
  const [name = ""] = readdirSync(join(project.root, "attest/forgotten"));
  const tombstone = JSON.parse(readFileSync(join(project.root, "attest/forgotten", name), "utf8"));
  assert.deepEqual([tombstone.v, tombstone.digest, tombstone.reason], [2, digest, "asked for by legal"]);
  assert.match(tombstone.signer, /^person:/);
  assert.deepEqual(tombstone.parents, ended);
  const [, last] = readOperations(await project.open());
  assert.deepEqual([last?.command, last?.id, last?.reason], ["forget", tombstone.id, "asked for by legal"]);
});

test("one that was archived out of quarantine, or is too large to be a memory, can be forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  await forget(project, ID);
  writeFileSync(join(project.root, "memories", "project_large.md"), `${UNIQUE}\n`.repeat(10_000));
  await forget(project, "project_large");
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

// The words of the title, and so of the id, the text, the reasons and the query are the same, and are looked for everywhere.

const WORD = "zebrafinch";
const SECRET = {
  name: `Client ${WORD} contract`,
  description: `What ${WORD} pays for`,
  tags: [WORD],
  body: `The client behind the code name ${WORD} pays for the second data centre until autumn.`,
} as const;
const SECRET_ID = `project_client_${WORD}_contract`;

/** A memory that left its words wherever Credence keeps any. */
async function spreadWords(project: CaptureProject): Promise<void> {
  await project.save(SECRET, { person: true });
  const path = join(project.root, "memories", `${SECRET_ID}.md`);
  copyFileSync(path, join(project.root, "memories", `.${SECRET_ID}.md.20260501120000-abcdef.tmp`));
  const workspace = await project.open();
  const root = rootOf(workspace, "project");
  backUp(workspace, root);
  await update(project, [SECRET_ID, { tags: ["other"] }]);
  await project.save({ name: "Second data centre", supersedes: SECRET_ID }, { person: true });
  await setStatus(project, ["retire", SECRET_ID], { reason: `${WORD} left` });
  await setStatus(project, ["retire", SECRET_ID], { reason: `${WORD} left`, person: true });
  await setStatus(project, ["unretire", SECRET_ID], { person: true });
  for (const [name, query] of [
    ["all", null],
    ["asked", WORD],
  ] as const) {
    await buildCorpus(workspace, { name, filter: { ...NO_FILTER, query } });
  }
  const room = { budgetChars: 6_000, isLate: () => false, tells: false };
  const said = answerPrompt(
    workspace,
    { text: `what does ${WORD} pay for`, session: "s", promptId: "p" },
    room,
  );
  assert.match(said.text, new RegExp(WORD));
  noteAccess({ records: root.records, root: root.path }, { path, cwd: project.top, now: workspace.now });
  project.capture(promptOf("A harmless question about the next release."));
  const read = project.capture(toolOf({ tool: "mcp__files__count", input: { path } }));
  assert.equal(read.kind, "captured");
  await demote(project, SECRET_ID, { reason: `${WORD} is secret`, person: true });
  backUp(workspace, root);
}

function findWord(project: OpenProject): string[] {
  const named = readdirSync(project.base, { recursive: true }).map(String);
  return [...findText(project.base, WORD), ...named.filter((name) => name.includes(WORD))];
}

test("no word of a forgotten memory is on disk: not of its text, its id, its reasons, nor of a query for it", async (t) => {
  const project = captureProject(t);
  await spreadWords(project);
  const places = findWord(project).join("\n");
  for (const place of ["attest/", "backups/", ".tmp", "approved/", "journal", "requests", "corpora/asked"]) {
    assert.ok(places.includes(place), place);
  }
  for (const place of ["corpora/all", "receipts", "accesses", "spool/", "seen.sqlite", "index.sqlite"]) {
    assert.ok(places.includes(place), place);
  }
  const outcome = await forget(project, SECRET_ID);
  assert.equal(outcome.proposals.length, 1);
  assert.deepEqual([outcome.stays, outcome.named], [["project_second_data_centre"], []]);
  assert.deepEqual(findWord(project), []);
  // What is not about it is as it was.
  assert.equal((await look(project, "project_second_data_centre")).standing.standing, "verified");
  assert.deepEqual(
    describeCorpora(await project.open()).map(({ name, memories }) => [name, memories]),
    [["all", 1]],
  );
  assert.equal(project.records().length, 2);
  const reasons = readOperations(await project.open()).flatMap(({ reason }) => reason ?? []);
  assert.deepEqual(reasons, ["asked for", "asked for"]);
});

test("a machine forgets nothing", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  const before = readTree(project.base);
  const workspace = await project.open();
  const target = findForgettable(workspace, ID);
  assert.throws(() => forgetMemory(workspace, target, "because"), refusal("NEEDS_PERSON"));
  assert.deepEqual(readTree(project.base), before);
});

test("a memory that git brings back is quarantined as forgotten", async (t) => {
  const project = openProject(t);
  await project.save(DRAFT);
  project.git("add", ".");
  project.git("commit", "--quiet", "--message", "memories");
  await forget(project, ID);
  project.git("checkout", "--", `.claude/memory/memories/${ID}.md`);
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.reason], ["quarantined", "forgotten by you on 2026-05-01"]);
});
