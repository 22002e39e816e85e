import assert from "node:assert/strict";
import { test } from "node:test";
import { CredenceError, FAILURES, refuse } from "../../src/memory/errors.ts";

/** Sync has exit codes of its own (§12). */
const OF_SYNC: Readonly<Record<string, number>> = {
  PUSH_FAILED: 4,
  SYNC_BUSY: 5,
  REMOTE_FAILED: 6,
};

test("every failure has an exit code of the table and a hint in lower case without a full stop (§13)", () => {
  for (const [code, { exit, fix }] of Object.entries(FAILURES)) {
    assert.match(code, /^[A-Z]+(?:_[A-Z]+)*$/);
    const exits = Object.hasOwn(OF_SYNC, code) ? [OF_SYNC[code]] : [1, 2, 64, 70, 75];
    assert.ok(exits.includes(exit), `${code} exits ${exit}`);
    assert.match(fix, /^[a-z].*[^.]$/);
  }
});

test("the codes that scripts rely on keep their exit codes (§5.1, §13)", () => {
  const exits = Object.fromEntries(Object.entries(FAILURES).map(([code, { exit }]) => [code, exit]));
  assert.equal(exits["USAGE"], 64);
  assert.equal(exits["PATH_ERROR"], 1);
  assert.equal(exits["HARD_FAIL"], 2);
  assert.equal(exits["INTERNAL"], 70);
});

test("an error carries its code, exit code and hint; its own hint wins over the table's", () => {
  const error = new CredenceError("PATH_ERROR", "no such root");
  assert.deepEqual(
    [error.name, error.code, error.exit, error.message],
    ["CredenceError", "PATH_ERROR", 1, "no such root"],
  );
  assert.match(error.hint, /\.claude\/memory/);
  assert.equal(new CredenceError("PATH_ERROR", "x", "do this").hint, "do this");
});

test("a refusal is a value and says no more than it knows", () => {
  assert.deepEqual(refuse("FLAGGED", "m"), { kind: "refused", code: "FLAGGED", message: "m" });
  assert.deepEqual(refuse("FLAGGED", "m", "h"), {
    kind: "refused",
    code: "FLAGGED",
    message: "m",
    hint: "h",
  });
});
