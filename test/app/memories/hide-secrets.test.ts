import assert from "node:assert/strict";
import { test } from "node:test";
import { hideSecrets, showName } from "../../../src/app/memories/hide-secrets.ts";

const PASSWORD = ["Tr0u", "b4dor", "&3x"].join("");

test("of secrets that overlap no end is shown, whatever finds the longer one", () => {
  const name = `secret: "password=${PASSWORD}"`;
  const shown = 'secret: ""pass…" (21 characters)"';
  assert.deepEqual([showName(name), hideSecrets(name)], [shown, shown]);
});

test("what is masked once is not masked again", () => {
  const shown = hideSecrets(`the password=${PASSWORD} of db`);
  assert.equal(shown, 'the password="Tr0u…" (12 characters) of db');
  assert.deepEqual([hideSecrets(shown), showName(shown)], [shown, shown]);
});

test("the name of a file shows what nobody sees, and a line leaves it out", () => {
  assert.deepEqual([showName("a\u200Bb"), hideSecrets("a\u200Bb")], ["a⟦U+200B⟧b", "ab"]);
});
