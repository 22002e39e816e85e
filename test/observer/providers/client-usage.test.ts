import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openUsageMeter } from "../../../src/observer/providers/claude-agent-sdk.ts";

const RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) };
const piece = (id: string, input_tokens: number, output_tokens: number) => ({
  type: "assistant",
  message: { id, usage: { input_tokens, output_tokens, cache_creation_input_tokens: 1 } },
});

test("pieces of one message count once, messages add up, and the final count includes what was not seen", () => {
  const measure = openUsageMeter();
  assert.deepEqual(measure({ type: "system" }), { input: 0, output: 0, cacheCreation: 0 });
  assert.deepEqual(measure(piece("a", 100, 1)), { input: 100, output: 1, cacheCreation: 1 });
  assert.deepEqual(measure(piece("a", 100, 7)), { input: 100, output: 7, cacheCreation: 1 });
  assert.deepEqual(measure(piece("b", 50, 2)), { input: 150, output: 9, cacheCreation: 2 });
  const modelUsage = {
    one: { inputTokens: 150, outputTokens: 40 },
    two: { inputTokens: 9, outputTokens: 1 },
  };
  assert.deepEqual(measure({ type: "result", modelUsage }), { input: 159, output: 41, cacheCreation: 2 });
});

test("what is reported never falls, and is never less than nothing or nonsense", () => {
  const count = fc.oneof(fc.integer(), fc.double(), fc.constant("9"), fc.constant(null));
  const message = fc.record({
    message: fc.record({
      id: fc.constantFrom("a", "b"),
      usage: fc.record({ input_tokens: count, output_tokens: count, cache_creation_input_tokens: count }),
    }),
    modelUsage: fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.record({ inputTokens: count }))),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 10 }), (messages) => {
      const measure = openUsageMeter();
      let before = { input: 0, output: 0, cacheCreation: 0 };
      for (const each of messages) {
        const now = measure(each);
        assert.ok(now.input >= before.input && now.output >= before.output);
        assert.ok(Number.isSafeInteger(now.cacheCreation) && now.cacheCreation >= before.cacheCreation);
        before = now;
      }
    }),
    RUNS,
  );
});
