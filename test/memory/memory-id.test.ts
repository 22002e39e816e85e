import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE64URL, HEX, ID, isOf } from "../../src/memory/alphabet.ts";
import { parseMemoryId, typeOfId } from "../../src/memory/memory.ts";
import { tablesOf } from "../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

test("an id is given with or without .md (§13)", () => {
  assert.equal(parseMemoryId("project_x"), "project_x");
  assert.equal(parseMemoryId("project_x.md"), "project_x");
  assert.equal(parseMemoryId("user_a_1"), "user_a_1");
});

test("a file name of 100 bytes is a memory's and one of 101 is not (§2)", () => {
  const stem = `project_${"x".repeat(100 - "project_.md".length)}`;
  assert.equal(parseMemoryId(`${stem}.md`), stem);
  assert.equal(parseMemoryId(stem), stem);
  assert.equal(parseMemoryId(`${stem}x.md`), null);
  assert.equal(parseMemoryId(`${stem}x`), null);
});

const NO_IDS = texts("no id");

for (const text of NO_IDS) {
  test(`${JSON.stringify(text)} is no id`, () => assert.equal(parseMemoryId(text), null));
}

test("an id claims the type of its prefix, and no other word is a type", () => {
  assert.equal(typeOfId("user_x"), "user");
  assert.equal(typeOfId("feedback_x"), "feedback");
  assert.equal(typeOfId("project_user_x"), "project");
  assert.equal(typeOfId("reference_x"), "reference");
  assert.equal(typeOfId("constructor_x"), null);
  assert.equal(typeOfId("project"), null);
});

test("a text is of an alphabet when each of its characters is, and no other character is", () => {
  for (const alphabet of [HEX, BASE64URL, ID]) {
    const members = new Set(alphabet);
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      if (isOf(alphabet, character) !== members.has(character)) assert.fail(`${alphabet}: ${code}`);
    }
    assert.equal(isOf(alphabet, alphabet), true);
    assert.equal(isOf(alphabet, `${alphabet}.`), false);
    assert.equal(isOf(alphabet, ""), false);
  }
});
