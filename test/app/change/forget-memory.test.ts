import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { noteAccess } from "../../../src/app/capture/accesses.ts";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { buildCorpus, describeCorpora } from "../../../src/app/knowledge/build-corpus.ts";
import { readOperations } from "../../../src/app/memories/journal.ts";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { pickBatch, readProgress, writeProgress } from "../../../src/app/observe/pick-batch.ts";
import { answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { backUp } from "../../../src/app/transfer/import/run-import.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { listSpool, readSpool } from "../../../src/observer/spool/spool.ts";
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
  const said = await answerPrompt(
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
    (await describeCorpora(await project.open())).map(({ name, memories }) => [name, memories]),
    [["all", 1]],
  );
  assert.equal(project.records().length, 2);
  const reasons = readOperations(await project.open()).flatMap(({ reason }) => reason ?? []);
  assert.deepEqual(reasons, ["asked for", "asked for"]);
});

// The id may be a word of a path, of a setting or of another project, and there it is not the memory's.

test("what is not this root's is left byte for byte: settings, launcher, client copies, other roots", async (t) => {
  const project = captureProject(t);
  await spreadWords(project);
  const other = "0123456789abcdef".repeat(2);
  const path = `/work/${SECRET_ID}/dist`;
  const receipt = { v: 1, at: "2026-05-01T12:00:00Z", kind: "prompt", outcome: "shown", left: [] };
  const shown = [{ id: SECRET_ID, scope: "project" }];
  const foreign: Readonly<Record<string, string>> = {
    "config.json": JSON.stringify({ "capture.excluded_projects": [path] }),
    "settings.ndjson": `${JSON.stringify({ command: "config-set", id: "x", after: [path] })}\n`,
    launch: `#!/bin/sh\nexec node ${path}/credence.cjs "$@"\n`,
    "backups/install/claude-code.json": JSON.stringify({ permissions: [path] }),
    [`backups/2026-05-01T120000Z/${other}/memories/${SECRET_ID}.md`]: `A text about ${SECRET_ID}.\n`,
    [`roots/${other}/accesses.ndjson`]: `${JSON.stringify({ v: 1, at: "", id: SECRET_ID })}\n`,
    [`spool/${other}/${"a".repeat(32)}.0.ndjson`]: `${JSON.stringify({ text: SECRET_ID })}\n`,
    "receipts.ndjson.1": `${JSON.stringify({ ...receipt, roots: [other], shown })}\n`,
  };
  for (const [name, text] of Object.entries(foreign)) {
    mkdirSync(dirname(join(project.state, name)), { recursive: true });
    writeFileSync(join(project.state, name), text);
  }
  const locations = readdirSync(join(project.state, "roots")).map((id) => `roots/${id}/locations.json`);
  const kept = locations.filter((name) => existsSync(join(project.state, name)));
  const read = (names: readonly string[]): string[][] =>
    names.map((name) => [name, readFileSync(join(project.state, name), "utf8")]);
  const before = read(kept);
  await forget(project, SECRET_ID);
  assert.deepEqual(read(Object.keys(foreign)), Object.entries(foreign));
  assert.deepEqual(read(kept), before);
});

test("captured lines that named it are whole afterwards, and are not read a second time", async (t) => {
  const project = captureProject(t);
  await project.save(SECRET, { person: true });
  project.capture(promptOf(`Read ${SECRET_ID} and fix the build of the parser.`));
  project.capture(promptOf("And now something else entirely, please.", { prompt: "p2" }));
  const workspace = await project.open();
  const place = placeObserver(project.state, rootOf(workspace, "project"));
  const limits = { invocation: 50_000, session: 50_000, day: 50_000 };
  const [{ path = "", key = "" } = {}] = listSpool(project.spool);
  const first = pickBatch({ place, limits }, key)?.lines[0];
  assert.ok(first);
  const { id, end, file } = first;
  writeProgress(place, key, { v: 1, files: { [file]: { id, end } }, taint: [] });
  await forget(project, SECRET_ID);
  const { lines, damaged } = readSpool(listSpool(project.spool));
  assert.deepEqual([lines.length, damaged], [2, []]);
  assert.ok(!readFileSync(path, "utf8").includes(WORD));
  assert.notEqual(readProgress(place, key).files[file]?.id, id);
  assert.deepEqual(
    pickBatch({ place, limits }, key)?.lines.map(({ record }) => record.text),
    ["And now something else entirely, please."],
  );
});

test("of a receipt only what it says of this root's memory goes", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const workspace = await project.open();
  const receipt = {
    v: 1,
    at: "2026-05-01T12:00:00Z",
    roots: workspace.roots.map(({ id }) => id),
    kind: "prompt",
    session: ID,
    outcome: "shown",
    shown: ["project", "user"].map((scope) => ({ id: ID, scope })),
    left: [],
  };
  const path = join(project.state, "receipts.ndjson");
  // The last line was cut short: nobody can read it, and the word goes all the same.
  writeFileSync(path, `${JSON.stringify(receipt)}\n{"v":1,"shown":[{"id":"${ID}`);
  await forget(project, ID);
  const [line = "", torn = ""] = readFileSync(path, "utf8").split("\n");
  const { session, shown } = JSON.parse(line);
  assert.deepEqual([session, shown[1].id, shown[0].id === ID], [ID, ID, false]);
  assert.match(shown[0].id, /^project_[0-9a-f]+$/);
  assert.match(torn, /"project_[0-9a-f]+$/);
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
