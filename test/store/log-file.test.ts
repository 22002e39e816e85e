import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { appendDurably, appendToLog, readLog, takeOnce } from "../../src/store/log-file.ts";
import { freshDir } from "../temp-dir.ts";

type Note = { readonly n: number };
const isNote = (value: unknown): value is Note =>
  typeof value === "object" && value !== null && "n" in value && typeof value.n === "number";

for (const append of [appendToLog, appendDurably]) {
  test(`${append.name} keeps two files of a bounded size, for the owner only`, (t) => {
    const directory = freshDir(t);
    const path = join(directory, "some.ndjson");
    for (let n = 1; n <= 6; n += 1) append(path, { n }, 8);
    // A line has 8 bytes: a file is put aside when it exceeds the limit, so each holds two.
    assert.deepEqual(readdirSync(directory).sort(), ["some.ndjson", "some.ndjson.1"]);
    assert.equal(readFileSync(`${path}.1`, "utf8"), '{"n":3}\n{"n":4}\n');
    assert.equal(readFileSync(path, "utf8"), '{"n":5}\n{"n":6}\n');
    assert.deepEqual(
      readLog(path, isNote).map(({ n }) => n),
      [3, 4, 5, 6],
    );
    for (const each of [path, `${path}.1`]) assert.equal(statSync(each).mode & 0o777, 0o600);
  });
}

test("a torn last line, an empty one and one of another kind are left out", (t) => {
  const path = join(freshDir(t), "some.ndjson");
  assert.deepEqual(readLog(path, isNote), []);
  writeFileSync(`${path}.1`, '{"n":1}\n{"n":');
  writeFileSync(path, '{"n":2}\n\nnull\n{"m":3}\n{"n":4');
  assert.deepEqual(readLog(path, isNote), [{ n: 1 }, { n: 2 }]);
});

test("a durable line after a torn one stands by itself", (t) => {
  const path = join(freshDir(t), "some.ndjson");
  writeFileSync(path, '{"n":1}\n{"n":');
  appendDurably(path, { n: 2 }, 1_000);
  assert.deepEqual(readLog(path, isNote), [{ n: 1 }, { n: 2 }]);
});

test("where nothing can be written, a note says so and a durable record throws", (t) => {
  const path = join(freshDir(t), "missing", "some.ndjson");
  assert.equal(appendToLog(path, { n: 1 }, 8), false);
  assert.throws(() => appendDurably(path, { n: 1 }, 8), { code: "ENOENT" });
});

test("a file is taken once and leaves nothing behind", (t) => {
  const directory = freshDir(t);
  const path = join(directory, "once.json");
  assert.equal(takeOnce(path), null);
  writeFileSync(path, "text");
  assert.equal(takeOnce(path), "text");
  assert.equal(takeOnce(path), null);
  assert.deepEqual(readdirSync(directory), []);
});

test("a place that cannot be reached gives nothing", (t) => {
  const blocked = join(freshDir(t), "file");
  writeFileSync(blocked, "text");
  assert.equal(takeOnce(join(blocked, "once.json")), null);
  assert.equal(readFileSync(blocked, "utf8"), "text");
});
