import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveDraft } from "../../../src/memory/file/derive-draft.ts";

const ROWS: readonly (readonly [text: string, type: string, name: string, description: string])[] = [
  ["Deploys happen on Tuesdays", "project", "Deploys happen on Tuesdays", "Deploys happen on Tuesdays"],
  ["I use tabs. Really.", "user", "I use tabs", "I use tabs."],
  ["My editor is vim", "user", "My editor is vim", "My editor is vim"],
  [
    "Iced coffee is in the kitchen",
    "project",
    "Iced coffee is in the kitchen",
    "Iced coffee is in the kitchen",
  ],
  ["Never push to main", "feedback", "Never push to main", "Never push to main"],
  [
    "The wiki: https://wiki.example/x",
    "reference",
    "The wiki: https://wiki.example/x",
    "The wiki: https://wiki.example/x",
  ],
  ["\n\n## Heading\nbody", "project", "Heading", "Heading"],
  ["See v1.2.3 for details. Then go", "project", "See v1.2.3 for details", "See v1.2.3 for details."],
];

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
