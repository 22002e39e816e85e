import assert from "node:assert/strict";
import { test } from "node:test";
import { maskSecret } from "../../src/validate/mask-secret.ts";

test("a secret is shown as its first four characters and its length", () => {
  assert.equal(maskSecret(`AKIA${"Q".repeat(16)}`), '"AKIA…" (20 characters)');
});

test("a secret shorter than twelve characters shows at most a third", () => {
  assert.equal(maskSecret("abcdefghijk"), '"abc…" (11 characters)');
  assert.equal(maskSecret("abcdefgh"), '"ab…" (8 characters)');
  assert.equal(maskSecret("ab"), '"…" (2 characters)');
});

test("characters are code points", () => {
  assert.equal(maskSecret("😀".repeat(12)), '"😀😀😀😀…" (12 characters)');
});

test("line ends and invisible characters become spaces, so that a finding stays one line", () => {
  assert.equal(maskSecret(`a\n\u200b\u001b${"x".repeat(20)}`), '"a   …" (24 characters)');
});
