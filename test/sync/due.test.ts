// A sync that a session start begins: the real hook and the real command, with real git over a command for ssh that serves a
// repository of this machine and notes how it was called.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { saveMemory } from "../../src/app/change/save-memory.ts";
import { syncRoot } from "../../src/app/sync/sync-root.ts";
import { openWorkspace, rootOf, type Workspace } from "../../src/app/workspace/workspace.ts";
import { BLANK_DRAFT } from "../../src/memory/file/draft.ts";
import { builtPackage } from "../built.ts";
import { CLI } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { bareRepository, gitIn, type Machine, newMachine, PERSON, readableIn, trust } from "./machines.ts";

const COMMAND = join((await builtPackage()).dist, "credence.cjs");
const HOUR_MS = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString().replace(/\.\d+Z$/, "Z");

type Served = {
  readonly machine: Machine;
  readonly remote: string;
  /** One line for each time that ssh was called. */
  readonly calls: () => string[];
  /** What the command for ssh does from now on. */
  readonly setSsh: (work: string) => void;
};

const SERVE = 'exec sh -c "$last"';
const HANG = "exec sleep 20";

/** A machine whose remote is reached by ssh, with a memory that was saved three hours ago and not sent. */
async function served(owner: Owner): Promise<Served> {
  const machine = newMachine(owner, "ana");
  const remote = bareRepository(owner);
  const log = join(machine.home, "ssh.log");
  const ssh = join(machine.home, "ssh.sh");
  const setSsh = (work: string): void =>
    writeFileSync(
      ssh,
      `#!/bin/sh\necho "$* [\${SSH_ASKPASS-}\${GIT_ASKPASS-}\${DISPLAY-}\${DBUS_SESSION_BUS_ADDRESS-}]" >> '${log}'\nfor last; do :; done\n${work}\n`,
      { mode: 0o700 },
    );
  setSsh(SERVE);
  writeFileSync(join(machine.home, ".gitconfig"), `[core]\n\tsshCommand = ${ssh}\n`);
  await machine.done(["sync", "--remote", `ssh://host${remote}`, PERSON]);
  await machine.done(["config", "set", "sync.auto", "own", PERSON]);
  await saveOld(machine, "user_first");
  await machine.done(["sync"]);
  await saveOld(machine, "user_old");
  makeDue(machine);
  writeFileSync(log, "");
  const calls = (): string[] => readFileSync(log, "utf8").split("\n").slice(0, -1);
  return { machine, remote, calls, setSsh };
}

const saveOld = (machine: Machine, id: string) =>
  machine.done(
    [
      "save",
      "--scope",
      "user",
      "--type",
      "user",
      "--id",
      id,
      ...["--name", id, "--description", `About ${id}`],
    ].concat(["--body", `What everybody should know about ${id}, at some length.`]),
    { now: ago(3 * HOUR_MS) },
  );

function metFile({ state, root }: Machine): string {
  return join(state, "sync", JSON.parse(readFileSync(join(root, "root.json"), "utf8")).root, "met.json");
}

function makeDue(machine: Machine): void {
  const then = (Date.now() - 2 * HOUR_MS) / 1_000;
  utimesSync(metFile(machine), then, then);
}

/** The ids of memories of which the remote has a text. */
function sentIds(remote: string): string[] {
  const refs = gitIn(remote, "for-each-ref", "--format=%(refname)", "refs/heads/m/").trim().split("\n");
  const texts = refs.filter(Boolean).map((ref) => gitIn(remote, "grep", "-h", "^name: user_", ref, "--"));
  return [...new Set(texts.join("").match(/user_\w+/g))].sort();
}

function startHook({ state, project, top, home }: Machine, session: string): Promise<string> {
  const places = ["--state", state, "--cache", join(project.credenceHome, "cache")];
  const args = [COMMAND, "hook", "claude-code", "SessionStart", ...places];
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, DISPLAY: ":0", SSH_ASKPASS: "/hostile" };
  const child = spawn(process.execPath, args, { cwd: top, env, stdio: ["pipe", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (part) => {
    said += String(part);
  });
  const event = { session_id: session, cwd: top, hook_event_name: "SessionStart", source: "startup" };
  child.stdin.end(JSON.stringify(event));
  return new Promise((resolve) => child.on("close", () => resolve(said)));
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isSo(); tries += 1) await sleep(100);
  assert.equal(isSo(), true);
}

const isFresh = (machine: Machine): boolean => Date.now() - statSync(metFile(machine)).mtimeMs < HOUR_MS;

test("two sessions that start at once begin one sync, in batch mode and without anything that asks", async (t) => {
  const { machine, remote, calls } = await served(t);
  await Promise.all([startHook(machine, "s1"), startHook(machine, "s2")]);
  await until(() => isFresh(machine));
  assert.deepEqual(sentIds(remote), ["user_first", "user_old"]);
  const all = calls();
  assert.equal(all.filter((call) => call.includes("git-receive-pack")).length, 1, all.join("\n"));
  for (const call of all) assert.match(call, /-oBatchMode=yes .*\[\]$/);
  // The next session finds nothing due.
  await saveOld(machine, "user_later");
  await startHook(machine, "s3");
  await sleep(1_500);
  assert.deepEqual(calls(), all);
});

test("without the setting, or with another reader, no session start syncs", async (t) => {
  const { machine, calls } = await served(t);
  const bo = newMachine(t, "bo");
  await bo.done(["config", "set", "session.line", "false", PERSON]);
  trust(machine, [bo]);
  await startHook(machine, "s1");
  trust(machine, []);
  await machine.done(["config", "set", "sync.auto", "off", PERSON]);
  await startHook(machine, "s2");
  await sleep(1_500);
  assert.deepEqual(calls(), []);
  const { exit, stderr } = await machine.call(["config", "set", "sync.auto", "all"]);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: NEEDS_PERSON: /);
});

function openAs(machine: Machine, now: number): Workspace {
  const { top, home, env } = machine;
  const places = { cwd: top, home, env, state: null, cache: null, root: null, scope: null };
  return openWorkspace({ ...places, presence: { kind: "nobody", why: "a test" }, now });
}

test("nothing younger than ten minutes is sent, and no save of a tainted session that no person acted on", async (t) => {
  const { machine, remote } = await served(t);
  await machine.save("user_young", { more: ["--now", ago(0)] });
  await machine.done(["update", "user_old", "--body", "It is otherwise by now, and that at some length."], {
    now: ago(60_000),
  });
  for (const name of ["user_tainted", "user_read"]) await saveTainted(machine, name);
  await machine.done(["demote", "user_read", "--reason", "no", PERSON], { now: ago(HOUR_MS) });
  const due = await machine.call(["sync", "--due"], { now: ago(0) });
  assert.equal(due.exit, 0, due.stderr);
  assert.deepEqual(sentIds(remote), ["user_first", "user_old", "user_read"]);
  assert.ok(!readableIn(remote).includes("It is otherwise by now"));
  // What was kept back goes when its time has come, and with a sync that somebody asks for.
  const later = await machine.call(["sync", "--due"], {
    now: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
  });
  assert.equal(later.exit, 0, later.stderr);
  assert.deepEqual(sentIds(remote), ["user_first", "user_old", "user_read", "user_young"]);
  await machine.done(["sync"]);
  assert.deepEqual(sentIds(remote), ["user_first", "user_old", "user_read", "user_tainted", "user_young"]);
});

async function saveTainted(machine: Machine, name: string): Promise<void> {
  const workspace = openAs(machine, Date.now() - 3 * HOUR_MS);
  const draft = {
    ...BLANK_DRAFT,
    ...({ type: "user", name, description: `About ${name}`, origin: "inference" } as const),
    body: `What a page said about ${name}, at some length.`,
    taint: ["web"],
  };
  await saveMemory(workspace, { root: rootOf(workspace, "user"), draft, id: name });
  workspace.close();
}

test("a remote that hangs is ended, and a killed sync leaves nothing that the next one does not finish", async (t) => {
  const { machine, remote, calls, setSsh } = await served(t);
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const workspace = openAs(machine, Date.now());
  const root = rootOf(workspace, "user");
  const request = {
    dryRun: true,
    pullOnly: false,
    pushOnly: false,
    acceptChanges: false,
    acceptSettings: false,
  };
  await assert.rejects(
    syncRoot(
      workspace,
      { root, url: { kind: "git", url: `git://127.0.0.1:${port}/x` } },
      { ...request, env: machine.env, isUnattended: true, limits: { totalMs: 700 } },
    ),
    /the remote took too long/,
  );
  workspace.close();
  setSsh(HANG);
  const { state, project, top, home } = machine;
  const places = ["--state", state, "--cache", join(project.credenceHome, "cache")];
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const child = spawn(process.execPath, [CLI, "sync", "--due", ...places], {
    cwd: top,
    env,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  await until(() => calls().length > 0);
  child.kill("SIGKILL");
  assert.equal(await ended, "SIGKILL");
  setSsh(SERVE);
  const { exit, stderr } = await machine.sync();
  assert.equal(exit, 0, stderr);
  assert.deepEqual(sentIds(remote), ["user_first", "user_old"]);
  const left = readdirSync(project.base, { recursive: true }).map(String);
  assert.deepEqual(
    left.filter((name) => /\.tmp\/?$|\.lockdir|\/intents\/./.test(name)),
    [],
  );
});

test("a person is asked once when they name a remote, with yes for their own and no where others read", async (t) => {
  const setting = async (machine: Machine): Promise<string> =>
    JSON.parse((await machine.done(["config", "get", "sync.auto"])).stdout);
  for (const { hasReader, typed, ends } of [
    { hasReader: false, typed: "", ends: "own" },
    { hasReader: false, typed: "n", ends: "off" },
    { hasReader: true, typed: "", ends: "off" },
    { hasReader: true, typed: "y", ends: "all" },
  ]) {
    const machine = newMachine(t, "ana");
    const bo = newMachine(t, "bo");
    await bo.done(["config", "set", "session.line", "false", PERSON]);
    if (hasReader) trust(machine, [bo]);
    const asked: string[] = [];
    const answers = (question: string): string => {
      asked.push(question);
      return typed;
    };
    const named = ["sync", "--remote", bareRepository(t), PERSON];
    const { exit, stderr } = await machine.call(named, { answers });
    assert.equal(exit, 0, stderr);
    assert.deepEqual(asked.length, 1);
    assert.match(asked[0] ?? "", hasReader ? /^Others read this remote\. .*\[y\/N\] $/ : /\[Y\/n\] $/);
    assert.equal(await setting(machine), ends);
  }
});

test("the next session says once what a sync brought that waits, and that a remote was not reached for days", async (t) => {
  const { machine, remote } = await served(t);
  const bo = newMachine(t, "bo");
  writeFileSync(join(bo.root, "root.json"), readFileSync(join(machine.root, "root.json")));
  await bo.save("user_strange");
  await bo.done(["sync", "--remote", remote, PERSON]);
  const { exit } = await machine.call(["sync", "--due"], { now: ago(0) });
  assert.equal(exit, 0);
  const came = /1 memory that came by sync waits for you: credence review/;
  assert.match(await startHook(machine, "s1"), came);
  assert.doesNotMatch(await startHook(machine, "s2"), came);
  const then = (Date.now() - 80 * HOUR_MS) / 1_000;
  utimesSync(metFile(machine), then, then);
  writeFileSync(join(machine.home, ".gitconfig"), "[core]\n\tsshCommand = false\n");
  assert.match(await startHook(machine, "s3"), /was not synced for 3 days: credence sync says why/);
});
