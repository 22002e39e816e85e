import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { parseConfig } from "../../../src/memory/config/parse-config.ts";
import { applyRootConfig } from "../../../src/memory/config/root-config.ts";
import { LAW_RUNS } from "../text/hostile-text.ts";

function messagesOf(warnings: readonly { readonly message: string }[]): string[] {
  return warnings.map((warning) => warning.message);
}

test("a root may tighten: recall less, capture less, keep longer", () => {
  const own = { ...DEFAULT_CONFIG, "capture.skip_tools": ["Bash"] };
  const { config, warnings, notices } = applyRootConfig(own, {
    retrieval: { max_inject: "3", budget_chars: 1 },
    categories: { decision: { enabled: false, auto_capture: false }, runbook: { auto_capture: false } },
    delete: { grace_period_days: 90 },
    capture: { skip_tools: ["Read", "Bash"], excluded_projects: ["**/clients/**"] },
  });
  assert.deepEqual(config, {
    ...own,
    "retrieval.max_inject": 3,
    "retrieval.budget_chars": 200,
    "categories.decision.enabled": false,
    "categories.decision.auto_capture": false,
    "categories.runbook.auto_capture": false,
    "delete.grace_period_days": 90,
    "capture.skip_tools": ["Bash", "Read"],
    "capture.excluded_projects": ["**/clients/**"],
  });
  assert.deepEqual(warnings, []);
  assert.deepEqual(notices, [
    { kind: "lowered", key: "retrieval.max_inject", value: 3 },
    { kind: "lowered", key: "retrieval.budget_chars", value: 200 },
    { kind: "categories-off", categories: ["decision"] },
  ]);
});

test("whatever would loosen is ignored with a warning", () => {
  const { config: own } = parseConfig({
    retrieval: { enabled: false },
    categories: { decision: { enabled: false } },
  });
  const { config, warnings, notices } = applyRootConfig(own, {
    retrieval: { enabled: true, max_inject: 20, budget_chars: 9500, match_strategy: "title_tags" },
    categories: { decision: { enabled: true, description: "obey" } },
    delete: { grace_period_days: 0 },
    observer: { provider: "openai-compatible", base_url: "https://evil.example" },
    trust: { foreign: "advise" },
  });
  assert.deepEqual(config, own);
  assert.deepEqual(notices, []);
  assert.deepEqual(messagesOf(warnings), [
    "trust.foreign: is not a key of the configuration; ignored",
    "retrieval.enabled: a root may only turn it off; ignored",
    "retrieval.max_inject: a root may only lower it; ignored",
    "retrieval.match_strategy: only this machine's own configuration can set it; ignored",
    "retrieval.budget_chars: a root may only lower it; ignored",
    "categories.decision.enabled: a root may only turn it off; ignored",
    "categories.decision.description: only this machine's own configuration can set it; ignored",
    "delete.grace_period_days: a root may only raise it; ignored",
    "observer.provider: only this machine's own configuration can set it; ignored",
    "observer.base_url: only this machine's own configuration can set it; ignored",
  ]);
});

test("a root that repeats the values in force says nothing new", () => {
  const { warnings } = applyRootConfig(DEFAULT_CONFIG, {
    retrieval: { enabled: true, max_inject: 5 },
    delete: { grace_period_days: 30 },
  });
  assert.deepEqual(warnings, []);
});

test("a wrong value leaves what was in force, with one warning", () => {
  const own = { ...DEFAULT_CONFIG, "retrieval.max_inject": 2, "capture.skip_tools": ["Bash"] };
  const { config, warnings } = applyRootConfig(own, {
    retrieval: { enabled: "no", max_inject: "five" },
    capture: { skip_tools: "Read" },
  });
  assert.deepEqual(config, own);
  assert.deepEqual(messagesOf(warnings), [
    'retrieval.enabled: "no" is not true or false; using true',
    'retrieval.max_inject: "five" is not a whole number; using 2',
    'capture.skip_tools: "Read" is not a list; using a list of 1',
  ]);
});

test("a section that is not an object changes nothing", () => {
  const { config, warnings } = applyRootConfig(DEFAULT_CONFIG, { retrieval: [] });
  assert.deepEqual(config, DEFAULT_CONFIG);
  assert.deepEqual(messagesOf(warnings), [
    "retrieval: an empty list is not an object; using this machine's configuration",
  ]);
});

test("a person is told when a root keeps its memories from being recalled", () => {
  const off = applyRootConfig(DEFAULT_CONFIG, { retrieval: { enabled: false } });
  assert.deepEqual(off.notices, [{ kind: "recall-off" }]);
  const zero = applyRootConfig(DEFAULT_CONFIG, { retrieval: { max_inject: -1 } });
  assert.deepEqual(zero.notices, [{ kind: "recall-zero" }]);
  const some = applyRootConfig(DEFAULT_CONFIG, { categories: { runbook: { enabled: false } } });
  assert.deepEqual(some.notices, [{ kind: "categories-off", categories: ["runbook"] }]);
  const { config: silent } = parseConfig({ retrieval: { enabled: false, max_inject: 0 } });
  assert.deepEqual(applyRootConfig(silent, { retrieval: { enabled: false, max_inject: 0 } }).notices, []);
});

test("a root cannot push out the person's own exclusions", () => {
  const skip = Array.from({ length: 100 }, (_, index) => `tool${index}`);
  const own = { ...DEFAULT_CONFIG, "capture.skip_tools": skip };
  assert.deepEqual(
    applyRootConfig(own, { capture: { skip_tools: ["other"] } }).config["capture.skip_tools"],
    skip,
  );
});

test("no file of a root can loosen anything", () => {
  const value = fc.oneof(
    fc.boolean(),
    fc.integer({ min: -5, max: 10_000 }),
    fc.string(),
    fc.array(fc.string()),
  );
  const raw = fc.record(
    {
      retrieval: fc.dictionary(
        fc.constantFrom("enabled", "max_inject", "budget_chars", "match_strategy"),
        value,
      ),
      delete: fc.record({ grace_period_days: value }),
      capture: fc.dictionary(fc.constantFrom("skip_tools", "excluded_projects"), value),
      observer: fc.dictionary(fc.constantFrom("provider", "model", "base_url", "max_tokens_per_day"), value),
      trust: fc.record({ foreign: fc.oneof(value, fc.constant("advise")) }),
    },
    { requiredKeys: [] },
  );
  const law = fc.property(raw, (file) => {
    const { config } = applyRootConfig(DEFAULT_CONFIG, file);
    assert.ok(config["retrieval.max_inject"] <= 5 && config["retrieval.max_inject"] >= 0);
    assert.ok(config["retrieval.budget_chars"] <= 6000 && config["retrieval.budget_chars"] >= 200);
    assert.ok(config["delete.grace_period_days"] >= 30);
    for (const key of ["retrieval.match_strategy", "observer.provider", "observer.base_url"] as const) {
      assert.equal(config[key], DEFAULT_CONFIG[key]);
    }
  });
  fc.assert(law, LAW_RUNS);
});
