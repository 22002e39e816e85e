import assert from "node:assert/strict";
import { chmodSync, existsSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type HeldIndexes, holdIndexes } from "../../../src/app/index/hold-open.ts";
import { openIndexFile, prepareOnce, type SearchIndex } from "../../../src/search/index/open-index.ts";
import { countRows } from "../../../src/search/index/reader.ts";
import { putRows } from "../../search/index/sample-index.ts";
import { freshDir } from "../../temp-dir.ts";

type Held = { readonly path: string; readonly held: HeldIndexes; readonly index: SearchIndex };

/** One that was asked and is held, with one row in it. */
function heldIndex(t: TestContext): Held {
  const path = join(freshDir(t), "index.sqlite");
  write(path, "kiwi");
  const held = holdIndexes();
  t.after(() => held.close());
  const index = held.open(path);
  assert.ok(index !== null);
  held.release(index);
  assert.equal(index.database.isOpen, true);
  return { path, held, index };
}

/** As another process does. */
function write(path: string, name: string): void {
  const index = openIndexFile(path);
  assert.ok(index !== null);
  putRows(index, [{ id: `project_${name}`, name }]);
  index.database.close();
}

test("an index is held while its file stays the same, and sees what others write into it", (t) => {
  const { path, held, index } = heldIndex(t);
  write(path, "emu");
  const again = held.open(path);
  assert.equal(again, index);
  assert.equal(countRows(index), 2);
});

test("whoever has it has it alone, and only one of two is held", (t) => {
  const { path, held, index } = heldIndex(t);
  const first = held.open(path);
  const second = held.open(path);
  assert.equal(first, index);
  assert.ok(second !== null && second !== index);
  held.release(second);
  held.release(index);
  assert.equal(index.database.isOpen, false);
  assert.equal(held.open(path), second);
});

const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  "is gone": (path) => rmSync(path),
  "was replaced by another index": (path) => {
    write(`${path}.new`, "emu");
    renameSync(`${path}.new`, path);
  },
  "was replaced by something else": (path) => {
    rmSync(path);
    writeFileSync(path, "no database", { mode: 0o600 });
  },
  "is a link now": (path) => {
    renameSync(path, `${path}.elsewhere`);
    symlinkSync(`${path}.elsewhere`, path);
  },
  "has a second name": (path) => linkSync(path, `${path}.second`),
  "is open to others": (path) => chmodSync(path, 0o644),
  "is of another version": (path) => {
    const index = openIndexFile(path);
    index?.database.exec("PRAGMA user_version = 9999");
    index?.database.close();
  },
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`an index whose file ${what} is let go, and what is at its place now is opened`, (t) => {
    const { path, held, index } = heldIndex(t);
    change(path);
    const next = held.open(path);
    assert.equal(index.database.isOpen, false);
    assert.ok(next !== null && next !== index);
    held.release(next);
  });
}

test("an index that was removed while nobody asks is let go, and no other", (t) => {
  const { path, held, index } = heldIndex(t);
  held.letGo();
  assert.equal(index.database.isOpen, true);
  rmSync(path);
  held.letGo();
  assert.equal(index.database.isOpen, false);
  assert.equal(existsSync(path), false);
});

test("an index in the middle of a write is not held", (t) => {
  const { path, held, index } = heldIndex(t);
  assert.equal(held.open(path), index);
  index.database.exec("BEGIN IMMEDIATE");
  held.release(index);
  assert.equal(index.database.isOpen, false);
});

test("an index that was closed leaves nothing in memory, nor do the questions that it was asked", async (t) => {
  const path = join(freshDir(t), "index.sqlite");
  write(path, "kiwi");
  const gone = Array.from({ length: 20 }, () => {
    const index = openIndexFile(path);
    assert.ok(index !== null);
    prepareOnce(index, "SELECT * FROM totals").get();
    index.database.close();
    return new WeakRef(index.database);
  });
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  // What a WeakRef was made of stays until the turn is over; a connection goes after its statements.
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const left = gone.filter((each) => each.deref() !== undefined);
  assert.ok(left.length < 5, `${left.length} of ${gone.length}`);
});
