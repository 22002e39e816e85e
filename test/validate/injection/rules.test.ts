import assert from "node:assert/strict";
import { test } from "node:test";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { ACTION_RULES } from "../../../src/validate/injection/actions/rules.ts";
import { INJECTION_RULES } from "../../../src/validate/injection/index.ts";
import { normalizeForMatching } from "../../../src/validate/injection/matching/normalize.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { withSamples } from "./rule-samples.ts";

const RULES = withSamples([...INJECTION_RULES, ...ACTION_RULES]);

function rulesThatFire(text: string): string[] {
  return checkInjection("note.md", text, NO_CONTEXT).findings.map(({ rule }) => rule);
}

test("every rule flags each text it says it catches", () => {
  for (const { id, catches } of RULES) {
    for (const text of catches) assert.ok(rulesThatFire(text).includes(id), `${id}: ${JSON.stringify(text)}`);
  }
});

test("nothing at all flags a text that a rule says it spares", () => {
  for (const { id, spares } of RULES) {
    for (const text of spares) assert.deepEqual(rulesThatFire(text), [], `${id}: ${JSON.stringify(text)}`);
  }
});

test("every rule proves itself with at least two catches and two spares", () => {
  for (const { id, catches, spares } of RULES) {
    assert.ok(catches.length >= 2 && spares.length >= 2, id);
  }
});

test("ids are kebab-case and no two are equal", () => {
  const ids = RULES.map(({ id }) => id);
  for (const id of ids) assert.match(id, /^[a-z]+(-[a-z]+)*$/);
  assert.equal(new Set(ids).size, ids.length);
});

test("every rule is strong or weak, and the text of each has a finding of that strength", () => {
  for (const { id, severity, catches } of RULES) {
    assert.ok(severity === "flag" || severity === "notice", id);
    const findings = catches.flatMap((text) => checkInjection("note.md", text, NO_CONTEXT).findings);
    assert.ok(
      findings.some((finding) => finding.rule === id && finding.severity === severity),
      id,
    );
  }
});

test("what an anchored rule matches begins with one of its keywords", () => {
  const samples = withSamples(INJECTION_RULES)
    .flatMap(({ catches }) => catches)
    .map((text) => normalizeForMatching(text).text);
  const page = samples.join("\n\n");
  for (const { id, anchored, keywords, pattern } of INJECTION_RULES) {
    if (anchored !== true) continue;
    for (const [match] of page.matchAll(pattern)) {
      assert.ok(
        keywords.some((keyword) => match.startsWith(keyword)),
        `${id}: ${JSON.stringify(match)}`,
      );
    }
  }
});
