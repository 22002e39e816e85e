import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { parseConfig } from "../../../src/memory/config/parse-config.ts";
import { nested } from "../file/nested.ts";
import { hostileText, LAW_RUNS, NEVER_SHOWN } from "../text/hostile-text.ts";

test("prototype keys, getters, cycles and depth do no harm", () => {
  const cyclic: Record<string, unknown> = { owner: { strict: true } };
  cyclic["retrieval"] = cyclic;
  Object.defineProperty(cyclic, "observer", {
    enumerable: true,
    get: () => assert.fail("a getter was called"),
  });
  assert.equal(parseConfig(cyclic).config["owner.strict"], true);
  const polluted: unknown = JSON.parse(
    '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
  );
  assert.equal(parseConfig(polluted).warnings.length, 2);
  assert.equal("polluted" in {}, false);
  const deep: unknown = JSON.parse(`${'{"retrieval":'.repeat(5000)}1${"}".repeat(5000)}`);
  assert.deepEqual(parseConfig(deep).config, DEFAULT_CONFIG);
});

test("a file full of mistakes is read to its end, but not all of them are told", () => {
  const mistakes = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`key${index}`, index]));
  const { config, warnings } = parseConfig({ ...mistakes, retrieval: { enabled: false } });
  assert.deepEqual([config["retrieval.enabled"], warnings.length], [false, 20]);
});

test("whatever the file holds, every value is of its kind and every warning can be printed", () => {
  const key = fc.constantFrom(...Object.keys(DEFAULT_CONFIG));
  const value = fc.oneof(hostileText, fc.jsonValue(), fc.double(), fc.array(hostileText, { maxLength: 3 }));
  const law = fc.property(
    fc.oneof(
      fc.tuple(key, value).map(([k, v]) => nested(k, v)),
      fc.jsonValue(),
    ),
    (raw) => {
      const { config, warnings } = parseConfig(raw);
      assert.deepEqual(Object.keys(config), Object.keys(DEFAULT_CONFIG));
      assert.ok(config["retrieval.max_inject"] >= 0 && config["retrieval.max_inject"] <= 20);
      assert.ok(Number.isInteger(config["delete.grace_period_days"]));
      for (const warning of warnings) {
        assert.doesNotMatch(warning.message, NEVER_SHOWN);
        assert.doesNotMatch(warning.message, /[\n\t]/);
        assert.ok(warning.message.length < 300);
      }
    },
  );
  fc.assert(law, LAW_RUNS);
});
