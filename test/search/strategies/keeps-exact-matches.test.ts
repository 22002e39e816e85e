// What S2's engine shows first is not lost by ours when it is an exact match: the identifier that was asked for, or the name.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { idsOf, type SampleRow, sampleIndex } from "../index/sample-index.ts";

const RUNS = { numRuns: Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 300)) };
const WORDS = "user id order cache deploy token retry queue worker schema index role".split(" ");

const word = fc.constantFrom(...WORDS);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const identifier = fc.tuple(word, fc.constantFrom("_", ".", "-"), word).map((parts) => parts.join(""));

function first(owner: TestContext, rows: readonly SampleRow[], prompt: string) {
  const index = sampleIndex(owner, rows);
  const [exact = ""] = idsOf(index, prompt, { strategy: "fts5_bm25", abstains: false });
  return { exact, own: idsOf(index, prompt, { abstains: false }).slice(0, 5) };
}

test("a memory that holds the identifier is among the first five", (t) => {
  const place = fc.integer({ min: 0, max: 11 });
  fc.assert(
    fc.property(
      fc.array(sentence, { minLength: 12, maxLength: 12 }),
      identifier,
      place,
      (bodies, asked, at) => {
        const rows = bodies.map((body, number) => ({ id: `m${number}`, name: body.slice(0, 20), body }));
        rows[at] = { id: `m${at}`, name: "Note", body: `${bodies[at]} ${asked} ${bodies[at]}` };
        const { exact, own } = first(t, rows, asked);
        assert.equal(exact, `m${at}`);
        assert.ok(own.includes(exact), own.join(" "));
      },
    ),
    RUNS,
  );
});

test("a memory whose name is the prompt is among the first five", (t) => {
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 12, maxLength: 12 }), fc.nat({ max: 11 }), (names, at) => {
      const rows = names.map((name, number) => ({
        id: `m${number}`,
        name,
        body: names[(number + 5) % 12] ?? "",
      }));
      const asked = names[at] ?? "";
      const { exact, own } = first(t, rows, asked);
      const isExact = names[Number(exact.slice(1))] === asked;
      assert.ok(
        !isExact || own.includes(exact) || names.filter((name) => name === asked).length > 5,
        own.join(" "),
      );
    }),
    RUNS,
  );
});
