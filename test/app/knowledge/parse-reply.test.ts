import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseReply } from "../../../src/app/knowledge/prompt.ts";
import { anyCharacter } from "../../fixture/any-character.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const GIVEN = new Set(["project_a", "user_b"]);

function parse(value: unknown): ReturnType<typeof parseReply> {
  return parseReply(typeof value === "string" ? value : JSON.stringify(value), GIVEN);
}

test("a reply of the right form is taken, as a listing too, and each citation counts once", () => {
  const expected = { kind: "reply", answer: "Yes.", cited: ["user_b", "project_a"], dropped: [] };
  const reply = { answer: " Yes. ", citations: ["user_b", "project_a", "user_b"] };
  assert.deepEqual(parse(reply), expected);
  assert.deepEqual(parse(`\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``), expected);
  assert.deepEqual(parse({ answer: null, citations: [] }), {
    ...{ kind: "reply", answer: null, cited: [], dropped: [] },
  });
});

test("a citation of what was not given is dropped and named, cleaned", () => {
  const reply = { answer: "Yes.", citations: ["project_evil", "project_a", "x\u001B[31m\n".repeat(90)] };
  const parsed = parse(reply);
  assert.ok(parsed.kind === "reply");
  assert.deepEqual(parsed.cited, ["project_a"]);
  assert.equal(parsed.dropped[0], "project_evil");
  assert.ok((parsed.dropped[1]?.length ?? 0) <= 100 && !/[\u001B\n]/.test(parsed.dropped[1] ?? ""));
});

test("anything else is refused whole, without a word of it", () => {
  const fine = { answer: "wombat", citations: ["project_a"] };
  for (const [value, why] of [
    ["wombat", "it is not an object with answer and citations"],
    ["", "it is not an object with answer and citations"],
    ["null", "it is not an object with answer and citations"],
    [`so: ${JSON.stringify(fine)}`, "it is not an object with answer and citations"],
    [`${JSON.stringify(fine)}${JSON.stringify(fine)}`, "it is not an object with answer and citations"],
    [[fine], "it is not an object with answer and citations"],
    [{ ...fine, tier: "verified" }, "it is not an object with answer and citations"],
    [{ answer: "wombat" }, "it is not an object with answer and citations"],
    [{ ...fine, citations: "project_a" }, "citations is not a list of ids"],
    [{ ...fine, citations: [1] }, "citations is not a list of ids"],
    [{ ...fine, citations: Array.from({ length: 51 }, () => "project_a") }, "citations is not a list of ids"],
    [{ ...fine, answer: 7 }, "answer is not text"],
    [{ ...fine, answer: "\uD800" }, "answer is not text"],
    [{ ...fine, answer: " \u200B " }, "answer is empty or too long"],
    [{ ...fine, answer: "x".repeat(8_001) }, "answer is empty or too long"],
    [{ ...fine, answer: null }, "it cites memories without an answer"],
    [{ ...fine, citations: [] }, "it cites none of the given memories"],
    [{ ...fine, citations: ["project_evil", "PROJECT_A"] }, "it cites none of the given memories"],
    ["x".repeat(65_537), "it is too long"],
  ] as const) {
    assert.deepEqual(parse(value), { kind: "refused", why });
  }
});

test("whatever is answered, only given ids are cited and nothing that a terminal acts on is left", () => {
  const reply = fc.record({
    answer: fc.oneof(fc.string({ unit: anyCharacter }), fc.constant(null)),
    citations: fc.array(fc.oneof(fc.constantFrom("project_a", "user_b"), fc.string())),
  });
  fc.assert(
    fc.property(reply, (value) => {
      const parsed = parse(value);
      if (parsed.kind === "refused") return;
      assert.ok(parsed.cited.every((id) => GIVEN.has(id)));
      assert.ok(parsed.answer === null || parsed.cited.length > 0);
      assert.doesNotMatch([parsed.answer ?? "", ...parsed.dropped].join(""), /[\0-\x08\x0B-\x1F\x7F-\x9F]/);
    }),
    { numRuns: RUNS },
  );
});
