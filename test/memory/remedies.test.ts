// No notice without its remedy: each row names a command, or begins with what to do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FAILURES } from "../../src/memory/errors.ts";
import { explainHookTrouble, HOOK_TROUBLES, REMEDIES, withRemedy } from "../../src/memory/remedies.ts";

const COMMAND = /\bcredence [a-z]+/;
const ACT = /^(?:move|correct|restore|finish|remove|repair|run|update|to share it, take)\b/;

test("each remedy names a command or says what to do", () => {
  const fixes = Object.entries(HOOK_TROUBLES).map(([code, { fix }]) => [code, fix] as const);
  for (const [kind, fix] of [...Object.entries(REMEDIES), ...fixes])
    assert.ok(COMMAND.test(fix) || ACT.test(fix), `${kind}: ${fix}`);
  assert.equal(withRemedy("it rains", "trouble"), "it rains: credence doctor");
});

test("each command that a remedy names is one", async () => {
  const { COMMANDS } = await import("../../src/cli/commands.ts");
  const names = new Set(COMMANDS.map(({ name }) => name));
  const texts = [...Object.values(REMEDIES), ...Object.values(HOOK_TROUBLES).map(({ fix }) => fix)];
  for (const text of texts)
    for (const [, name = ""] of text.matchAll(/\bcredence ([a-z]+)/g)) assert.ok(names.has(name), text);
});

test("what went wrong in a hook is explained by its code, whatever the code", () => {
  assert.match(
    explainHookTrouble("NOT_UNDERSTOOD"),
    /was let through: once is harmless; if it returns, update /,
  );
  assert.match(explainHookTrouble("TOO_LATE"), /was dropped, as on a busy machine: once is harmless; /);
  assert.match(explainHookTrouble("CAPTURE_ENOSPC"), /was not captured: credence spool status /);
  assert.equal(explainHookTrouble("LOCK_TIMEOUT"), FAILURES.LOCK_TIMEOUT.fix);
  assert.match(explainHookTrouble("constructor"), /^update Credence; /);
});
