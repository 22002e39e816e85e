import assert from "node:assert/strict";
import { test } from "node:test";
import { behindPattern } from "../../src/validate/guard.ts";
import { defineRule, type Rule } from "../../src/validate/rule.ts";
import { scanText } from "../../src/validate/scan.ts";

const base = { family: "test", severity: "error", message: "a test", catches: [], spares: [] } as const;

function rule(parts: Pick<Rule, "pattern" | "keywords"> & Partial<Rule>): Rule {
  return defineRule({ ...base, id: "test-rule", ...parts });
}

function valuesOf(rules: readonly Rule[], text: string): string[] {
  return scanText(rules, text).map(({ value, start, end }) => `${value}@${start}-${end}`);
}

test("a rule without keywords always runs", () => {
  assert.deepEqual(valuesOf([rule({ keywords: [], pattern: /\d{3}/g })], "a 123 b 456"), [
    "123@2-5",
    "456@8-11",
  ]);
});

test("a rule runs only where one of its keywords occurs in any case", () => {
  const rules = [rule({ keywords: ["pin"], pattern: /\d{4}/g })];
  assert.deepEqual(valuesOf(rules, "PIN 1234"), ["1234@4-8"]);
  assert.deepEqual(valuesOf(rules, "year 1234"), []);
});

test("a group named secret narrows the hit, even behind a lookahead", () => {
  const rules = [rule({ keywords: ["id"], pattern: /id=(?=(?<secret>\w{2}))/dg })];
  assert.deepEqual(valuesOf(rules, "id=ab id=id"), ["ab@3-5", "id@9-11"]);
});

test("several groups named secret span from the first to the last", () => {
  const rules = [rule({ keywords: ["@"], pattern: /@(?<=(?<secretUser>\w{1,9})@)(?<secretHost>\w{1,9})/dg })];
  assert.deepEqual(valuesOf(rules, "to me@home now"), ["me@home@3-10"]);
});

test("a match that the rule does not accept is no hit", () => {
  const rules = [rule({ keywords: [], pattern: /\d/g, accepts: ({ value }) => value === "7" })];
  assert.deepEqual(valuesOf(rules, "1727"), ["7@1-2", "7@3-4"]);
});

test("an anchored rule finds the same as one that is not", () => {
  const pattern = /(?<![a-z])key=\d{1,3}/gi;
  const free = rule({ keywords: ["key"], pattern });
  const anchored = rule({ keywords: ["key"], pattern, anchored: true });
  const texts = [
    "key=1 KEY=22 monkey=3",
    `${"x ".repeat(50)}key=1`,
    "key=1".repeat(40),
    "İİ key=12",
    "keykey=1 key=7",
  ];
  for (const text of texts) assert.deepEqual(valuesOf([anchored], text), valuesOf([free], text), text);
});

test("an anchored rule finds what stands before and behind one of its shorter keywords", () => {
  const rules = [rule({ keywords: ["pass", "pw"], pattern: /(?:pass|pw)=\d/g, anchored: true })];
  const gap = "-".repeat(100);
  const text = `${gap}pass=1 ${gap}pw=2 ${gap}pass=3`;
  assert.deepEqual(valuesOf(rules, text), ["pass=1@100-106", "pw=2@207-211", "pass=3@312-318"]);
});

test("hits are sorted by place", () => {
  const rules = [rule({ keywords: [], pattern: /b/g }), rule({ keywords: [], pattern: /a/g })];
  assert.deepEqual(valuesOf(rules, "abab"), ["a@0-1", "b@1-2", "a@2-3", "b@3-4"]);
});

test("more than a hundred hits of one rule are not reported unless asked for", () => {
  const rules = [rule({ keywords: [], pattern: /a/g })];
  assert.equal(scanText(rules, "a".repeat(500)).length, 100);
  assert.equal(scanText(rules, "a".repeat(500), { hitsPerRuleMax: Number.POSITIVE_INFINITY }).length, 500);
});

test("a text of near misses ends in one hit to its end, so that nothing hides behind them", () => {
  const rules = [rule({ keywords: [], pattern: /a/g, accepts: () => false })];
  const hits = scanText(rules, "a".repeat(5_000));
  assert.equal(hits.length, 1);
  assert.equal(hits[0]?.crowded, true);
  assert.equal(hits[0]?.end, 5_000);
  assert.deepEqual(scanText(rules, "a".repeat(900)), []);
});

test("what a pattern refuses before a match is read from it", () => {
  const [small, capital, digit, other] = [1, 2, 4, 8];
  assert.equal(behindPattern(/(?<![a-z])all/g), capital | digit | other);
  assert.equal(behindPattern(/(?<![a-z])all/gi), digit | other);
  assert.equal(behindPattern(/(?<![\w-])all/dg), other);
  assert.equal(behindPattern(/(?<![a-y])all/g), small | capital | digit | other);
  for (const free of [/all/, /(?<![a-z])all|one/, /(?<![a-z]_?)all/, /(?<=[a-z])all/, /x(?<![a-z])all/])
    assert.equal(behindPattern(free), small | capital | digit | other, free.source);
  assert.equal(behindPattern(/(?<![a-z])(?:all|[|]|\||one)/), capital | digit | other);
});

test("known places give the hits that a search through the text gives", () => {
  const rules = [rule({ keywords: [], pattern: /\d{2,4}/g })];
  const text = `${"-".repeat(60)}12345${"-".repeat(60)}`;
  assert.deepEqual(valuesOf(rules, text), ["1234@60-64"]);
  const found = scanText(rules, text, { places: [60, 61, 64] });
  assert.deepEqual(
    found.map(({ value, start }) => `${value}@${start}`),
    ["1234@60"],
  );
});
