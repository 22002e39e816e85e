import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodePassages, formOf, isWhole, walkHashes } from "../../../src/search/index/passage.ts";
import { hashForm, hashWord } from "../../../src/search/words/hash-word.ts";
import { analyzeMemory } from "../../../src/search/words/words.ts";
import { blockOf } from "./block-of.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };

test("the numbers of words are pinned, because indexes hold them", () => {
  assert.equal(hashWord(""), 0x811c9dc5 | 0);
  assert.equal(hashWord("pnpm"), -42_532_772);
  assert.equal(hashForm("deployed") === hashForm("deploying"), false);
});

test("a passage comes back as it was written", () => {
  const words = analyzeMemory({
    name: "user_id",
    tags: ["ids"],
    description: "",
    cues: [],
    body: "The id of a user",
  });
  const [found] = decodePassages(blockOf([words]));
  const { passage, row } = found ?? assert.fail();
  assert.equal(row, 1);
  assert.deepEqual(
    [...passage.hashes],
    ["user", "id", "user_id", "id", "the", "id", "of", "a", "user"].map(hashWord),
  );
  assert.deepEqual([...passage.marks].map(isWhole), [
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(formOf(passage.marks[3] ?? 0), hashForm("ids"));
  assert.deepEqual([passage.nameWords, passage.tagWords, passage.bodyWords], [3, 1, 5]);
});

test("cues follow the body, each behind an entry that says how many words it has and how many of them tell", () => {
  const cues = ["what to do in the user_id", "of the"];
  const words = analyzeMemory({ name: "Keys", tags: [], description: "", cues, body: "Numbers" });
  const [found] = decodePassages(blockOf([words]));
  const { passage } = found ?? assert.fail();
  assert.deepEqual([passage.nameWords, passage.bodyWords, passage.cueWords], [1, 1, 12]);
  const own = ["kei", "number", "what", "to", "do", "in", "the", "user", "id", "user_id", "of", "the"];
  assert.deepEqual([...walkHashes(passage)], own.map(hashWord));
  assert.deepEqual([passage.hashes[2], passage.marks[2]], [8, 2]);
  assert.deepEqual([passage.hashes[11], passage.marks[11]], [2, 2]);
});

test("bytes and numbers of any kind, at any place in memory, are read as some passages", () => {
  const bytes = fc.uint8Array({ maxLength: 64 });
  const number = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double());
  const block = fc.record({ given: bytes, marks: bytes, numbers: fc.array(number, { maxLength: 17 }) });
  fc.assert(
    fc.property(block, fc.integer({ min: 0, max: 7 }), ({ given, marks, numbers }, offset) => {
      const buffer = new Uint8Array(given.length + offset);
      buffer.set(given, offset);
      const passages = decodePassages({ hashes: buffer.subarray(offset), marks, numbers });
      assert.equal(passages.length, Math.floor(numbers.length / 5));
      let end = 0;
      for (const { passage } of passages) {
        const { start, nameWords, tagWords, bodyWords, cueWords } = passage;
        assert.equal(start, end);
        assert.ok(nameWords >= 0 && tagWords >= 0 && bodyWords >= 0 && cueWords >= 0);
        end += nameWords + tagWords + bodyWords + cueWords;
        assert.ok([...walkHashes(passage)].length <= nameWords + tagWords + bodyWords + cueWords);
      }
      assert.ok(end <= Math.floor(given.length / 4) && end <= marks.length);
    }),
    RUNS,
  );
});
