// The one assertion of the architecture tests: a list of violations, one a line, is empty.

import assert from "node:assert/strict";

export function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) assert.fail(`\n${violations.join("\n")}`);
}
