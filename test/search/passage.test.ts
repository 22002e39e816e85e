import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hashForm, hashWord } from "../../src/search/hash-word.ts";
import { decodePassage, encodePassage, formOf, isWhole } from "../../src/search/passage.ts";
import { analyzeMemory } from "../../src/search/words.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };

test("the numbers of words are pinned, because indexes hold them", () => {
  assert.equal(hashWord(""), 0x811c9dc5 | 0);
  assert.equal(hashWord("pnpm"), -42_532_772);
  assert.equal(hashForm("deployed") === hashForm("deploying"), false);
});

test("a passage comes back as it was written", () => {
  const words = analyzeMemory({ name: "user_id", tags: ["ids"], description: "", body: "The id of a user" });
  const passage = decodePassage({ words: encodePassage(words), nameWords: 3, tagWords: 1 });
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

test("bytes of any kind, at any place in memory, are read as some passage", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.integer(),
      fc.integer({ min: 0, max: 7 }),
      (bytes, count, offset) => {
        const buffer = new Uint8Array(bytes.length + offset);
        buffer.set(bytes, offset);
        const words = buffer.subarray(offset);
        const passage = decodePassage({ words, nameWords: count, tagWords: count });
        const { nameWords, tagWords, bodyWords } = passage;
        assert.equal(nameWords + tagWords + bodyWords, Math.floor(bytes.length / 5));
        assert.ok(nameWords >= 0 && tagWords >= 0 && bodyWords >= 0);
        assert.equal(passage.hashes.length, passage.marks.length);
      },
    ),
    RUNS,
  );
});
