import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { parseMemoryId } from "../../../src/memory/memory.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";

const { rows } = tablesOf(import.meta.filename);

const IDS = rows<readonly [string, string]>("ids");

for (const [name, id] of IDS) {
  test(`the name ${name} gives the id ${id}`, () => {
    assert.equal(deriveId("project", name), id);
  });
}

test("a long name gives an id that fits a file name of 100 bytes and does not end in an underscore", () => {
  const id = deriveId("reference", `${"word ".repeat(17)}xx ${"y".repeat(60)}`);
  assert.equal(`${id}.md`.length <= 100, true);
  assert.equal(id, `reference_${"word_".repeat(17)}xx`);
});

test("whatever the name is, the id made from it is one", () => {
  fc.assert(
    fc.property(
      fc.oneof(hostileText, fc.string({ unit: anyCharacter, minLength: 1, maxLength: 150 })),
      (name) => {
        const id = deriveId("feedback", name);
        assert.equal(parseMemoryId(id), id);
      },
    ),
    LAW_RUNS,
  );
});
