import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseCandidates } from "../../../src/observer/model/parse-candidates.ts";
import { CODE_MODE } from "../../../src/observer/modes/code.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { candidateOf, type Proposed } from "../../fixture/scripted-provider.ts";

const { texts } = tablesOf(import.meta.filename);

const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

function parse(answer: unknown) {
  return parseCandidates(typeof answer === "string" ? answer : JSON.stringify(answer), CODE_MODE, 3);
}

const answerOf = (parts: Proposed) => parse({ candidates: [candidateOf(parts)] });

test("an answer of the right shape is read as it stands", () => {
  const candidate = candidateOf({ evidence: [1, 3], category: null });
  assert.deepEqual(parse({ candidates: [candidate] }), { kind: "candidates", candidates: [candidate] });
  assert.deepEqual(parse(' {"candidates":[]}\n'), { kind: "candidates", candidates: [] });
  assert.deepEqual(parse('```json\n{"candidates":[]}\n```'), { kind: "candidates", candidates: [] });
});

test("anything around the JSON, or another shape of it, is refused", () => {
  for (const answer of texts("no answer")) {
    assert.equal(parse(answer).kind, "refused", answer);
  }
});

test("one field out of its limits refuses the whole answer, and the reason quotes nothing of it", () => {
  const wrong: readonly Proposed[] = [
    { type: "user" },
    { type: "verified" },
    { category: "secret" },
    { name: "x" },
    { name: "n".repeat(121) },
    { name: "two\nlines" },
    { name: "half \ud800" },
    { description: "" },
    { description: "d".repeat(257) },
    { tags: "deploy" },
    { tags: Array.from({ length: 13 }, (_, n) => `t${n}`) },
    { tags: ["t".repeat(41)] },
    { body: "too short" },
    { body: "b".repeat(5_001) },
    { confidence: 1.01 },
    { confidence: "0.8" },
    { confidence: null },
    { evidence: [] },
    { evidence: [0] },
    { evidence: [4] },
    { evidence: [1.5] },
    { evidence: Array.from({ length: 41 }, () => 1) },
    { ends: "true" },
    { id: "project_other" },
    { trust: "verified" },
    { supersedes: "project_other" },
  ];
  for (const parts of wrong) {
    const outcome = answerOf(parts);
    assert.equal(outcome.kind, "refused", JSON.stringify(parts).slice(0, 80));
    assert.match(
      outcome.why,
      /^candidate 1: (?:\w+ is not what it should be|has other fields than it should)$/,
    );
  }
});

test("ten candidates are read and eleven are refused", () => {
  const many = (count: number) => parse({ candidates: Array.from({ length: count }, () => candidateOf()) });
  assert.equal(many(10).kind, "candidates");
  assert.deepEqual(many(11), { kind: "refused", why: "more than 10 candidates" });
});

test("a missing field refuses the answer", () => {
  for (const name of Object.keys(candidateOf())) {
    const { [name]: _, ...rest } = candidateOf();
    assert.equal(parse({ candidates: [rest] }).kind, "refused", name);
  }
});

test("whatever a model answers, reading it never throws", () => {
  const property = fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
    assert.ok(["refused", "candidates"].includes(parse(answer).kind));
    assert.equal(parse({ candidates: [answer] }).kind, "refused");
  });
  fc.assert(property, { numRuns });
});
