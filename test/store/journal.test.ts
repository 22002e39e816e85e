import assert from "node:assert/strict";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  type JournalEntry,
  readDropped,
  readJournal,
  renderJournalEntry,
  trimJournal,
} from "../../src/store/journal.ts";
import { freshDir } from "../temp-dir.ts";
import { ENTRY } from "./transaction-place.ts";

function entry(number: number, of: Pick<JournalEntry, "id" | "command">): JournalEntry {
  return { ...ENTRY, ...of, op: `op-${number}`, at: `2026-05-01T12:${String(number).padStart(2, "0")}:00Z` };
}

const render = (entries: readonly JournalEntry[]): string =>
  entries.map((each) => `${renderJournalEntry(each)}\n`).join("");

const OLD = [
  entry(0, { id: "project_a", command: "save" }),
  entry(1, { id: "project_a", command: "archive" }),
  entry(2, { id: "project_a", command: "update" }),
  entry(3, { id: "project_a", command: "update" }),
  entry(4, { id: "forgotten-1", command: "forget" }),
];
const NEW = Array.from({ length: 12 }, (_, index) =>
  entry(10 + index, { id: "project_b", command: "update" }),
);

test("a journal beyond its bound keeps its newer half, and of each memory the last of each kind of change", (t) => {
  const path = join(freshDir(t), "journal.ndjson");
  const half = render(NEW).length;
  writeFileSync(path, render([...OLD, ...NEW]));
  trimJournal(path, 4 * half);
  assert.equal(readDropped(path), null);
  trimJournal(path, half);
  const kept = readJournal(path).map(({ op }) => op);
  assert.deepEqual(kept, ["op-0", "op-1", "op-3", ...NEW.slice(-6).map(({ op }) => op)]);
  const dropped = readDropped(path);
  assert.deepEqual([dropped?.dropped, dropped?.until], [8, "2026-05-01T12:15:00Z"]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("a journal that has to keep more than its bound is looked through when it has doubled, and counts on", (t) => {
  const path = join(freshDir(t), "journal.ndjson");
  const saves = Array.from({ length: 20 }, (_, index) =>
    entry(index, { id: `project_${index}`, command: "save" }),
  );
  writeFileSync(path, render([...OLD, ...saves]));
  trimJournal(path, 100);
  const once = readFileSync(path, "utf8");
  assert.equal(readDropped(path)?.dropped, 2);
  trimJournal(path, 100);
  assert.equal(readFileSync(path, "utf8"), once);
  appendFileSync(path, render([...NEW, ...NEW]));
  trimJournal(path, 100);
  assert.equal(readDropped(path)?.dropped, 25);
  assert.equal(readJournal(path).length, 24);
});
