import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createSecretFinder } from "../../../src/app/capture/spool-record.ts";
import { DEFAULT_CONFIG } from "../../../src/memory/config/config-keys.ts";
import { type AuditSetting, openAuditLog, readAuditLog } from "../../../src/observer/model/audit-log.ts";
import type { ToolAttempt } from "../../../src/observer/model/provider.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { freshDir } from "../../temp-dir.ts";

const ATTEMPT: ToolAttempt = {
  id: "t1",
  tool: "Bash",
  input: { command: "ls" },
  result: "denied",
  message: "no tools",
};

function open(state: string, more: Partial<AuditSetting> = {}): (attempt: Partial<ToolAttempt>) => void {
  const log = openAuditLog({
    state,
    source: "Observer",
    session: "s1",
    project: "/p",
    findSecrets: createSecretFinder(DEFAULT_CONFIG),
    now: () => Date.parse("2026-05-01T12:00:00Z"),
    ...more,
  });
  return (attempt) => log({ ...ATTEMPT, ...attempt });
}

test("an attempt is one line of this shape, in a private file", (t) => {
  const state = freshDir(t);
  open(state)({});
  const path = join(state, "observer-audit.log");
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), {
    ts: "2026-05-01T12:00:00Z",
    source: "Observer",
    session: "s1",
    project: "/p",
    tool_name: "Bash",
    tool_input: "command: ls",
    result: "denied",
    error_message: "no tools",
  });
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("one call of a tool is one record, however often it is reported; one without a name is always written", (t) => {
  const state = freshDir(t);
  const log = open(state);
  for (const id of ["t1", "t1", "t2", null, null]) log({ id });
  assert.equal(readAuditLog(state, 100).length, 4);
  assert.equal(readAuditLog(state, 2).length, 2);
});

test("a secret that a name or a message would be cut within leaves no part of itself", (t) => {
  const state = freshDir(t);
  const log = open(state);
  for (const chars of [60, 80, 90, 180, 190, 280, 480, 490, 980, 990])
    log({ tool: `${"x".repeat(chars)} ${SAMPLE_SECRET}`, message: `${"x".repeat(chars)} ${SAMPLE_SECRET}` });
  const text = readFileSync(join(state, "observer-audit.log"), "utf8");
  assert.ok(!text.includes(SAMPLE_SECRET.slice(0, 8)));
});

test("secrets are taken out of what a model wanted to do, and it is cut at 4096 characters", (t) => {
  const state = freshDir(t);
  const token = SAMPLE_SECRET;
  const log = open(state);
  log({ id: "a", input: { command: `curl -H ${token} x` }, tool: token, message: `about ${token}` });
  log({ id: "b", input: { command: `${"y ".repeat(1_225)}${token}${" z".repeat(500_000)}` } });
  const written = readFileSync(join(state, "observer-audit.log"), "utf8");
  assert.equal(written.includes(token.slice(0, 10)), false);
  assert.deepEqual(
    readAuditLog(state, 9).map(({ tool_input }) => tool_input.length <= 4_096),
    [true, true],
  );
});

test("a full file becomes the first of three older ones", (t) => {
  const state = freshDir(t);
  const log = open(state, { bytesMax: 400 });
  for (let number = 0; number < 40; number += 1) log({ id: `t${number}` });
  assert.deepEqual(readdirSync(state).sort(), [
    "observer-audit.log",
    "observer-audit.log.1",
    "observer-audit.log.2",
    "observer-audit.log.3",
  ]);
  for (const name of readdirSync(state)) assert.ok(statSync(join(state, name)).size <= 400, name);
});

test("it never throws: not where it cannot write, and not at an input that goes in circles", (t) => {
  const state = freshDir(t);
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  open(join(state, "absent"))({});
  open(state)({ id: "c", input: circle });
  const getter = Object.defineProperty({}, "x", { enumerable: true, get: () => assert.fail("looked") });
  open(state)({ id: "g", input: getter });
  chmodSync(state, 0o700);
  assert.equal(existsSync(join(state, "observer-audit.log")), true);
});
