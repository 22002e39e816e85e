import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkWordTable } from "../../../src/search/meaning/check-table.ts";
import { readWordTable, tablePath } from "../../../src/search/meaning/word-table.ts";
import { hashWord } from "../../../src/search/words/hash-word.ts";
import { freshDir } from "../../temp-dir.ts";

const PATH = tablePath();

test("the table is the one that the recipe made: its hash is pinned in the check", () => {
  assert.equal(checkWordTable(), "whole");
});

test("one changed byte, a missing file and a directory in its place are noticed", (t) => {
  const path = join(freshDir(t), "table.bin");
  assert.equal(checkWordTable(path), "absent");
  const bytes = readFileSync(PATH);
  bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  assert.equal(checkWordTable(path), "damaged");
  const directory = join(freshDir(t), "table.bin");
  mkdirSync(directory);
  assert.equal(checkWordTable(directory), "damaged");
});

test("a table that is absent, cut short or no table at all is none", (t) => {
  const directory = freshDir(t);
  assert.equal(readWordTable(join(directory, "absent.bin")), null);
  assert.equal(readWordTable(directory), null);
  const cut = join(directory, "cut.bin");
  copyFileSync(PATH, cut);
  truncateSync(cut, 1_000_000);
  assert.equal(readWordTable(cut), null);
  const other = join(directory, "other.bin");
  const bytes = readFileSync(PATH);
  bytes.write("XXXX");
  writeFileSync(other, bytes);
  assert.equal(readWordTable(other), null);
});

test("a row is the same whether it is read alone or with all the others", () => {
  const [single, whole] = [readWordTable(PATH), readWordTable(PATH)];
  assert.ok(single !== null && whole !== null);
  for (let row = 0; row < 300; row += 1) whole.addRow(row, 1, new Float64Array(64));
  const word = single.findWord(hashWord("database"));
  assert.ok(word >= 0);
  const [one, other] = [new Float64Array(64), new Float64Array(64)];
  single.addRow(word, 2, one);
  whole.addRow(word, 2, other);
  assert.deepEqual(one, other);
  assert.ok(one.some((each) => each !== 0));
  assert.equal(single.findWord(hashWord("qqxyzzyqq")), -1);
});
