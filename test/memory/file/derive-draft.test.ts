import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveDraft } from "../../../src/memory/file/derive-draft.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { rows } = tablesOf(import.meta.filename);

const ROWS = rows<readonly [text: string, type: string, name: string, description: string]>("derived");

for (const [text, type, name, description] of ROWS) {
  test(`${JSON.stringify(text)} is ${type} and called ${name}`, () => {
    assert.deepEqual(deriveDraft(text), { type, name, description });
  });
}

test("a long first sentence is cut at a word for the title, and kept for the summary", () => {
  const text = `The build ${"takes a while and ".repeat(6)}then it is done`;
  const { name, description } = deriveDraft(text);
  assert.equal(name, "The build takes a while and takes a while and takes a…");
  assert.equal(description, text);
});
