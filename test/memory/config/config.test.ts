import assert from "node:assert/strict";
import { test } from "node:test";
import { type Config, DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { parseConfig } from "../../../src/memory/config/parse-config.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { nested } from "../file/nested.ts";

const { rows } = tablesOf(import.meta.filename);

/** The value that is used, and what is said about it. */
function read(key: keyof Config, value: unknown): readonly [unknown, readonly string[]] {
  const { config, warnings } = parseConfig(nested(key, value));
  return [config[key], warnings.map((warning) => warning.message)];
}

test("an empty configuration is the defaults, without a word", () => {
  assert.deepEqual(parseConfig({}), { config: DEFAULT_CONFIG, warnings: [] });
});

test("a whole file is read", () => {
  const { config, warnings } = parseConfig({
    retrieval: { enabled: false, max_inject: 3, match_strategy: "title_tags", budget_chars: 900 },
    categories: { tech_debt: { enabled: false, description: "later\nor never" } },
    observer: { provider: "openai-compatible", base_url: "http://localhost:11434/v1", model: "m" },
    capture: { skip_tools: ["Bash", "Bash", "mcp__x"], excluded_projects: ["**/My  Clients/**"] },
    owner: { emails: ["me@example.org"], github: "", "home-user": "me", strict: true },
  });
  assert.deepEqual(warnings, []);
  assert.deepEqual(config, {
    ...DEFAULT_CONFIG,
    "retrieval.enabled": false,
    "retrieval.max_inject": 3,
    "retrieval.match_strategy": "title_tags",
    "retrieval.budget_chars": 900,
    "categories.tech_debt.enabled": false,
    "categories.tech_debt.description": "later or never",
    "observer.provider": "openai-compatible",
    "observer.base_url": "http://localhost:11434/v1",
    "observer.model": "m",
    "capture.skip_tools": ["Bash", "mcp__x"],
    "capture.excluded_projects": ["**/My  Clients/**"],
    "owner.emails": ["me@example.org"],
    "owner.home-user": "me",
    "owner.strict": true,
  });
});

test("a wrong value of any kind is replaced by its default with one warning", () => {
  const cases = rows<readonly [keyof Config, unknown, unknown, string]>("wrong values");
  for (const [key, value, used, message] of cases) assert.deepEqual(read(key, value), [used, [message]]);
});

test("a wrong address is no address, and never null, which would be another one", () => {
  const web = 'is not a web address; using "none"';
  const cases: readonly (readonly [unknown, string])[] = [
    ["localhost:11434", `text of 15 characters ${web}`],
    ["file:///x", `text of 9 characters ${web}`],
    [" ", `text of 1 characters ${web}`],
    ["https://llm.example\u200B", `text of 20 characters ${web}`],
    [`https://${"x".repeat(500)}`, `text of 508 characters ${web}`],
    [11_434, 'a number is not a text; using "none"'],
    [{ url: "https://llm.example" }, 'an object is not a text; using "none"'],
  ];
  for (const [value, message] of cases)
    assert.deepEqual(read("observer.base_url", value), ["none", [`observer.base_url: ${message}`]]);
  for (const value of [null, ""]) assert.deepEqual(read("observer.base_url", value), [null, []]);
});

test("token limits are at least one", () => {
  assert.deepEqual(read("observer.max_tokens_per_day", 0), [1, []]);
  assert.deepEqual(read("observer.max_tokens_per_session", -7), [1, []]);
});

test("a description is one clean line of at most five hundred characters", () => {
  assert.deepEqual(read("categories.decision.description", "x".repeat(900)), ["x".repeat(500), []]);
  assert.deepEqual(read("categories.decision.description", "a\u202E\n -> b"), ["a - b", []]);
});

test("a section that is not an object is named once and its keys keep their defaults", () => {
  for (const [value, shown] of [
    [[], "an empty list"],
    ["on", "text of 2 characters"],
    [null, "null"],
    [7, "a number"],
  ] as const) {
    const { config, warnings } = parseConfig({ retrieval: value, categories: { decision: true } });
    assert.deepEqual(config, DEFAULT_CONFIG);
    assert.deepEqual(
      warnings.map((warning) => warning.message),
      [
        `retrieval: ${shown} is not an object; using the defaults`,
        "categories.decision: a boolean is not an object; using the defaults",
      ],
    );
  }
});

test("a file that is no object, or names no key, says so and nothing of what it holds", () => {
  for (const raw of [null, 5, "x", [], undefined]) assert.equal(parseConfig(raw).warnings.length, 1);
  const token = "t".repeat(30);
  const { warnings } = parseConfig({
    "retrieval.max_inject": 3,
    observer: { api_key: token },
    retreival: {},
  });
  assert.deepEqual(
    warnings.map((warning) => warning.message),
    [
      "retrieval.max_inject: is not a key of the configuration; ignored",
      "observer.api_key: is not a key of the configuration; ignored",
      "retreival: is not a key of the configuration; ignored",
    ],
  );
});
