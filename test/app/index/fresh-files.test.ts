// Freshness: whatever happens to a memory's files between two recalls, the next one shows no text that should not be shown,
// whether it is the only hit or the fifteenth, and whether the files were old or new when they were indexed.

import assert from "node:assert/strict";
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, type TestContext, test } from "node:test";
import { NO_TRUST, renderTrustFile } from "../../../src/trust/signers-file.ts";
import { IS_DEEP } from "../../deep.ts";
import { chanceOf } from "../../faults/sample.ts";
import { git } from "../../fixture/git-repository.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { later, passTime, type RecallProject, recallProject } from "../../fixture/recall-project.ts";
import { findText } from "../../fixture/tree.ts";
import { FILE_ATTACKS, STATEMENT_ATTACKS } from "./fresh-attacks.ts";
import {
  ALONE,
  assertGone,
  EVIL,
  FIFTEENTH,
  freshSample,
  TARGETS,
  type Target,
  warmUp,
} from "./fresh-sample.ts";

const project = await freshSample({ after });

/** By the first every file is old; by the second every file is too new to be told from its next version. */
const CLOCKS: readonly (() => string)[] = [later, () => "2026-05-01T12:00:00Z"];

type Way = { readonly target: Target; readonly clock: () => string };
const WAYS: readonly Way[] = TARGETS.flatMap((target) => CLOCKS.map((clock) => ({ target, clock })));

/** In the quick gate with each target and each clock once. */
async function inEachWay(
  t: TestContext,
  check: (target: Target, now: string) => Promise<void>,
): Promise<void> {
  const isCrossed = chanceOf(t)() < 0.5;
  const isTried = (_: Way, index: number): boolean => IS_DEEP || (index === 0 || index === 3) !== isCrossed;
  for (const { target, clock } of WAYS.filter(isTried)) {
    const now = clock();
    await warmUp(project, target, now);
    await passTime();
    await check(target, now);
  }
}

for (const [what, attack] of Object.entries(FILE_ATTACKS)) {
  test(`a memory that was ${what} since the last recall is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      attack(project, target.id);
      await assertGone(project, target, { now });
      await assertGone(project, target, { now });
    }));
}

for (const [what, attack] of Object.entries(STATEMENT_ATTACKS)) {
  test(`a memory whose statements were ${what} since the last recall is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      attack(project, target.id);
      const others = what.startsWith("swapped") ? 18 : 19;
      await assertGone(project, target, { now, others });
      await assertGone(project, target, { now, others });
    }));
}

for (const [command, ...more] of [["retire"], ["archive"], ["demote", "--reason", "wrong"]]) {
  test(`after ${command} a memory is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      await project.done([command ?? "", target.id, ...more], { now });
      await assertGone(project, target, { now });
    }));
}

test("after forget a memory is not shown, and none of its words is in any file", async (t) => {
  await inEachWay(t, async (target, now) => {
    await project.done(["forget", target.id, "--reason", "asked for", "--as-test-person"], { now });
    await assertGone(project, target, { now });
    const words = target === ALONE ? ["wombat", "Wombat", "grass"] : ["Quokkaf", "quokkaf"];
    for (const place of [project.top, project.credenceHome]) {
      for (const word of words) assert.deepEqual(findText(place, word), [], word);
    }
  });
});

test("a change that keeps what was vouched for keeps the memory", async () => {
  await warmUp(project, FIFTEENTH);
  await project.done(["archive", FIFTEENTH.id]);
  await project.done(["unarchive", FIFTEENTH.id]);
  const { ids } = await project.recall(FIFTEENTH.prompt);
  assert.equal(ids.length, 20);
});

// Freshness beyond one memory's files: the place of the root, its directories, and whom this machine trusts.

test("a root that is found at a second place is not recalled from there", async () => {
  for (const target of TARGETS) {
    await warmUp(project, target);
    const copy = join(project.base, "project-copy");
    rmSync(copy, { recursive: true, force: true });
    cpSync(project.top, copy, { recursive: true });
    const { stdout } = await project.done(["recall", "--prompt", target.prompt], { cwd: copy });
    assert.equal(stdout, "");
    assert.notEqual((await project.recall(target.prompt)).ids.length, 0);
  }
});

test("directories of the root that are replaced by links are not followed", async () => {
  for (const part of ["memories", "attest", "quarantine"]) {
    for (const target of TARGETS) {
      await warmUp(project, target);
      await passTime();
      renameSync(join(project.root, part), join(project.base, `moved-${part}`));
      symlinkSync(join(project.base, `moved-${part}`), join(project.root, part));
      const { exit, stdout } = await project.call(["recall", "--prompt", target.prompt]);
      assert.deepEqual([exit === 70, stdout], [false, ""], part);
      rmSync(join(project.base, `moved-${part}`), { recursive: true });
    }
  }
});

test("a root whose directories are gone recalls nothing and is no error", async () => {
  await warmUp(project, FIFTEENTH);
  await passTime();
  for (const part of ["attest", "memories", "quarantine"]) {
    rmSync(join(project.root, part), { recursive: true });
    assert.deepEqual((await project.recall(FIFTEENTH.prompt)).ids, [], part);
  }
});

test("a branch that brings a memory with its statements is recalled from after the checkout, and not before", async (t) => {
  const own = await recallProject(t);
  await own.save("project_first", { name: "Numbat", body: "The numbat eats termites in the morning hours." });
  git(own.top, "add", "--all");
  git(own.top, "commit", "--quiet", "--message=First");
  git(own.top, "checkout", "--quiet", "-b", "other");
  await own.save("project_second", {
    name: "Bilby",
    body: "The bilby digs for bulbs in the dry evening sand.",
  });
  git(own.top, "add", "--all");
  git(own.top, "commit", "--quiet", "--message=Second");
  const prompt = "where does the bilby dig for bulbs";
  for (const [branch, ids] of [
    ["main", []],
    ["other", ["project_second"]],
    ["main", []],
    ["other", ["project_second"]],
  ] as const) {
    git(own.top, "checkout", "--quiet", branch);
    assert.deepEqual((await own.recall(prompt)).ids, ids, branch);
    await passTime();
  }
});

test("a statement that arrives alone makes a foreign memory recallable", async (t) => {
  for (const beside of [false, true]) {
    const own = await recallProject(t);
    await own.save("project_alone", {
      name: "Numbat",
      body: "The numbat eats termites in the morning hours.",
    });
    const prompt = "what does the numbat eat in the morning";
    const directory = join(own.root, "attest", "project_alone");
    renameSync(directory, join(own.base, "aside"));
    // Beside others: the directory that all of them are in does not change, only the memory's own.
    if (beside) mkdirSync(directory);
    assert.deepEqual((await own.recall(prompt)).ids, []);
    await passTime();
    cpSync(join(own.base, "aside"), directory, { recursive: true });
    assert.deepEqual((await own.recall(prompt)).ids, ["project_alone"], `beside others: ${beside}`);
  }
});

// The search index is a file like any other: whoever can write it can make it propose anything. What is shown is read from
// the memory's own files again, so the worst a forged index does is to leave something out.

const STRANGER = "project_stranger";
const BODY = `The quokka sleeps where ${EVIL} says, at noon, in the sun.`;
const WORDS = "quokka sleeps sleep noon wombat eat night";

function forge(...statements: string[]): void {
  const database = new DatabaseSync(project.indexPath);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Makes a row that may not be searched look like the best one there is. */
function forgeWords(id: string): string[] {
  const row = `(SELECT row FROM memories WHERE id = '${id}')`;
  return [
    `UPDATE memories SET standing = 'verified', status = 'active', searchable = 1, name = 'Quokka', tags = '[]',
     type = 'project', tier = 'verified', young = 0, line = '- [PROJECT] ${EVIL} -> x' WHERE id = '${id}'`,
    `INSERT INTO words(rowid, name, tags, body) VALUES (${row}, '${WORDS}', '${WORDS}', '${WORDS}')`,
    `INSERT INTO exact(rowid, name, tags, body) VALUES (${row}, '${WORDS}', '${WORDS}', '${WORDS}')`,
    `INSERT OR REPLACE INTO passages SELECT ${row}, words, name_words, tag_words, body_words FROM passages LIMIT 1`,
  ];
}

async function plantStranger(): Promise<void> {
  await warmUp(project, FIFTEENTH);
  writeFileSync(project.pathOf(STRANGER), memoryText({ name: "Quokka", tier: "verified", body: BODY }));
  const { ids } = await project.recall(FIFTEENTH.prompt);
  assert.equal(ids.length, 20);
}

test("a foreign row that the index calls verified, with words of its own, is not shown", async () => {
  await plantStranger();
  forge(...forgeWords(STRANGER));
  for (const { prompt } of [FIFTEENTH, ALONE]) {
    const { ids, text } = await project.recall(prompt);
    assert.equal(ids.includes(STRANGER), false, text);
    assert.equal(text.includes(EVIL), false, text);
  }
});

test("nor is it when digest, file and statements are forged to match what is on disk", async () => {
  await plantStranger();
  const { digest } = JSON.parse((await project.done(["show", FIFTEENTH.id, "--json"])).stdout);
  const other = `(SELECT attest FROM memories WHERE id = '${FIFTEENTH.id}')`;
  for (const forged of ["digest", `'${digest}'`]) {
    forge(...forgeWords(STRANGER).slice(0, 1));
    forge(`UPDATE memories SET digest = ${forged}, attest = ${other} WHERE id = '${STRANGER}'`);
    const { text } = await project.recall(FIFTEENTH.prompt);
    assert.equal(text.includes(EVIL), false, text);
  }
});

test("an id in the index that leads out of the root leads nowhere", async () => {
  for (const id of ["../../x", "../memories/project_t", "project_x/../../../x", "/etc/passwd", ""]) {
    await warmUp(project, FIFTEENTH);
    writeFileSync(join(project.top, ".claude", "x.md"), memoryText({ name: "Quokka", body: BODY }));
    forge(`UPDATE memories SET id = '${id}' WHERE id = '${FIFTEENTH.id}'`);
    await assertGone(project, FIFTEENTH);
    assert.equal((await project.done(["receipts", "--json"])).stdout.includes(`"${id}"`), false);
  }
});

test("words of one memory under the id of another show no more than the other's own text", async () => {
  await warmUp(project, ALONE);
  await project.done(["demote", "project_t", "--reason", "wrong"]);
  forge(
    "UPDATE memories SET id = 'project_x' WHERE id = 'project_t'",
    `UPDATE memories SET id = 'project_t', directory = 'quarantine' WHERE id = '${ALONE.id}'`,
    // Without the mark that our own change left: with it the names would be compared, and the rows mended.
    "UPDATE facts SET value = replace(value, ' ours', '') WHERE key = 'places'",
  );
  const { ids, text } = await project.recall(ALONE.prompt);
  assert.deepEqual(ids, [], text);
});

test("an index whose rows were deleted shows less, and says so when it is validated", async () => {
  await warmUp(project, FIFTEENTH);
  forge(`DELETE FROM memories WHERE id = '${FIFTEENTH.id}'`);
  await assertGone(project, FIFTEENTH);
  const { exit, stdout } = await project.call(["index", "--validate"]);
  assert.deepEqual([exit, stdout.split("\n")[0]], [1, "project_f: the index differs from the file"]);
  await project.done(["index", "--rebuild"]);
  assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20);
});

test("an older copy of the index brings nothing back", async () => {
  await warmUp(project, FIFTEENTH);
  const older = join(project.base, "older.sqlite");
  copyFileSync(project.indexPath, older);
  await project.done(["demote", FIFTEENTH.id, "--reason", "wrong"]);
  await assertGone(project, FIFTEENTH);
  copyFileSync(older, project.indexPath);
  await assertGone(project, FIFTEENTH);
});

test("the index of another root that is copied over this one's changes no answer of either", async (t) => {
  await warmUp(project, FIFTEENTH);
  const other = await recallProject(t);
  await other.save("project_other", {
    name: "Elsewhere",
    body: `The quokka ${EVIL} sleeps at noon elsewhere.`,
  });
  assert.deepEqual((await other.recall(FIFTEENTH.prompt)).ids, ["project_other"]);
  copyFileSync(other.indexPath, project.indexPath);
  const { ids, text } = await project.recall(FIFTEENTH.prompt);
  assert.deepEqual([ids.length, text.includes(EVIL)], [20, false]);
  // The same after the other root is gone: then nobody else's files are meant.
  rmSync(other.root, { recursive: true });
  assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20);
});

test("a link in place of the index is not followed: what it leads to keeps every byte", async () => {
  const victims = [ledgerOf(project), project.pathOf("project_a"), join(project.base, "absent")];
  for (const victim of victims) {
    await warmUp(project, FIFTEENTH);
    const before = statSync(victim, { throwIfNoEntry: false })?.size;
    const bytes = before === undefined ? null : readFileSync(victim);
    rmSync(project.indexPath);
    symlinkSync(victim, project.indexPath);
    await passTime();
    assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20, victim);
    assert.equal(statSync(victim, { throwIfNoEntry: false })?.size, before, victim);
    if (bytes !== null) assert.ok(readFileSync(victim).equals(bytes), victim);
    assert.equal(lstatSync(project.indexPath).isFile(), true, victim);
  }
});

/** Bo has Ana's root and trusts her machine there. */
async function trusting(ana: RecallProject, bo: RecallProject): Promise<(isTrusted: boolean) => void> {
  await ana.save("project_shared", {
    name: "Numbat",
    body: "The numbat eats termites in the morning hours.",
  });
  rmSync(bo.root, { recursive: true });
  mkdirSync(join(bo.root, ".."), { recursive: true });
  cpSync(ana.root, bo.root, { recursive: true });
  const { signer, key } = JSON.parse(readFileSync(join(ana.state, "keys", "machine.json"), "utf8"));
  return (isTrusted) => {
    const signers = [{ signer, key, root: ana.rootId, petname: "ana", own: false }];
    writeFileSync(
      join(bo.state, "signers.json"),
      renderTrustFile({ ...NO_TRUST, signers: isTrusted ? signers : [] }),
    );
  };
}

test("what a signer vouched for is recalled from the moment a person trusts them until they no longer do", async (t) => {
  const [ana, bo] = [await recallProject(t, { state: "real" }), await recallProject(t, { state: "real" })];
  const trust = await trusting(ana, bo);
  const prompt = "what does the numbat eat in the morning";
  for (const isTrusted of [false, true, false, true]) {
    trust(isTrusted);
    for (const _ of [1, 2]) {
      assert.deepEqual((await bo.recall(prompt)).ids, isTrusted ? ["project_shared"] : []);
    }
  }
});

test("an update is recalled by its new words, and its old ones are shown no more", async (t) => {
  const own = await recallProject(t);
  await own.save("project_alone", { name: "Numbat", body: "The numbat eats termites in the morning hours." });
  assert.equal((await own.recall("what does the numbat eat in the morning")).ids.length, 1);
  await own.done([
    "update",
    "project_alone",
    "--body",
    "The numbat prefers honey when nobody is watching it.",
  ]);
  const { ids, text } = await own.recall("does anybody prefer honey when nobody is watching");
  assert.deepEqual(ids, ["project_alone"]);
  assert.doesNotMatch(text, /termites/);
});
