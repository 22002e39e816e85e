import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { noteAccess } from "../../../src/app/capture/accesses.ts";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { findForgettable, forgetMemory } from "../../../src/app/change/forget-memory.ts";
import { mergeMemories } from "../../../src/app/change/merge/merge-memories.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { readOperations } from "../../../src/app/memories/journal.ts";
import { placeObserver } from "../../../src/app/observe/drain.ts";
import { pickBatch, writeProgress } from "../../../src/app/observe/pick-batch.ts";
import { answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { backUp } from "../../../src/app/transfer/import/run-import.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { listSpool, readSpool } from "../../../src/observer/spool/spool.ts";
import { demote, forget, look, raise, setStatus, update } from "../../fixture/act-on.ts";
import { type CaptureProject, captureProject, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";
import { assertRefused, refusal } from "../../fixture/refusal.ts";
import { findText } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const UNIQUE = "the quick onyx goblin";
const FORGOT = { id: ID, proposals: [], stays: [], holding: [], named: [], inGit: true };
const DRAFT = { body: `Deployments happen when ${UNIQUE} jumps over the lazy dwarf.`, description: UNIQUE };

test("a forgotten memory is nowhere any more, under the root, in the state or in the archive", async (t) => {
  const project = await savedProject(t, DRAFT);
  await demote(project, ID);
  await setStatus(project, ["archive", ID], { person: true });
  mkdirSync(join(project.root, "archive", "2024-01"));
  const archived = join(project.root, "archive", "2026-05", `${ID}.md`);
  copyFileSync(archived, join(project.root, "archive", "2024-01", `${ID}.md`));
  // Left by a process that was killed while it wrote, and by a merge that brought the file back.
  copyFileSync(archived, join(project.root, "memories", `.${ID}.md.20260501120000-abcdef.tmp`));
  copyFileSync(archived, join(project.root, "memories", `${ID}.md`));
  assert.equal(findText(project.base, UNIQUE).length, 4);
  assert.deepEqual(await forget(project, ID), FORGOT);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("what is left is a signed tombstone and a line of the journal, both with the reason", async (t) => {
  const project = await savedProject(t, DRAFT);
  const { digest, input } = await look(project, ID);
  const [uuid] = input.attestations.map(({ born }) => born);
  await forget(project, ID, { reason: "asked for by legal" });
  assert.deepEqual(readdirSync(join(project.root, "attest")), ["forgotten"]);
  const [name = ""] = readdirSync(join(project.root, "attest/forgotten"));
  const tombstone = JSON.parse(readFileSync(join(project.root, "attest/forgotten", name), "utf8"));
  assert.deepEqual([tombstone.v, tombstone.born, tombstone.reason], [1, uuid, "asked for by legal"]);
  assert.ok(tombstone.digests.includes(digest));
  assert.deepEqual(
    ["id", "digest", "text", "follows"].filter((key) => key in tombstone),
    [],
  );
  assert.match(tombstone.signer, /^person:/);
  const [, last] = readOperations(await project.open());
  assert.deepEqual([last?.command, last?.id, last?.reason], ["forget", uuid, "asked for by legal"]);
});

test("what is too large to be a memory can be forgotten", async (t) => {
  const project = openProject(t);
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

test("no word of a forgotten memory is on disk, but in a text that another memory was signed with, which is named", async (t) => {
  const project = captureProject(t);
  await spreadWords(project);
  const places = findWord(project).join("\n");
  for (const place of ["attest/", "backups/", ".tmp", "journal", "requests"]) {
    assert.ok(places.includes(place), place);
  }
  for (const place of ["receipts", "accesses", "spool/", "ledger.sqlite", "index.sqlite"]) {
    assert.ok(places.includes(place), place);
  }
  const outcome = await forget(project, SECRET_ID);
  assert.equal(outcome.proposals.length, 1);
  assert.deepEqual(outcome.stays, ["project_second_data_centre"]);
  assert.equal(outcome.named[0], ".claude/memory/memories/project_second_data_centre.md");
  const isNaming = (path: string): boolean => path.endsWith("/memories/project_second_data_centre.md");
  assert.ok(outcome.named.every(isNaming));
  for (const words of [SECRET.name, SECRET.description, SECRET.body, `${WORD} left`, `${WORD} is secret`])
    assert.deepEqual(findText(project.base, words), []);
  // The index says what the other one replaces, and the ledger retains its text.
  const isSecond = (path: string): boolean => isNaming(path) || /\/(?:index|ledger)\.sqlite$/.test(path);
  // For a day the name refuses another text, so it stands in one more file.
  const [names = "", ...more] = findWord(project).filter((path) => !isSecond(path));
  assert.deepEqual([names.endsWith("/forgotten-names.json"), more], [true, []]);
  await project.save({ name: "Third data centre" }, { now: "2026-05-03T12:30:45Z" });
  assert.deepEqual(
    findWord(project).filter((path) => !isSecond(path)),
    [],
  );
  // What is not about it is as it was.
  assert.equal((await look(project, "project_second_data_centre")).standing.standing, "verified");
  assert.deepEqual(pick(project.records(), "kind"), ["prompt"]);
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

test("a captured line that tells of it is dropped, and what was read before is not read a second time", async (t) => {
  const project = captureProject(t);
  await project.save(SECRET, { person: true });
  project.capture(promptOf(`Read ${SECRET_ID} and fix the build of the parser.`));
  project.capture(promptOf("And now something else entirely, please.", { prompt: "p2" }));
  project.capture(promptOf(`What was that? "${SECRET.body}"`, { prompt: "p3" }));
  project.capture(promptOf(`And ${SECRET.name}, who is it?`, { prompt: "p4" }));
  project.capture(promptOf(`And ${SECRET_ID}_2, which is another memory?`, { prompt: "p5" }));
  const workspace = await project.open();
  const place = placeObserver(project.state, rootOf(workspace, "project"));
  const limits = { invocation: 50_000, session: 50_000, day: 50_000 };
  const [{ key = "" } = {}] = listSpool(project.spool);
  const first = pickBatch({ place, limits }, key)?.lines[0];
  assert.ok(first);
  const { id, end, file } = first;
  writeProgress(place, key, { v: 1, files: { [file]: { id, end } }, taint: [] });
  await forget(project, SECRET_ID);
  const { lines, damaged } = readSpool(listSpool(project.spool));
  assert.deepEqual([lines.length, damaged], [2, []]);
  assert.deepEqual(
    pickBatch({ place, limits }, key)?.lines.map(({ record }) => record.text),
    ["And now something else entirely, please.", `And ${SECRET_ID}_2, which is another memory?`],
  );
});

test("a receipt that names it goes whole; one that names another scope's memory of the id stays", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const workspace = await project.open();
  const receipt = (scope: string): string =>
    JSON.stringify({
      v: 1,
      at: "2026-05-01T12:00:00Z",
      roots: workspace.roots.map(({ id }) => id),
      kind: "prompt",
      session: ID,
      outcome: "shown",
      shown: [{ id: ID, scope }],
      left: [],
    });
  const path = join(project.state, "receipts.ndjson");
  // The last line was cut short: nobody can tell whose it was, and it goes.
  writeFileSync(path, `${receipt("project")}\n${receipt("user")}\n{"v":1,"shown":[{"id":"${ID}`);
  await forget(project, ID);
  const left = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  assert.deepEqual(left, [receipt("user")]);
});

test("a file that nobody signed loses its entry for it; a file that somebody signed keeps it, and is named", async (t) => {
  const project = await savedProject(t, DRAFT, { person: true });
  await project.save({
    name: "Signed",
    body: "Another body about the team and its days.",
    contradicts: [ID],
  });
  const signed = join(project.root, "memories", "project_signed.md");
  const unsigned = join(project.root, "memories", "project_unsigned.md");
  const text = readFileSync(signed, "utf8").replace("Signed", "Unsigned").replace(/\n$/, " Or so.\n");
  writeFileSync(unsigned, text);
  const before = readFileSync(signed, "utf8");
  const { named } = await forget(project, ID);
  assert.deepEqual(named, [".claude/memory/memories/project_signed.md"]);
  assert.equal(readFileSync(signed, "utf8"), before);
  assert.equal(readFileSync(unsigned, "utf8"), text.replace(/^contradicts:.*\n/m, ""));
});

// A memory whose file is gone: its statements are there, and what this machine kept of its approved text.

const PERSON = { person: true };

const pathOf = (project: OpenProject): string => join(project.root, "memories", `${ID}.md`);

test("garbage collection erases the approved text of what it deletes", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  await setStatus(project, ["retire", ID], PERSON);
  const workspace = await project.open({ person: true, now: "2026-06-30T12:00:00Z" });
  assert.deepEqual(collectGarbage(workspace, rootOf(workspace, "project"), { dryRun: false }), [ID]);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("a memory whose file was deleted can be forgotten, and what brings the file back is withheld", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  const text = readFileSync(pathOf(project), "utf8");
  rmSync(pathOf(project));
  // What a person approved is kept by this machine, and the index has its words.
  assert.equal(findText(project.base, UNIQUE).length, 2);
  assert.deepEqual(await forget(project, ID), FORGOT);
  assert.deepEqual(findText(project.base, UNIQUE), []);
  // The tombstone names the text it had, and nothing is left to be forgotten.
  await assert.rejects(project.save(DRAFT), refusal("REMOVED"));
  for (const id of [ID, "project_never"]) await assert.rejects(forget(project, id), refusal("NOT_FOUND"));
  writeFileSync(pathOf(project), text);
  assert.equal((await look(project, ID)).standing.reason, "forgotten by you on 2026-05-01");
});

test("with its statements deleted as well it can still be forgotten", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  rmSync(pathOf(project));
  rmSync(join(project.root, "attest", ID), { recursive: true });
  await forget(project, ID);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("a file that came back after the person was asked is not erased unseen", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
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

test("a proposed change holds the words of a memory and is forgotten with it", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  const proposals = [await propose(project, "client"), await propose(project, "server")].sort();
  assert.deepEqual(await forget(project, ID), { ...FORGOT, proposals });
  assert.deepEqual(findText(project.base, UNIQUE), []);
  assert.equal(findText(join(project.root, "attest", "forgotten"), '"act":"forget"').length, 3);
});

test("in quarantine or in the archive it is found, too", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  const [quarantined, archived] = [await propose(project, "client"), await propose(project, "server")];
  for (const id of [quarantined, archived]) await demote(project, id);
  await setStatus(project, ["archive", archived], PERSON);
  await forget(project, ID);
  assert.deepEqual(findText(project.base, UNIQUE), []);
});

test("what a person approved in its place stays, with the changes proposed to that, and is named", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  const approved = await propose(project, "client");
  await raise(project, ["promote", approved], { now: "2026-05-20T12:00:00Z" });
  const next = await propose(project, "server", approved);
  const outcome = await forget(project, ID, { now: "2026-05-20T12:00:00Z" });
  // Both have the forgotten body.
  const holding = [approved, next].map((id) => `.claude/memory/memories/${id}.md`).sort();
  const named = [`.claude/memory/memories/${approved}.md`];
  assert.deepEqual(outcome, { ...FORGOT, stays: [approved], holding, named });
  assert.equal((await look(project, approved)).standing.standing, "verified");
  assert.equal((await look(project, next)).standing.standing, "inferred");
});

test("a change proposed after the person was asked is not erased unseen: nothing is", async (t) => {
  const project = await savedProject(t, DRAFT, PERSON);
  const workspace = await project.open(PERSON);
  const asked = findForgettable(workspace, ID);
  await propose(project, "client");
  await assertRefused(project.base, "OCC_CONFLICT", () => forgetMemory(workspace, asked, "asked for"));
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
