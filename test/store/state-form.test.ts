// What machine state says of its form, and what becomes of a state that says something else.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findStateDirectory, openStateDirectory } from "../../src/store/state-directory.ts";
import { refusal } from "../fixture/refusal.ts";
import { readTree } from "../fixture/tree.ts";
import { freshDir } from "../temp-dir.ts";

test("a new state says its form, and is opened again by it", (t) => {
  const path = join(freshDir(t), "state");
  openStateDirectory(path);
  assert.equal(readFileSync(join(path, "state.json"), "utf8"), '{"format":"credence/1"}\n');
  assert.equal(openStateDirectory(path).isTest, false);
});

for (const [what, mark] of [
  ["another form", '{"format":"credence/2"}'],
  ["no form that can be read", "garbage"],
  ["keys and no form", null],
] as const)
  test(`a state with ${what} is refused, and nothing in it is touched`, (t) => {
    const path = join(freshDir(t), "state");
    mkdirSync(join(path, "keys"), { recursive: true, mode: 0o700 });
    writeFileSync(join(path, "keys/person.json"), "{}");
    if (mark !== null) writeFileSync(join(path, "state.json"), mark);
    const before = readTree(path);
    assert.throws(() => openStateDirectory(path), refusal("UNKNOWN_FORMAT"));
    assert.throws(() => findStateDirectory(path), refusal("UNKNOWN_FORMAT"));
    assert.deepEqual(readTree(path), before);
  });
