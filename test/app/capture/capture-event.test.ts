import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { HookEvent } from "../../../src/agents/hook-event.ts";
import type { SessionEvent } from "../../../src/observer/capture/session-event.ts";
import { captureProject, endOf, FROM, promptOf, toolOf } from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";

const ALL = { observer: { user_turns_only: false } };

test("what the clients report is what capture takes", (t) => {
  const event: HookEvent = {
    kind: "prompt",
    text: "hello there",
    session: "s",
    prompt: "p",
    cwd: null,
    agent: null,
  };
  const same: SessionEvent = event;
  assert.deepEqual(captureProject(t).capture(same), { kind: "captured" });
});

test("a prompt, a tool call and the end of a turn are a line each, with where they came from", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("deploy on Fridays"));
  const input = { file_path: join(project.top, "src/a.ts") };
  project.capture(toolOf({ tool: "Read", input, response: "text of a.ts" }, { agent: "a1" }));
  project.capture(toolOf({ tool: "WebFetch", input: { url: "https://example.com" }, response: "page" }));
  project.capture(endOf("done"));
  const common = { v: 1, at: "2026-05-01T12:00:00Z", session: "s1", prompt: "p1", client: "claude-code" };
  const empty = { agent: null, text: null, tool: null, input: null, output: null, paths: [], taint: [] };
  assert.deepEqual(
    project.records().map(({ id: _id, nonce: _nonce, ...record }) => record),
    [
      { ...common, ...empty, kind: "prompt", text: "deploy on Fridays" },
      { ...common, ...empty, kind: "tool", agent: "a1", tool: "Read", paths: ["src/a.ts"] },
      { ...common, ...empty, kind: "tool", tool: "WebFetch", taint: ["web"] },
      { ...common, ...empty, kind: "turn-end", text: "done" },
    ],
  );
});

test("with user turns only, what tools were given and gave is left out, and else it is kept", (t) => {
  const own = captureProject(t);
  const all = captureProject(t, ALL);
  for (const project of [own, all]) {
    project.capture(promptOf("go on"));
    project.capture(toolOf({ input: { command: "ls zebrakiwi" }, response: { stdout: "zebrakiwi" } }));
  }
  assert.deepEqual(findText(own.state, "zebrakiwi"), []);
  const [, record] = all.records();
  assert.deepEqual([record?.["input"], record?.["output"]], ["command: ls zebrakiwi", "stdout: zebrakiwi"]);
});

test("personal data of others is kept unless the owner is strict", (t) => {
  const at = (name: string): string => [name, "widgets.io"].join("@");
  const text = `ask ${at("mallory")}, not ${at("alice")}`;
  const plain = captureProject(t);
  plain.capture(promptOf(text));
  assert.equal(plain.records()[0]?.["text"], text);
  const strict = captureProject(t, { owner: { strict: true, emails: [at("alice")] } });
  strict.capture(promptOf(text));
  assert.equal(strict.records()[0]?.["text"], `ask [redacted: email-address], not ${at("alice")}`);
});

test("a line is bounded whatever is in it, and well-formed", (t) => {
  const project = captureProject(t, ALL);
  project.capture(promptOf("go on"));
  const big = 10 * 1024 * 1024;
  for (const text of [
    "x".repeat(big),
    "\u0001\t".repeat(50_000),
    "🦕\uD83E".repeat(20_000),
    '"\\'.repeat(9_000),
    "\n".repeat(9_000),
  ]) {
    const paths = Array.from({ length: 20 }, () => `/x/${text.slice(0, 2_000)}`);
    assert.equal(
      project.capture(toolOf({ tool: text.slice(0, 999), input: { text, paths }, response: text })).kind,
      "captured",
    );
    assert.equal(project.capture(endOf(text, { agent: text.slice(0, 9_999) })).kind, "captured");
  }
  const lines = project
    .bytes()
    .split("\n")
    .filter((line) => line.startsWith('{"id"'));
  assert.equal(lines.length, 11);
  for (const line of lines) {
    assert.ok(Buffer.byteLength(line) <= 32 * 1024, `${Buffer.byteLength(line)} bytes`);
    assert.ok(JSON.stringify(JSON.parse(line)).isWellFormed());
  }
});

test("the same prompt by two installed paths is captured once", (t) => {
  const project = captureProject(t);
  assert.equal(project.capture(promptOf("once")).kind, "captured");
  assert.deepEqual(project.capture(promptOf("once")), { kind: "skipped", why: "seen" });
  assert.equal(project.records().length, 1);
});

test("a clock that goes back loses nothing", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("first"));
  project.capture(endOf("second"), { now: FROM.now - 86_400_000 });
  assert.deepEqual(
    project.records().map(({ at }) => at),
    ["2026-05-01T12:00:00Z", "2026-04-30T12:00:00Z"],
  );
});
