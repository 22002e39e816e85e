import assert from "node:assert/strict";
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readJournal } from "../../src/store/journal.ts";
import { hasPending, recover } from "../../src/store/transaction.ts";
import { DEMOTED, ENTRY, filesIn, makePlace, OLD, stopAt } from "./transaction-place.ts";

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
