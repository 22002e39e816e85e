// Several operations as one transaction: after a crash all of them are done, or none, and each is journaled once.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type JournalEntry, readJournal } from "../../src/store/journal.ts";
import { type Change, commit, hasPending, recover } from "../../src/store/transaction.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { ENTRY, filesIn, makePlace, OLD, type Place } from "./transaction-place.ts";

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
