import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import type { HookEvent } from "../../../src/agents/hook-event.ts";
import { captureEvent } from "../../../src/app/capture/capture-event.ts";
import { captureStateOf, openCapture } from "../../../src/app/capture/open-capture.ts";
import type { SessionEvent } from "../../../src/app/capture/spool-record.ts";
import { triageSession } from "../../../src/app/capture/triage.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import type { FaultPlan } from "../../faults/trouble.ts";
import {
  type CaptureProject,
  captureProject,
  endOf,
  FROM,
  promptOf,
  toolOf,
} from "../../fixture/capture-project.ts";
import { pick } from "../../fixture/pick.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText } from "../../fixture/tree.ts";
import { UNSEEN } from "../../fixture/unseen-chars.ts";

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

test("where nobody said yes nothing is captured, and no file is made", (t) => {
  const project = captureProject(t);
  writeFileSync(join(project.state, "config.json"), JSON.stringify(ALL));
  const place = openCapture({ cwd: project.top, home: project.home, state: project.state });
  assert.ok(place !== null);
  for (const event of [promptOf("deploy on Fridays"), toolOf({ response: "text" }), endOf("done")])
    assert.deepEqual(captureEvent(place, event, FROM), { kind: "skipped", why: "off" });
  assert.equal(existsSync(project.spool), false);
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
  assert.deepEqual(pick(project.records(), "at"), ["2026-05-01T12:00:00Z", "2026-04-30T12:00:00Z"]);
});

// Whatever the disk does, a hook gets an answer and no exception, and nothing private or half-cleaned is left.

const CALLS_MAX = 12;

function withFault<Result>(plan: FaultPlan, work: () => Result): Result {
  armFaults(plan);
  try {
    return work();
  } finally {
    disarmFaults();
  }
}

function failing(project: CaptureProject, at: number, code: string): FaultPlan {
  return { under: join(project.state, "spool"), at, trouble: { kind: "fail", code, lasting: true } };
}

for (const code of ["ENOSPC", "EROFS", "EACCES", "EIO"]) {
  test(`a disk that answers ${code} at any call costs a line and no session`, (t) => {
    const project = captureProject(t);
    for (let at = 1; at <= CALLS_MAX; at += 1) {
      rmSync(join(project.state, "spool"), { recursive: true, force: true });
      const outcomes = withFault(failing(project, at, code), () => [
        project.capture(promptOf("one", { prompt: "p1" })),
        project.capture(endOf("two", { prompt: "p1" })),
      ]);
      for (const outcome of outcomes) {
        if (outcome.kind === "failed") assert.equal(outcome.why, code);
        else if (outcome.kind === "skipped") assert.equal(outcome.why, "no-open-turn");
      }
      const captured = outcomes.filter(({ kind }) => kind === "captured").length;
      assert.equal(project.records().length, captured);
      assert.equal(project.capture(promptOf("later", { prompt: "p2" })).kind, "captured");
    }
  });
}

for (const [code, unnamed] of [
  ["ENOSPC", true],
  // Without a name a private turn is known by its mark alone, and here not even a mark can be taken away.
  ["EROFS", false],
] as const) {
  test(`a private turn whose mark meets ${code} is private all the same`, (t) => {
    const project = captureProject(t, { observer: { user_turns_only: false } });
    for (const prompt of unnamed ? [null, "p2"] : ["p2"]) {
      project.capture(promptOf("open", { prompt: prompt === null ? null : "p1" }));
      withFault(failing(project, 1, code), () =>
        project.capture(promptOf("<private>x</private>", { prompt })),
      );
      const late = project.capture(toolOf({ response: "zebrakiwi" }, { prompt }));
      assert.deepEqual(late, { kind: "skipped", why: "no-open-turn" });
    }
    assert.deepEqual(findText(project.state, "zebrakiwi"), []);
  });
}

test("a spool that is no directory, and turns that are no turns, fail quietly", (t) => {
  const project = captureProject(t);
  mkdirSync(join(project.state, "spool"), { mode: 0o700 });
  writeFileSync(project.spool, "a file");
  assert.equal(project.capture(promptOf("one")).kind, "failed");
  assert.equal(triageSession(project.place(), { session: "s1", now: FROM.now }).kind, "failed");
  const other = captureProject(t);
  other.capture(promptOf("one"));
  const [turns = ""] = findText(other.spool, '"isOpen"');
  for (const text of [
    "",
    "{",
    "[]",
    '{"v":1}',
    '{"v":2,"isOpen":true,"turns":[],"triaged":0}',
    '{"v":1,"isOpen":true,"turns":[7],"triaged":0}',
  ]) {
    writeFileSync(join(other.spool, turns), text);
    assert.deepEqual(other.capture(endOf("two")), { kind: "skipped", why: "no-open-turn" }, text);
  }
});

test("a value that cannot be read as text fails without a word of it", (t) => {
  const project = captureProject(t, { observer: { user_turns_only: false } });
  project.capture(promptOf("one"));
  const odd = {
    get zebrakiwi(): string {
      throw new Error("zebrakiwi");
    },
  };
  assert.deepEqual(project.capture(toolOf({ input: odd })), { kind: "failed", why: "Error" });
  assert.deepEqual(findText(project.state, "zebrakiwi"), []);
  assert.ok(existsSync(project.spool));
});

test("secrets are gone before anything is on disk, also where the cut, or a character that nobody sees, would split them", (t) => {
  const project = captureProject(t, ALL);
  const half = SAMPLE_SECRET.slice(0, 20);
  for (const [index, before] of [0, 10, 2_370, 2_390, 2_399, 2_410, 30_000].entries()) {
    const text = `${"w ".repeat(before / 2)}${SAMPLE_SECRET} ${"w ".repeat(4_000)}${SAMPLE_SECRET}`;
    const prompt = `p${index}`;
    project.capture(promptOf(text, { prompt }));
    project.capture(
      toolOf(
        { tool: SAMPLE_SECRET, input: { path: `/x/${SAMPLE_SECRET}`, text }, response: [text] },
        { prompt },
      ),
    );
    project.capture(endOf(text, { prompt }));
  }
  project.capture(promptOf(`ghp_<redacted></redacted>${SAMPLE_SECRET.slice(4)}`, { prompt: "tags" }));
  project.capture(
    promptOf(`ghp_<system-reminder></system-reminder>${SAMPLE_SECRET.slice(4)}`, { prompt: "block" }),
  );
  for (const [index, char] of UNSEEN.entries()) {
    const prompt = `unseen-${index}`;
    const text = `ghp_${char}${SAMPLE_SECRET.slice(4)}`;
    project.capture(promptOf(text, { prompt }));
    project.capture(
      toolOf({ tool: text, input: { path: `/x/${text}`, text }, response: [text] }, { prompt }),
    );
    project.capture(endOf(text, { prompt }));
  }
  assert.equal(project.records().length, 44);
  assert.deepEqual(findText(project.state, half), []);
  assert.deepEqual(findText(project.state, SAMPLE_SECRET.slice(-12)), []);
});

test("a secret in a path or in the name of a tool is gone wherever a cut of that would fall", (t) => {
  const project = captureProject(t);
  project.capture(promptOf("go on"));
  for (let before = 50; before <= 130; before += 4) {
    const name = `${"d".repeat(before)}/${SAMPLE_SECRET}`;
    project.capture(toolOf({ tool: "Read", input: { file_path: `/tmp/${name}/file.txt` } }));
    project.capture(toolOf({ tool: `mcp__${name}__read` }));
    project.capture(toolOf({ tool: name }));
  }
  assert.equal(project.records().length, 64);
  assert.deepEqual(findText(project.state, SAMPLE_SECRET.slice(0, 5)), []);
  for (const { tool, taint } of project.records()) {
    const names = [tool ?? "", ...(Array.isArray(taint) ? taint : [])].map(String);
    assert.ok(
      names.every((name) => name.length <= 120),
      String(names),
    );
  }
});

test("a secret that only its place in a list or beside a name gives away is gone", (t) => {
  const project = captureProject(t, ALL);
  project.capture(promptOf("go on"));
  const password = SAMPLE_SECRET.slice(6, 26);
  const basic = Buffer.from(`bob:${password}`).toString("base64");
  for (const input of [
    { command: ["mysql", "-u", "root", "--password", password] },
    { command: ["curl", "-u", `bob:${password}`, "https://x.io"] },
    { headers: [{ name: "Authorization", value: `Basic ${basic}` }] },
    { env: [{ name: "DB_PASSWORD", value: password }] },
    { env: [{ key: "DB_PASSWORD", value: password }] },
  ])
    assert.equal(project.capture(toolOf({ input, response: input })).kind, "captured");
  for (const secret of [password, basic]) assert.deepEqual(findText(project.state, secret), []);
});

test("nothing is captured where the settings, the root's own file or the session say so", (t) => {
  const project = captureProject(t);
  const refused: readonly (readonly [object, string])[] = [
    [{ capture: { enabled: false } }, "off"],
    [{ capture: { excluded_projects: ["**/project"] } }, "excluded"],
    [{ capture: { excluded_projects: [join(project.base, "*")] } }, "excluded"],
  ];
  for (const [config, why] of refused) {
    assert.deepEqual(captureEvent(project.place(config), promptOf("no"), FROM), { kind: "skipped", why });
  }
  writeFileSync(join(project.root, "memory-config.json"), '{"capture":{"enabled":false}}');
  assert.deepEqual(captureEvent(project.place({}), promptOf("no"), FROM), { kind: "skipped", why: "off" });
  assert.deepEqual(project.capture(promptOf("no", { session: null })), {
    kind: "skipped",
    why: "no-session",
  });
  assert.ok(!existsSync(project.spool));
});

test("a tool that is to be skipped is, by name or by pattern, in any case", (t) => {
  const project = captureProject(t, { capture: { skip_tools: ["bash", "mcp__files__*"] } });
  project.capture(promptOf("go on"));
  const skipped = ["Bash", "mcp__files__read", "Read"].map((tool) => project.capture(toolOf({ tool })).kind);
  assert.deepEqual(skipped, ["skipped", "skipped", "captured"]);
});

test("a tool that is to be skipped still leaves its taint, and nothing else", (t) => {
  const project = captureProject(t);
  writeFileSync(join(project.root, "memory-config.json"), '{"capture":{"skip_tools":["WebFetch","mcp__*"]}}');
  const place = project.place({});
  captureEvent(place, promptOf("read that page"), FROM);
  for (const tool of ["WebFetch", "mcp__jira__get"]) {
    const event = toolOf({ tool, input: { url: "https://example.com/kiwi" }, response: "zebra" });
    assert.deepEqual(captureEvent(place, event, FROM), { kind: "skipped", why: "skipped-tool" });
  }
  const lines = project.records().slice(1);
  assert.deepEqual(pick(lines, "kind", "tool", "input", "output", "paths", "taint"), [
    ["tool", null, null, null, [], ["web"]],
    ["tool", null, null, null, [], ["mcp:jira"]],
  ]);
  assert.doesNotMatch(JSON.stringify(lines), /zebra|kiwi|WebFetch/);
});

test("events that say nothing are not captured", (t) => {
  const project = captureProject(t);
  const origin = { session: "s1", prompt: null, cwd: null, agent: null };
  for (const kind of ["session-start", "before-tool", "before-compact", "session-end"] as const) {
    assert.deepEqual(project.capture({ kind, ...origin }), { kind: "skipped", why: "nothing" });
  }
  assert.deepEqual(project.capture(promptOf("  \n")), { kind: "skipped", why: "nothing" });
  assert.deepEqual(project.capture(endOf(null)), { kind: "skipped", why: "nothing" });
});

test("without a root of the project there is no place to capture to", (t) => {
  const project = captureProject(t);
  assert.equal(openCapture({ cwd: project.home, home: project.home, state: project.state }), null);
});

test("a project is left out by the way to it that its owner wrote, also where that runs through a link", (t) => {
  const project = captureProject(t);
  const linked = join(project.base, "linked");
  symlinkSync(project.base, linked);
  const stateAt = (home: string, pattern: string): string =>
    captureStateOf(
      { ...project.place({}).config, "capture.excluded_projects": [pattern] },
      { projects: [project.top], home },
    );
  const name = basename(project.top);
  for (const pattern of [join(linked, name), join(linked, "**"), join(linked, `${name.slice(0, 3)}*`)])
    assert.equal(stateAt(project.home, pattern), "excluded", pattern);
  for (const pattern of ["~/**", "~", `~/${name}`])
    assert.equal(stateAt(linked, pattern), "excluded", pattern);
  const nowhere = join(project.base, "nowhere");
  symlinkSync(join(project.base, "missing"), nowhere);
  for (const pattern of [join(linked, "other"), join(nowhere, "**"), join(linked, "other/**"), "linked/**"])
    assert.equal(stateAt(project.home, pattern), "on", pattern);
});
