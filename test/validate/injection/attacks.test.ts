import assert from "node:assert/strict";
import { test } from "node:test";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { textsOf } from "./texts.ts";

test("each kind of attack is flagged by the rule for it", () => {
  for (const { text, rule } of textsOf("attack")) {
    const { label, exit, findings } = checkInjection("note.md", text, NO_CONTEXT);
    assert.equal(label, "FLAGGED", text);
    assert.equal(exit, 3);
    assert.ok(
      findings.some((finding) => finding.rule === rule),
      `${text}: ${findings.map((finding) => finding.rule)}`,
    );
  }
});

test("override, extraction and secrecy are flagged in fourteen other languages", () => {
  for (const { text } of textsOf("translated")) {
    const rules = checkInjection("note.md", text, NO_CONTEXT).findings.map(({ rule }) => rule);
    assert.ok(
      rules.some((rule) => rule.startsWith("steering-") || rule.startsWith("acts-")),
      `${text}: ${rules}`,
    );
  }
});
