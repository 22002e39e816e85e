import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { sha256Hex } from "../../src/memory/file/sha256.ts";
import { type JournalEntry, readJournal } from "../../src/store/journal.ts";
import { type Change, commit, hasPending, recover } from "../../src/store/transaction.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { readSnapshot } from "../faults/snapshot.ts";
import { DEMOTE, DEMOTED, ENTRY, filesIn, makePlace, OLD, type Place, stopAt } from "./transaction-place.ts";

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

/** Over the text of the file there, and where there is none. */
const WRITTEN: readonly Change[] = [
  { kind: "write", path: "memories/project_x.md", text: "new text", over: sha256Hex(OLD) },
  { kind: "write", path: "memories/project_y.md", text: "new text", over: null },
];

test("a text comes only over what the operation saw there, killed or not", (t) => {
  const at = makePlace(t);
  commit(at, [ENTRY], WRITTEN);
  const written = { "memories/project_x.md": "new text", "memories/project_y.md": "new text" };
  assert.deepEqual(filesIn(at), written);
  for (const isKilled of [false, true]) {
    const edited = makePlace(t);
    if (isKilled)
      stopAt(edited, ({ name, path }) => name === "renameSync" && path.includes("memories"), WRITTEN);
    const byHand = Object.fromEntries(Object.keys(written).map((path) => [path, "edited meanwhile"]));
    for (const [path, text] of Object.entries(byHand)) writeFileSync(join(edited.root, path), text);
    if (isKilled) recover(edited);
    else commit(edited, [ENTRY], WRITTEN);
    assert.deepEqual(filesIn(edited), byHand);
    assert.equal(readJournal(join(edited.records, "journal.ndjson")).length, 1);
    assert.equal(hasPending(edited), false);
  }
});

test("a link or a directory in the place of a text stays there", (t) => {
  const at = makePlace(t);
  rmSync(join(at.root, "memories", "project_x.md"));
  symlinkSync("nowhere", join(at.root, "memories", "project_x.md"));
  mkdirSync(join(at.root, "memories", "project_y.md"));
  commit(at, [ENTRY], WRITTEN);
  assert.deepEqual(readdirSync(join(at.root, "memories")).sort(), ["project_x.md", "project_y.md"]);
  assert.equal(hasPending(at), false);
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

test("a directory that several new ones are made in is synced once, and before the intent", (t) => {
  const at = makePlace(t);
  const changes = ["project_a", "project_b", "project_c"].map(
    (id): Change => ({ kind: "write", path: `attest/${id}/0.json`, text: id }),
  );
  armFaults({ under: at.base, at: 0, trouble: { kind: "none" } });
  commit(at, [ENTRY], changes);
  const calls = disarmFaults();
  const intent = calls.findIndex(({ name, path }) => name === "renameSync" && path.includes("intents"));
  const synced = calls.flatMap(({ name, path }, place) =>
    name === "fsyncSync" && path === join(at.root, "attest") ? [place < intent ? "before" : "after"] : [],
  );
  assert.deepEqual(synced, ["before"]);
  const made = calls.findLastIndex(({ name, path }) => name === "mkdirSync" && path.includes("attest"));
  const last = calls.findLastIndex(
    ({ name, path }) => name === "fsyncSync" && path === join(at.root, "attest"),
  );
  assert.ok(made < last, "with all of their names");
});

test("what stopped after its intent is carried out by the next writer, and journaled once as recovered", (t) => {
  const at = makePlace(t);
  stopAt(at, ({ name, path }) => name === "renameSync" && path.endsWith(".tmp") && path.includes("attest"));
  assert.equal(hasPending(at), true);
  assert.deepEqual(recover(at), [ENTRY]);
  assert.deepEqual(filesIn(at), DEMOTED);
  assert.deepEqual(recover(at), []);
  assert.deepEqual(readJournal(join(at.records, "journal.ndjson")), [{ ...ENTRY, recovered: true }]);
});

test("what was done and journaled is not done again, though its intent is still there", (t) => {
  const at = makePlace(t);
  stopAt(at, ({ name, path }) => name === "unlinkSync" && path.includes("intents"));
  assert.equal(hasPending(at), true);
  // The same name, used again in the meantime.
  writeFileSync(join(at.root, "memories", "project_x.md"), OLD);
  assert.deepEqual(recover(at), []);
  assert.equal(filesIn(at)["memories/project_x.md"], OLD);
  assert.deepEqual(readJournal(join(at.records, "journal.ndjson")), [ENTRY]);
});

test("an intent whose new text was swept away removes nothing in exchange", (t) => {
  const at = makePlace(t);
  stopAt(at, ({ name, path }) => name === "renameSync" && path.includes("attest"));
  const staged = readdirSync(join(at.root, "quarantine")).filter((name) => name.endsWith(".tmp"));
  assert.equal(staged.length, 1);
  for (const name of staged) unlinkSync(join(at.root, "quarantine", name));
  recover(at);
  assert.equal(filesIn(at)["memories/project_x.md"], OLD);
  assert.deepEqual(readJournal(join(at.records, "journal.ndjson")), []);
  assert.equal(hasPending(at), false);
});

test("a damaged intent is named, not guessed at", (t) => {
  const at = makePlace(t);
  mkdirSync(join(at.records, "intents"));
  writeFileSync(join(at.records, "intents", "1.json"), "{");
  assert.throws(() => recover(at), { code: "STATE_REFUSED" });
});

test("an intent that was never finished is dropped", (t) => {
  const at = makePlace(t);
  mkdirSync(join(at.records, "intents"));
  writeFileSync(join(at.records, "intents", "1.json.4711-abc.tmp"), "{");
  assert.deepEqual(recover(at), []);
  assert.equal(hasPending(at), false);
});

// Several operations as one transaction: after a crash all of them are done, or none, and each is journaled once.

const SECOND: JournalEntry = { ...ENTRY, op: "20260501120000-0b", id: "project_y" };
const THIRD: JournalEntry = { ...ENTRY, op: "20260501120000-0c", id: "project_z" };
const ENTRIES = [ENTRY, SECOND, THIRD] as const;
const CHANGES: readonly Change[] = ENTRIES.map(({ op }) => ({
  kind: "write",
  path: `memories/project_${op.at(-1)}.md`,
  text: op,
}));
const BEFORE = { "memories/project_x.md": OLD };
const AFTER = {
  ...BEFORE,
  "memories/project_a.md": "20260501120000-0a",
  "memories/project_b.md": "20260501120000-0b",
  "memories/project_c.md": "20260501120000-0c",
};

function journalOf({ records }: Place): string {
  return join(records, "journal.ndjson");
}

test("all take effect together, each with its line in the journal", (t) => {
  const at = makePlace(t);
  commit(at, ENTRIES, CHANGES);
  assert.deepEqual(filesIn(at), AFTER);
  assert.deepEqual(readJournal(journalOf(at)), [...ENTRIES]);
  assert.equal(hasPending(at), false);
});

test("stopped at any call, recovery ends with all of them or none", (t) => {
  const rehearsal = makePlace(t);
  armFaults({ under: rehearsal.base, at: 0, trouble: { kind: "none" } });
  commit(rehearsal, ENTRIES, CHANGES);
  const { length } = disarmFaults();
  for (let call = 1; call <= length; call += 1) {
    const at = makePlace(t);
    armFaults({ under: at.base, at: call, trouble: { kind: "fail", code: "EIO", lasting: true } });
    try {
      assert.throws(() => commit(at, ENTRIES, CHANGES));
    } finally {
      disarmFaults();
    }
    recover(at);
    const files = Object.fromEntries(Object.entries(filesIn(at)).filter(([name]) => !name.endsWith(".tmp")));
    const journal = readJournal(journalOf(at)).map(({ op }) => op);
    const isDone = "memories/project_a.md" in files;
    assert.deepEqual(files, isDone ? AFTER : BEFORE, `call ${call}`);
    assert.deepEqual(journal, isDone ? ENTRIES.map(({ op }) => op) : [], `call ${call}`);
    assert.equal(hasPending(at), false);
  }
});

test("lines that a crash cut short are completed, and none is there twice", (t) => {
  const at = makePlace(t);
  armFaults({ under: at.base, at: 0, trouble: { kind: "none" } });
  commit(at, ENTRIES, CHANGES);
  const calls = disarmFaults();
  const torn = makePlace(t);
  const index = calls.findIndex(({ name, path }) => name === "openSync" && path.endsWith("journal.ndjson"));
  armFaults({ under: torn.base, at: index + 1, trouble: { kind: "fail", code: "EIO", lasting: true } });
  assert.throws(() => commit(torn, ENTRIES, CHANGES));
  disarmFaults();
  const whole = readFileSync(journalOf(at), "utf8").split("\n");
  writeFileSync(journalOf(torn), "");
  appendFileSync(journalOf(torn), `${whole[0]}\n${whole[1]?.slice(0, 20)}`);
  assert.deepEqual(recover(torn), [SECOND, THIRD]);
  assert.deepEqual(
    readJournal(journalOf(torn)).map(({ op, recovered }) => [op, recovered ?? false]),
    [
      [ENTRY.op, false],
      [SECOND.op, true],
      [THIRD.op, true],
    ],
  );
});

test("a file that moves is on disk in its new directory before it goes from the old one", (t) => {
  const at = makePlace(t);
  armFaults({ under: at.base, at: 0, trouble: { kind: "none" } });
  commit(at, [ENTRY], [{ kind: "move", from: "memories/project_x.md", to: "archive/project_x.md" }]);
  const calls = disarmFaults();
  const renamed = calls.findIndex(({ name, path }) => name === "renameSync" && path.startsWith(at.root));
  const synced = calls.slice(renamed).flatMap(({ name, path }) => (name === "fsyncSync" ? [path] : []));
  assert.deepEqual(synced.slice(0, 2), [join(at.root, "archive"), join(at.root, "memories")]);
});
