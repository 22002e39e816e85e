import assert from "node:assert/strict";
import { test } from "node:test";
import { scanText } from "../../../src/validate/scan.ts";
import { SECRET_RULES } from "../../../src/validate/secrets/index.ts";
import { PRESET_FORMS } from "../../../src/validate/secrets/preset-forms.ts";
import { PROSE_RULES } from "../../../src/validate/secrets/prose.ts";
import { scanWith } from "../../../src/validate/secrets/scan-secrets.ts";

const RULES = [...SECRET_RULES, ...PRESET_FORMS];

for (const rule of RULES) {
  // The scanner prepares a list of rules once.
  const alone = [rule];
  // What has no pattern is read by the reader of clauses.
  const scan = PROSE_RULES.includes(rule) ? scanWith : scanText;

  test(`${rule.id} catches what it says it catches`, () => {
    assert.ok(rule.catches.length > 0);
    for (const text of rule.catches) assert.ok(scan(alone, text).length > 0, text);
  });

  test(`${rule.id} spares what it says it spares`, () => {
    assert.ok(rule.spares.length > 0);
    for (const text of rule.spares) assert.deepEqual(scan(alone, text), [], text);
  });

  test(`${rule.id} finds the same with and without its keywords`, () => {
    const { anchored: _, ...free } = rule;
    const always = [{ ...free, keywords: [] }];
    for (const sample of [...rule.catches, ...rule.spares]) {
      const text = `${"an honest line\n".repeat(20)}${sample}\n${sample}`;
      const spansOf = (hits: ReturnType<typeof scanText>) => hits.map(({ start, end }) => `${start}-${end}`);
      assert.deepEqual(spansOf(scanText(alone, text)), spansOf(scanText(always, text)), sample);
    }
  });
}

test("every id is unique, and in kebab case", () => {
  const ids = RULES.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
});

test("every keyword is lower case, and every pattern is global", () => {
  for (const { id, keywords, pattern } of RULES) {
    for (const keyword of keywords) assert.equal(keyword, keyword.toLowerCase(), id);
    assert.ok(pattern.global, id);
  }
});

test("every quantifier has an upper bound", () => {
  for (const { id, pattern } of RULES) {
    const bare = pattern.source.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
    assert.doesNotMatch(bare, /[*+]|\{\d+,\}/, id);
  }
});

test("the families that the contract names are all there", () => {
  const ids = new Set(SECRET_RULES.map(({ id }) => id));
  const named = `aws-access-key aws-secret-key github-token github-fine-grained-token gitlab-token slack-token webhook-url
    stripe-key openai-key anthropic-key google-api-key google-service-account azure-client-secret azure-storage-key
    npm-token pypi-token docker-token twilio-key sendgrid-key telegram-token huggingface-token jwt private-key
    connection-string authorization-header key-assignment password-assignment password-prose key-prose email-address
    home-path private-address ssh-fingerprint`;
  for (const id of named.split(/\s+/)) assert.ok(ids.has(id), id);
});
