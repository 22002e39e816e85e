import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { changeConfig } from "../../../src/app/settings/change-config.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import type { Scope } from "../../../src/memory/memory.ts";
import { acquireLock } from "../../../src/store/lock.ts";
import { type OpenProject, type OpenSetting, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { CLI, scratchProject } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";

type Setting = OpenSetting & { readonly scope?: Scope };

async function set(project: OpenProject, [key, value]: readonly [string, string], setting: Setting = {}) {
  const workspace = await project.open(setting);
  const root = setting.scope === undefined ? null : rootOf(workspace, setting.scope);
  await changeConfig(workspace, { key, value, root });
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

test("a setting goes to machine state, typed, private, and beside what is there already", async (t) => {
  const project = openProject(t);
  const path = join(project.state, "config.json");
  writeFileSync(path, '{"unknown":{"kept":1},"retrieval":{"enabled":false}}');
  for (const pair of [
    ["retrieval.max_inject", "3"],
    ["owner.emails", "ana@example.com, bo@example.com"],
    ["owner.github", "ana"],
    ["owner.strict", "true"],
    ["capture.skip_tools", ""],
    ["categories.decision.description", "null"],
    ["observer.base_url", "https://llm.example/v1"],
    ["observer.base_url", "http://127.0.0.1:11434/v1"],
  ] as const) {
    await set(project, pair, { person: true });
  }
  assert.deepEqual(read(path), {
    unknown: { kept: 1 },
    retrieval: { enabled: false, max_inject: 3 },
    owner: { emails: ["ana@example.com", "bo@example.com"], github: "ana", strict: true },
    capture: { skip_tools: [] },
    categories: { decision: { description: null } },
    observer: { base_url: "http://127.0.0.1:11434/v1" },
  });
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

const REFUSED: readonly (readonly [string, string, Scope?])[] = [
  ["retrieval.max_injekt", "3"],
  ["retrieval.max_inject", "five"],
  ["retrieval.enabled", "yes"],
  ["retrieval.match_strategy", "best"],
  ["retrieval.max_inject", "20", "project"],
  ["retrieval.budget_chars", "9000", "project"],
  ["delete.grace_period_days", "5", "project"],
  ["owner.strict", "true", "project"],
  ["retrieval.match_strategy", "title_tags", "user"],
  ["observer.provider", "anthropic", "project"],
  ["observer.base_url", "https://example.com/v1", "project"],
  ["observer.base_url", "http://ollama.lan:11434/v1"],
  ["observer.base_url", "https://user:secret@llm.example/v1"],
  ["observer.base_url", "https://llm.example/?key=1"],
];

test("an unknown key, a wrong value, and what would loosen a root are refused and change nothing", async (t) => {
  const project = openProject(t);
  const before = readTree(project.base);
  for (const [key, value, scope] of REFUSED) {
    const setting = { person: true, ...(scope === undefined ? {} : { scope }) };
    await assert.rejects(set(project, [key, value], setting), refusal("USAGE"), `${key} ${value}`);
  }
  const byNobody = set(project, ["observer.base_url", "https://example.com/v1"]);
  await assert.rejects(byNobody, refusal("NEEDS_PERSON"));
  assert.deepEqual(readTree(project.base), before);
});

test("a root's own file takes what tightens", async (t) => {
  const project = openProject(t);
  for (const pair of [
    ["retrieval.enabled", "false"],
    ["retrieval.max_inject", "2"],
    ["delete.grace_period_days", "90"],
    ["capture.skip_tools", "Bash,Read"],
    ["categories.runbook.auto_capture", "false"],
  ] as const) {
    await set(project, pair, { person: true, scope: "project" });
  }
  const path = join(project.root, "memory-config.json");
  assert.deepEqual(read(path), {
    retrieval: { enabled: false, max_inject: 2 },
    delete: { grace_period_days: 90 },
    capture: { skip_tools: ["Bash", "Read"] },
    categories: { runbook: { auto_capture: false } },
  });
  assert.equal(statSync(path).mode & 0o777, 0o644);
});

test("a file that is no JSON object is not overwritten", async (t) => {
  const project = openProject(t);
  const path = join(project.state, "config.json");
  for (const text of ["{", "[]", "null"]) {
    writeFileSync(path, text);
    await assert.rejects(set(project, ["retrieval.max_inject", "3"]), refusal("NOT_READABLE"));
    assert.equal(readFileSync(path, "utf8"), text);
  }
});

test("two who set keys of this machine at once lose neither", async (t) => {
  const project = scratchProject(t);
  const path = join(project.state, "config.json");
  const lock = acquireLock(project.state);
  const args = [CLI, "config", "set", "retrieval.max_inject", "3", "--as-test-person"];
  const child = spawn(process.execPath, args, { cwd: project.top, env: { ...project.env }, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // The other one waits for the lock. Did it not, it would be done by now, and its key overwritten here.
  assert.equal(await Promise.race([ended, setTimeout(700, "waits")]), "waits");
  writeFileSync(path, '{"retrieval":{"budget_chars":5000}}', { mode: 0o600 });
  lock.release();
  assert.equal(await ended, 0);
  assert.deepEqual(read(path), { retrieval: { budget_chars: 5000, max_inject: 3 } });
});
