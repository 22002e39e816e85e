// A change of the rules may withdraw what people approved, so it has a version that they can see.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { renderVersion } from "../../src/cli/call/render-json.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";

test("other rules are another rule set: change the version with them, once a release", () => {
  const decisive = SECRET_RULES.map(({ id, severity, keywords, pattern }) => [
    id,
    severity,
    keywords,
    `${pattern}`,
  ]);
  const digest = createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 16);
  const { ruleSet } = JSON.parse(renderVersion(true));
  assert.deepEqual([ruleSet, digest], [2, "b4490eefa9ec40ee"]);
});
