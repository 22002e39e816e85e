// Install of another copy is the upgrade and the way back: by real processes, newer over older and older over newer, killed in the
// middle, and while sessions run. And what is said when what hooks start is gone or answers wrongly.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../../deep.ts";
import type { Call, FaultPlan } from "../../faults/trouble.ts";
import { inProcess } from "../../fixture/command-in-process.ts";
import { expectAtWork, fire, switchTo, type TwoCopies, twoCopies, type Version } from "./two-copies.ts";

const project = await twoCopies({ after });
const OLD: Version = "0.1.10";
const NEW: Version = "0.3.10";
const FILES = [".claude/settings.json", ".claude.json", ".codex/hooks.json", ".codex/config.toml"];

function readSettings({ home }: TwoCopies): string[] {
  return FILES.map((name) => readFileSync(join(home, name), "utf8"));
}

test("an older copy is set up, and a newer one over it switches both agents; the older one is the way back", async () => {
  switchTo(project, OLD);
  assert.equal(project.atWork(), OLD);
  await expectAtWork(project, "old");
  const settings = readSettings(project);
  const dry = project.done(NEW, "install", "--dry-run");
  assert.match(dry, /^your agents would start 0\.3\.10 instead of Credence 0\.1\.10$/m);
  assert.equal(project.atWork(), OLD);
  const said = switchTo(project, NEW, "codex");
  assert.match(said, /^your agents start 0\.3\.10 instead of Credence 0\.1\.10: begin new sessions$/m);
  assert.match(said, /^Claude Code: was already connected$/m);
  assert.deepEqual([project.atWork(), readSettings(project)], [NEW, settings]);
  await expectAtWork(project, "new");
  const command = join(project.credenceHome, "program/bin/credence");
  const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8", env: project.env });
  assert.match(stdout, /0\.3\.10/);
  assert.match(switchTo(project, OLD), /^your agents start 0\.1\.10 instead of Credence 0\.3\.10: begin/m);
  assert.deepEqual([project.atWork(), readSettings(project)], [OLD, settings]);
  await expectAtWork(project, "back");
  assert.match(project.done(OLD, "list"), /verified +project_kiwi/);
});

test("neither setup nor install is an agent's", async () => {
  const call = inProcess(project);
  const program = { node: process.execPath, script: project.scripts[NEW] };
  for (const args of [["setup", "--yes"], ["install"]]) {
    const { exit, stderr } = await call(args, { program, env: { CLAUDECODE: "1" } });
    assert.deepEqual([exit, /^error: NEEDS_PERSON: only a person can /.test(stderr)], [1, true], stderr);
  }
  assert.equal(project.atWork(), OLD);
});

const ARM = join(import.meta.dirname, "arm-faults.ts");

/** Install by a process that is killed at one of its calls. @returns whether it was, and the calls. */
function installArmed(version: Version, trouble: FaultPlan["trouble"], at: number): [string | null, Call[]] {
  const calls = join(project.base, "calls.json");
  const plan: FaultPlan = { under: project.base, at, trouble };
  const words = ["--import", ARM, project.scripts[version], "install"];
  const { signal } = spawnSync(process.execPath, words, {
    cwd: project.top,
    env: { ...project.env, FAULT_PLAN: JSON.stringify(plan), FAULT_CALLS: calls },
  });
  return [signal, signal === null ? JSON.parse(readFileSync(calls, "utf8")) : []];
}

/** Of the calls to be killed at: each but most of those that copy the program, or a few of all. */
function chooseCalls(calls: readonly Call[]): number[] {
  const numbers = calls.map((_, index) => index + 1);
  const isCopy = (at: number): boolean => /\/program\/[^/]+\.tmp\//.test(calls[at - 1]?.path ?? "");
  const copies = numbers.filter(isCopy);
  const some = copies.filter((_, index) => index % Math.ceil(copies.length / 6) === 0);
  const chosen = [...numbers.filter((at) => !isCopy(at)), ...some];
  return IS_DEEP ? chosen : chosen.filter((_, index) => index % Math.ceil(chosen.length / 5) === 3);
}

test("killed at any step an install leaves one of the two at work, and the next one finishes it", async (t) => {
  const settings = readSettings(project);
  const [, calls] = installArmed(NEW, { kind: "none" }, 0);
  assert.equal(project.atWork(), NEW);
  const chosen = chooseCalls(calls);
  t.diagnostic(`${calls.length} calls, killed at ${chosen.length}`);
  let next: Version = OLD;
  for (const at of chosen) {
    const where: string = `killed at call ${at} on the way to ${next}`;
    const before: Version = next === OLD ? NEW : OLD;
    const [signal] = installArmed(next, { kind: "kill" }, at);
    // A step fewer on one of the two ways.
    if (signal !== null) {
      await expectAtWork(project, where);
      assert.deepEqual(readSettings(project), settings, where);
      switchTo(project, at % 2 === 0 ? next : before);
      if (at % 2 !== 0) switchTo(project, next);
    }
    assert.deepEqual([project.atWork(), readSettings(project)], [next, settings], where);
    const left = readdirSync(project.credenceHome, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      left.filter((name) => name.endsWith(".tmp") && !name.startsWith("cache/")),
      [],
      where,
    );
    next = before;
  }
});

/** A server as Claude Code starts it. */
function startServer() {
  const { mcpServers } = JSON.parse(readFileSync(join(project.home, ".claude.json"), "utf8"));
  const { command, args } = mcpServers.credence;
  const env = { HOME: project.home, PATH: "/usr/bin:/bin" };
  const child = spawn(command, args, { cwd: project.top, env, stdio: ["pipe", "pipe", "inherit"] });
  let [said, id] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ask = async (method: string, params: object): Promise<string> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const found = said.split("\n").find((line) => line.includes(`"id":${id}`) && line.endsWith("}"));
      if (found !== undefined) return found;
      await once(child.stdout, "data");
    }
  };
  const call = (name: string, given: object): Promise<string> =>
    ask("tools/call", { name, arguments: given });
  return { child, ask, call };
}

test("a session goes on meanwhile: its server answers and saves, its guard denies, and it is told", async (t) => {
  switchTo(project, OLD);
  const server = startServer();
  t.after(() => server.child.kill());
  const clientInfo = { name: "claude-code", version: "2.1.325" };
  await server.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  server.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  assert.doesNotMatch(await server.call("memory_search", { query: "kiwi" }), /was replaced/);
  const env = { ...project.env };
  const install = spawn(process.execPath, [project.scripts[NEW], "install"], {
    ...{ cwd: project.top, env, stdio: "ignore" },
  });
  const ended = once(install, "close");
  let [isOver, denied, fired] = [false, 0, 0];
  void ended.then(() => {
    isOver = true;
  });
  const tool_input = { command: `rm -rf ${project.state}` };
  while (!isOver) {
    const said = await fire(project, "claude-code", { event: "PreToolUse", tool_name: "Bash", tool_input });
    fired += 1;
    if (said.includes('"deny"')) denied += 1;
    // A hook that is late on a busy machine says nothing, and one that is wrong says something else.
    else assert.equal(said, "");
  }
  assert.ok(denied >= fired - 1, `${denied} of ${fired}`);
  assert.equal((await ended)[0], 0);
  assert.equal(project.atWork(), NEW);
  const searched = await server.call("memory_search", { query: "kiwi" });
  assert.match(searched, /hunts by night/);
  assert.match(searched, /was replaced; hooks and new sessions start another one/);
  const saved = await server.call("memory_save", {
    ...{ type: "project", name: "Emu", description: "about the emu" },
    body: "The emu outruns horses on every field that it has seen.",
  });
  assert.match(saved, /project_emu/);
  assert.doesNotMatch(saved, /"isError":true/);
  assert.match(project.done(NEW, "list"), /inferred +project_emu/);
});

test("the program deleted: the next session says what to do, and that mends it", async () => {
  rmSync(dirname(join(project.credenceHome, "program", project.atWork(), "dist/credence.cjs")), {
    recursive: true,
  });
  const said = await fire(project, "claude-code", { event: "SessionStart", source: "startup" });
  assert.match(
    JSON.parse(said).systemMessage,
    /its program is gone .*, .*: install Credence again, then run credence install$/,
  );
  const { stdout, exit } = project.run(NEW, "doctor");
  const mend = "which does not exist; credence install claude-code repairs it";
  assert.deepEqual([exit, stdout.replaceAll(/\n +/g, " ").includes(mend)], [2, true], stdout);
  switchTo(project, NEW);
  await expectAtWork(project, "mended");
});

test("doctor starts every connected hook, and one that answers wrongly is an error with its remedy", () => {
  const launcher = join(project.state, "launch");
  const text = readFileSync(launcher, "utf8");
  writeFileSync(launcher, text.replace(/\nprogram=.*\n/, `\nprogram=${join(project.base, "silent.cjs")}\n`));
  writeFileSync(join(project.base, "silent.cjs"), "// nothing\n");
  const { exit, stdout } = project.run(NEW, "doctor");
  assert.equal(exit, 2);
  for (const [label, name] of [
    ["Claude Code", "claude-code"],
    ["Codex", "codex"],
  ])
    assert.ok(
      stdout
        .replaceAll(/\n +/g, " ")
        .includes(
          `${label}: the hook did not deny a write into machine state; credence install ${name} repairs it`,
        ),
      stdout,
    );
  switchTo(project, NEW);
  assert.doesNotMatch(project.run(NEW, "doctor").stdout, /\[E\]/);
});

test("a client that is newer than what was tested is named by status and once by the session", async () => {
  const path = join(project.state, "client-versions.json");
  writeFileSync(path, JSON.stringify({ v: 1, seen: { "claude-code": "2.2.0", codex: "0.100.0" } }));
  const said = "Claude Code 2.2.0 is newer than what was tested (2.1.325)";
  const status = project.run(NEW, "status").stdout.replaceAll(/\n +/g, " ");
  assert.ok(status.includes(`untested     ${said}: credence doctor tries its hooks`), status);
  assert.doesNotMatch(status, /Codex 0\.100/);
  const start = async (name: string, isRight: (text: string) => boolean): Promise<string> => {
    let started = "";
    for (let tries = 0; tries < 12 && !isRight(started); tries += 1)
      started = await fire(project, "claude-code", {
        ...{ event: "SessionStart", source: "startup", session_id: `${name} ${tries}` },
      });
    return started;
  };
  const told = `${said}; hooks answered in this session`;
  assert.ok((await start("newer", (text) => text.includes(told))).includes(told));
  assert.ok(!(await start("again", (text) => text !== "")).includes(told));
});

test("uninstall of the last agent leaves nothing of the program, and settings as they were", () => {
  project.done(NEW, "uninstall", "codex");
  // The copy that lost its files was not at its usual name when it was made anew.
  assert.match(project.atWork(), /^0\.3\.10-[0-9a-f]{8}$/);
  project.done(NEW, "uninstall", "claude-code");
  assert.equal(existsSync(join(project.credenceHome, "program")), false);
  for (const name of FILES) assert.equal(existsSync(join(project.home, name)), false, name);
});
