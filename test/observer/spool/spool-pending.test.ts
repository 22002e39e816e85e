import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chooseBatch, nameBatch, saysEnough } from "../../../src/observer/model/batch.ts";
import { advanceCursors, type Cursors, readPending } from "../../../src/observer/spool/pending.ts";
import {
  appendToSpool,
  keyOfSession,
  listSpool,
  pathOfLines,
  renderSpoolLine,
} from "../../../src/observer/spool/spool.ts";
import { freshDir } from "../../temp-dir.ts";
import { RECORD } from "./sample-record.ts";

const KEY = keyOfSession("s1");

function textsOf(directory: string, cursors: Cursors, linesMax = 100): (string | null)[] {
  return readPending(listSpool(directory), cursors, linesMax).lines.map(({ record }) => record.text);
}

function append(directory: string, text: string): void {
  appendToSpool(directory, KEY, renderSpoolLine({ ...RECORD, text }));
}

test("what follows a cursor is pending, in the file it stands in and in each of the others", (t) => {
  const directory = join(freshDir(t), "spool");
  for (const text of ["one", "two", "three"]) append(directory, text);
  const { lines } = readPending(listSpool(directory), {}, 2);
  const cursors = advanceCursors({}, lines);
  assert.deepEqual(textsOf(directory, cursors), ["three"]);
  // Somebody began the next file, and a slow process still writes to the first one.
  writeFileSync(pathOfLines(directory, KEY, 1), `${renderSpoolLine({ ...RECORD, text: "next" })}\n`);
  assert.deepEqual(textsOf(directory, cursors), ["three", "next"]);
  const later = advanceCursors(cursors, readPending(listSpool(directory), cursors, 100).lines);
  writeFileSync(pathOfLines(directory, KEY, 0), `${renderSpoolLine({ ...RECORD, text: "slow" })}\n`, {
    flag: "a",
  });
  assert.deepEqual(textsOf(directory, later), ["slow"]);
});

test("a file that was begun anew is pending as a whole, and a damaged line is left out", (t) => {
  const directory = join(freshDir(t), "spool");
  append(directory, "one");
  const cursors = advanceCursors({}, readPending(listSpool(directory), {}, 9).lines);
  const line = renderSpoolLine({ ...RECORD, text: "new" });
  writeFileSync(pathOfLines(directory, KEY, 0), `${line.slice(0, 40)}\n${line}\n`);
  assert.deepEqual(textsOf(directory, cursors), ["new"]);
});

test("a batch fits into a call, holds at least one line, and is named by its lines", (t) => {
  const directory = join(freshDir(t), "spool");
  for (let number = 0; number < 80; number += 1) append(directory, `${number} ${"x".repeat(3_000)}`);
  const { lines } = readPending(listSpool(directory), {}, 100);
  assert.equal(chooseBatch(lines, 50_000).length, 13);
  assert.equal(chooseBatch(lines, 1).length, 1);
  const short = lines.map((line) => ({ ...line, record: { ...line.record, text: "x" } }));
  assert.equal(chooseBatch(short, 50_000).length, 60);
  assert.equal(nameBatch(KEY, ["a", "b"]), nameBatch(KEY, ["a", "b"]));
  assert.notEqual(nameBatch(KEY, ["a", "b"]), nameBatch(KEY, ["a"]));
});

test("nothing is worth a call where the person said next to nothing", () => {
  const at = { id: "i", file: 0, end: 1 };
  const prompt = { ...at, record: { ...RECORD, text: "go on" } };
  const answer = {
    ...at,
    record: { ...RECORD, kind: "turn-end", text: "a long answer of the agent" } as const,
  };
  assert.equal(saysEnough([prompt, answer], true), false);
  assert.equal(saysEnough([prompt, answer], false), true);
});
