import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readJournal } from "../../src/store/journal.ts";
import { commit, hasPending } from "../../src/store/transaction.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { readSnapshot } from "../faults/snapshot.ts";
import { DEMOTE, DEMOTED, ENTRY, filesIn, makePlace } from "./transaction-place.ts";

test("changes take effect together and are journaled once", (t) => {
  const at = makePlace(t);
  commit(at, [ENTRY], DEMOTE);
  assert.deepEqual(filesIn(at), DEMOTED);
  assert.deepEqual(readJournal(join(at.records, "journal.ndjson")), [ENTRY]);
  assert.equal(hasPending(at), false);
});

test("a file is removed only while it has the content that the operation saw", (t) => {
  const at = makePlace(t);
  writeFileSync(join(at.root, "memories", "project_x.md"), "edited meanwhile");
  commit(at, [ENTRY], DEMOTE);
  assert.equal(filesIn(at)["memories/project_x.md"], "edited meanwhile");
});

test("a file of any bytes can be moved", (t) => {
  const at = makePlace(t);
  writeFileSync(join(at.root, "memories", "project_x.md"), Uint8Array.of(0, 255, 254));
  commit(at, [ENTRY], [{ kind: "move", from: "memories/project_x.md", to: "quarantine/project_x.md" }]);
  assert.deepEqual([...readFileSync(join(at.root, "quarantine", "project_x.md"))], [0, 255, 254]);
  assert.deepEqual(readdirSync(join(at.root, "memories")), []);
});

test("a refused transaction leaves no file, no directory and no intent", (t) => {
  const at = makePlace(t);
  writeFileSync(join(at.records, "intents"), "a file in the way");
  const before = [...readSnapshot(at.root).keys()];
  assert.throws(() => commit(at, [ENTRY], DEMOTE));
  assert.deepEqual([...readSnapshot(at.root).keys()], before);
});

test("a directory that was empty before stays when the transaction is refused", (t) => {
  const at = makePlace(t);
  mkdirSync(join(at.root, "quarantine"));
  rmSync(at.records, { recursive: true });
  writeFileSync(at.records, "a file in the way");
  assert.throws(() => commit(at, [ENTRY], DEMOTE));
  assert.ok(existsSync(join(at.root, "quarantine")));
  assert.ok(!existsSync(join(at.root, "attest")));
});

test("a link in place of a directory is refused before anything is written", (t) => {
  const at = makePlace(t);
  const elsewhere = join(at.base, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(at.root, "quarantine"));
  assert.throws(() => commit(at, [ENTRY], DEMOTE), { code: "PATH_ERROR" });
  assert.deepEqual(readdirSync(elsewhere), []);
  assert.ok(!existsSync(join(at.root, "attest")));
});

test("the names of the new texts are on disk before the intent speaks of them", (t) => {
  const at = makePlace(t);
  armFaults({ under: at.base, at: 0, trouble: { kind: "none" } });
  commit(at, [ENTRY], DEMOTE);
  const calls = disarmFaults();
  const intent = calls.findIndex(({ name, path }) => name === "renameSync" && path.includes("intents"));
  const synced = calls.slice(0, intent).flatMap(({ name, path }) => (name === "fsyncSync" ? [path] : []));
  for (const change of DEMOTE) {
    if (change.kind === "write") assert.ok(synced.includes(dirname(join(at.root, change.path))), change.path);
  }
});
