import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderRulePage } from "../../scripts/write-rule-docs.ts";

test("docs/rules.md is what the rules say today", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/rules.md"), "utf8");
  assert.equal(page, renderRulePage(), "run node scripts/write-rule-docs.ts");
});
