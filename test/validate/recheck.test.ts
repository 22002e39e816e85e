import assert from "node:assert/strict";
import { test } from "node:test";
import { attackOn, digestOf, isProved, listPatterns, readProved } from "./proved-patterns.ts";

test("recheck finds no attack on any pattern", () => {
  const proved = readProved();
  for (const { id, pattern } of listPatterns())
    if (!isProved(pattern, proved)) assert.equal(attackOn(pattern), null, id);
});

test("recheck finds the attack on a pattern that has one", () => {
  assert.equal(attackOn(/^(a|a)*$/), "vulnerable");
});

test("a pattern that was changed at all has to be proved anew", () => {
  const digests = [/ab/u, /ab?/u, /ab/iu].map(digestOf);
  assert.equal(new Set(digests).size, 3);
});

test("the list of proved patterns names no others", () => {
  const current = new Set(listPatterns().map(({ pattern }) => digestOf(pattern)));
  const stale = [...readProved()].filter((digest) => !current.has(digest));
  assert.deepEqual(stale, [], "npm run prove:patterns writes it anew");
});
