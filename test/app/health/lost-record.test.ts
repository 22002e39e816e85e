// The record of what was seen is gone, damaged or not to be read to its end. Without it nobody can tell what was taken out of
// use, so nothing of the root reaches a model, and a person goes on reading.

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { recallProject } from "../../fixture/recall-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

const KIWI = "project_kiwi";
const MOA = "project_moa";
const PROMPT = "when does the kiwi sleep by day?";
const WITHHELD = "foreign: the record of this root cannot be read";
const PERSON = "--as-test-person";

const project = await recallProject({ after });
await project.save(KIWI, { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });
await project.save(MOA, { name: "Moa", body: "The moa is gone for good, and nobody hunts it." });
assert.deepEqual((await project.recall(PROMPT)).ids, [KIWI]);
project.keep();

const seen = ledgerOf(project);

const LOSSES: Readonly<Record<string, readonly [spoil: () => void, word: string]>> = {
  removed: [() => rmSync(seen), "missing"],
  emptied: [() => truncateSync(seen, 0), "missing"],
  "overwritten with noise": [() => writeFileSync(seen, "junk".repeat(2_000)), "damaged"],
  "cut short": [() => truncateSync(seen, statSync(seen).size - 4_096), "damaged"],
  "damaged in a page that no prompt reads": [
    () => {
      const bytes = readFileSync(seen);
      // The index by uuid is the last one made.
      bytes.fill(0x5a, bytes.length - 4_096);
      writeFileSync(seen, bytes);
    },
    "damaged",
  ],
  "replaced by a new one": [
    () => {
      rmSync(seen);
      const fresh = new DatabaseSync(seen);
      fresh.exec(
        "CREATE TABLE statements (hash TEXT PRIMARY KEY, id TEXT, act TEXT); PRAGMA user_version = 1",
      );
      fresh.close();
    },
    "missing",
  ],
  "not a file": [
    () => {
      rmSync(seen);
      cpSync(project.root, seen, { recursive: true });
    },
    "cannot be read",
  ],
};

/** Nothing of the root is changed, and doctor and status name the record. */
async function assertKeptAsItIs(): Promise<void> {
  const before = readTree(project.root);
  const body = "The kiwi sleeps never, and hunts always.";
  const refused = await project.call(["update", KIWI, "--body", body]);
  assert.match(refused.stderr, /^error: STATE_REFUSED/m);
  for (const args of [
    ["promote", KIWI, PERSON],
    ["keep", KIWI, PERSON],
    ["demote", KIWI, "--reason", "x", PERSON],
  ])
    assert.match(
      (await project.call(args)).stderr,
      /^error: STATE_REFUSED: nothing is changed in \.claude\/memory\//m,
    );
  assert.deepEqual(readTree(project.root), before);
  const { exit, stdout } = await project.call(["doctor"]);
  assert.deepEqual(
    [exit, /^\[E\] (?:record|state): the record of what was seen in/m.test(stdout)],
    [2, true],
  );
  assert.equal((await project.call(["status"])).exit, 2);
}

for (const [what, [spoil, word]] of Object.entries(LOSSES)) {
  test(`a record that is ${what} withholds its root from models, and a person reads on; nothing is changed, and doctor and status name it`, async () => {
    project.restore();
    spoil();
    assert.deepEqual((await project.recall(PROMPT)).ids, []);
    assert.deepEqual(await standingsOf(project), { [KIWI]: WITHHELD, [MOA]: WITHHELD });
    for (const args of [
      ["show", KIWI],
      ["search", "kiwi"],
      ["search", "kiwi", "--json"],
    ])
      assert.doesNotMatch((await project.done(args)).stdout, /hunts by night/, args.join(" "));
    const shown = await project.call(["show", KIWI], { answers: [] });
    assert.equal(shown.exit, 0);
    assert.match(shown.stdout, /foreign \(the record of this root cannot be read\)[\s\S]*hunts by night/);
    const found = await project.call(["search", "kiwi"], { answers: [] });
    assert.match(found.stdout, /^\W*(?:\[\d+m)?foreign[^\n]*project_kiwi/);
    assert.match(
      found.stderr,
      new RegExp(
        `^warning: the record of what was seen in \\.claude/memory/ ${word === "cannot be read" ? word : `is ${word}`}, so`,
      ),
    );
    assert.equal(found.stderr.split("warning").length, 2);
    await assertKeptAsItIs();
  });
}

test("a lost record is rebuilt by a person alone, and then everything is recalled as before", async () => {
  for (const loss of ["removed", "overwritten with noise"]) {
    project.restore();
    LOSSES[loss]?.[0]();
    const refused = await project.call(["doctor", "--repair"]);
    assert.match(refused.stderr, /^error: NEEDS_PERSON: /, loss);
    assert.deepEqual((await project.recall(PROMPT)).ids, []);
    const { exit, stdout, stderr } = await project.call(["doctor", "--repair", PERSON]);
    assert.deepEqual([exit, stderr], [0, ""], stdout);
    assert.match(stdout, /^rebuilt: the record of \.claude\/memory\/ from 2 statements\n/);
    assert.deepEqual((await project.recall(PROMPT)).ids, [KIWI]);
    assert.doesNotMatch(JSON.stringify(await standingsOf(project)), /foreign/);
  }
});

test("a rebuilt record keeps down what was taken out of use, even where the statement is gone with it", async (t) => {
  const own = await initProject(t);
  for (const what of ["lowered", "retired", "forgotten", "restored", "plain"])
    await own.save(`project_${what}`, { more: [PERSON] });
  const copy = join(own.base, "copy");
  cpSync(own.root, copy, { recursive: true });
  await own.done(["demote", "project_lowered", "--reason", "wrong", PERSON]);
  await own.done(["retire", "project_retired", "--reason", "old", PERSON]);
  await own.done(["forget", "project_forgotten", "--reason", "private", PERSON]);
  await own.done(["demote", "project_restored", "--reason", "wrong", PERSON]);
  await own.done(["restore", "project_restored", PERSON]);
  // An old branch comes back, and the record that would have told is gone.
  rmSync(own.root, { recursive: true });
  cpSync(copy, own.root, { recursive: true });
  rmSync(ledgerOf(own));
  assert.deepEqual(new Set(Object.values(await standingsOf(own))), new Set([WITHHELD]));
  const { stdout } = await own.call(["doctor", "--repair", PERSON]);
  for (const [id, command] of [
    ["project_lowered", "demote"],
    ["project_retired", "retire"],
    ["project_forgotten", "forget"],
  ])
    assert.match(
      stdout,
      new RegExp(`^kept down: ${id} \\(${command} on 2026-05-01; its statement is gone\\)$`, "m"),
    );
  assert.equal(stdout.split("kept down").length, 4);
  const standings = await standingsOf(own);
  assert.equal(standings["project_lowered"], "quarantined: lowered by you on 2026-05-01");
  assert.equal(standings["project_retired"], "retired: retired by you on 2026-05-01");
  assert.match(standings["project_forgotten"] ?? "", /^quarantined: /);
  assert.match(standings["project_plain"] ?? "", /^verified: /);
  assert.equal(findText(own.state, "damaged").length, 0);
});

test("a root that is new to this machine is no lost one", async (t) => {
  const own = await initProject(t);
  assert.equal((await own.done(["list"])).stdout, "no memories yet\n");
  assert.equal((await own.done(["list"])).stdout, "no memories yet\n");
  await own.save(KIWI);
  assert.match((await own.done(["list"])).stdout, /^inferred/);
});
