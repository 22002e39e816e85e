import assert from "node:assert/strict";
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { layTraps } from "../../fixture/code-traps.ts";
import { runProcess } from "../../fixture/scratch-project.ts";
import { START_SESSION } from "../../fixture/start-words.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";
import { builtScript, connectProject } from "./connect-project.ts";

const SCRIPT = await builtScript();
const SETTINGS = '{\n    "model": "opus",\n    "hooks": { }\n}\n';

const EVENTS =
  "SessionStart SubagentStart UserPromptSubmit PreToolUse PostToolUse Stop SubagentStop PreCompact SessionEnd".split(
    " ",
  );

test("install connects Claude Code, proves it by a real hook, and is the same the second time", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", SETTINGS);
  project.addProgram("claude", "2.1.325 (Claude Code)");
  const first = await project.call(["install", "claude-code"]);
  assert.equal(first.exit, 0, first.stdout);
  assert.match(first.stdout, /^Claude Code 2\.1\.325: connected\n {2}file {4}.*\.claude\/settings\.json\n/);
  assert.match(first.stdout, /^ {2}proved {2}the guard denied a sample write$/m);
  assert.match(first.stdout, /^ {2}before {2}.*\/backups\/install\/20260501T120000Z-claude-code\.json$/m);
  const connected = project.read(".claude/settings.json");
  const { hooks } = JSON.parse(connected ?? "");
  assert.deepEqual(Object.keys(hooks), EVENTS);
  assert.deepEqual(hooks.SessionStart[0].hooks[0].args.slice(2), [
    ...["/bin/sh", "-c", START_SESSION],
    `${project.state}/launch`,
    "hook",
    "claude-code",
    "SessionStart",
    "--state",
    project.state,
    "--cache",
    `${project.credenceHome}/cache`,
  ]);
  const second = await project.call(["install", "claude-code"]);
  assert.match(second.stdout, /^Claude Code 2\.1\.325: was already connected$/m);
  assert.equal(project.read(".claude/settings.json"), connected);
  const gone = await project.call(["uninstall", "claude-code"]);
  assert.match(gone.stdout, /^Claude Code 2\.1\.325: disconnected$/m);
  assert.equal(project.read(".claude/settings.json"), SETTINGS);
  assert.match((await project.call(["uninstall", "claude-code"])).stdout, /: was not connected$/m);
});

test("a dry run says in a few lines what would change, with --verbose every line, and writes nothing at all", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", SETTINGS);
  project.write(".codex/config.toml", "");
  const before = readTree(project.base);
  const few = await project.call(["install", "claude-code", "--dry-run"]);
  assert.match(
    few.stdout,
    /\n {2}change {2}\d+ lines added, 1 line removed\n[\s\S]*; --verbose shows every line\n$/,
  );
  assert.ok(few.stdout.split("\n").length <= 10, few.stdout);
  const { exit, stdout } = await project.call(["install", "--dry-run", "--verbose"]);
  assert.deepEqual([few.exit, exit], [0, 0]);
  assert.match(stdout, /^Claude Code: its file would change$[\s\S]*^Codex: its file would change$/m);
  assert.match(stdout, /^ {2}\+ .*hook claude-code SessionStart --state /m);
  assert.match(stdout, /^ {2}\+ .*"Edit\(\/\/\*\*\/\.claude\/memory\/\*\*\)",$/m);
  assert.match(stdout, /\nnothing was written\n$/);
  assert.deepEqual(readTree(project.base), before);
});

test("a client that comes as a package is not started for its version, and one that writes then never in a dry run", async (t) => {
  const project = connectProject(t, SCRIPT);
  const bin = join(project.base, "bin");
  project.write(".gemini/settings.json", "{}\n");
  const writing = `#!/bin/sh\necho 0.61.0\ntouch ${join(project.home, "left-behind")}\n`;
  writeFileSync(join(bin, "gemini"), writing, { mode: 0o755 });
  const unasked = await project.call(["install", "gemini", "--dry-run"]);
  assert.match(unasked.stdout, /^Gemini CLI: its file would change$/m);
  assert.equal(project.read("left-behind"), null);
  const asked = await project.call(["install", "gemini"]);
  assert.match(asked.stdout, /^Gemini CLI 0\.61\.0: connected$/m);
  assert.equal(project.read("left-behind"), "");
  // The same program in a package, as npm links it.
  rmSync(join(project.home, "left-behind"));
  rmSync(join(bin, "gemini"));
  project.write("node/gemini-cli/bundle/gemini.js", writing);
  chmodSync(join(project.home, "node/gemini-cli/bundle/gemini.js"), 0o755);
  project.write("node/gemini-cli/package.json", '{"version":"0.25.9","bin":{"gemini":"bundle/gemini.js"}}');
  symlinkSync(join(project.home, "node/gemini-cli/bundle/gemini.js"), join(bin, "gemini"));
  const packed = await project.call(["install", "gemini"]);
  assert.match(packed.stdout, /its hooks work from version 0\.26\.0 on/);
  // A package that starts something else says nothing about this program.
  project.write("node/gemini-cli/package.json", '{"version":"0.25.9","bin":"other.js"}');
  assert.match((await project.call(["install", "gemini"])).stdout, /^Gemini CLI 0\.61\.0: was already/m);
});

test("each client has its own result: one that fails keeps no other from being connected", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", "{ // mine\n}\n");
  project.write(".codex/config.toml", "");
  project.write(".cursor/argv.json", "{}");
  project.write(".gemini/settings.json", "{ // mine\n}\n");
  project.write(".config/opencode/opencode.json", "{}");
  const { exit, stdout } = await project.call(["install", "--json"]);
  assert.equal(exit, 1);
  const reports: Record<string, unknown>[] = JSON.parse(stdout);
  assert.deepEqual(
    reports.map(({ client, outcome, proved }) => [client, outcome, proved]),
    [
      ["claude-code", "failed", null],
      ["codex", "changed", true],
      ["copilot", "absent", null],
      ["cursor", "changed", true],
      ["gemini", "changed", true],
      ["opencode", "changed", true],
      ["qwen", "absent", null],
    ],
  );
  assert.equal(
    Object.keys(reports[0] ?? {}).join(" "),
    "client label version outcome path backup proved why fix plan server untrusted done",
  );
  assert.match(String(reports[0]?.["why"]), /settings\.json: it is not valid JSON, so nothing was changed$/);
  assert.equal(project.read(".claude/settings.json"), "{ // mine\n}\n");
  await project.call(["uninstall"]);
  assert.equal(project.read(".gemini/settings.json"), "{ // mine\n}\n");
  for (const path of [".codex/hooks.json", ".cursor/hooks.json", ".config/opencode/plugins/credence.js"])
    assert.equal(project.read(path), null, path);
});

test("a client whose version is too old is left alone, and the version chooses the form of a hook", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.addProgram("codex", "codex-cli 0.99.1");
  project.addProgram("claude", "2.0.1 (Claude Code)");
  const codex = await project.call(["install", "codex"]);
  assert.equal(codex.exit, 1);
  assert.match(codex.stdout, /^Codex 0\.99\.1: could not be connected$/m);
  assert.match(codex.stdout, /^ {2}mend {4}update Codex, then run the command again$/m);
  assert.equal(project.read(".codex/hooks.json"), null);
  assert.equal((await project.call(["install", "claude-code"])).exit, 0);
  const { hooks } = JSON.parse(project.read(".claude/settings.json") ?? "");
  assert.match(
    hooks.Stop[0].hooks[0].command,
    /^\/usr\/bin\/env -u SHELLOPTS .*\/launch hook claude-code Stop --state /,
  );
});

test("with --scope project the entries go to the project's settings for this machine", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", "{}");
  const { stdout } = await project.call(["install", "claude-code", "--scope", "project"]);
  assert.match(stdout, new RegExp(`^ {2}file {4}${project.top}/\\.claude/settings\\.local\\.json$`, "m"));
  assert.equal(project.read(".claude/settings.json"), "{}");
});

test("no variable of a session loads code into a hook, whether the client has a shell or not", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", "{}");
  project.write(".codex/config.toml", "");
  project.addProgram("claude", "2.1.325 (Claude Code)");
  for (const client of ["claude-code", "codex"]) await project.call(["install", client]);
  const guardOf = (path: string) => JSON.parse(project.read(path) ?? "").hooks.PreToolUse[0].hooks[0];
  const claude = guardOf(".claude/settings.json");
  const lines = [
    [claude.command, ...claude.args],
    ["/bin/sh", "-c", guardOf(".codex/hooks.json").command],
  ];
  const { env, isSprung } = layTraps(freshDir(t));
  assert.ok(Object.hasOwn(env, "NODE_OPTIONS"), "a trap that never springs shows nothing");
  t.diagnostic(`tried with ${Object.keys(env).join(", ")}`);
  const compiled = `${project.base}/compiled`;
  const session = { ...env, HOME: project.home, PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: compiled };
  const command = `touch ${project.state}/x`;
  const stdin = JSON.stringify({ tool_name: "Bash", tool_input: { command }, cwd: project.top });
  for (const line of lines) {
    const { exit, stdout } = runProcess(line, { cwd: project.top, env: session }, { stdin });
    assert.equal(exit, 0);
    assert.match(stdout, /"permissionDecision":"deny"/);
    assert.ok(!isSprung(), line.join(" "));
    assert.ok(!existsSync(compiled), line.join(" "));
  }
});

test("an installed guard denies what would disconnect it, and leaves the rest of the settings free", async (t) => {
  const project = connectProject(t, SCRIPT);
  project.write(".claude/settings.json", SETTINGS);
  project.addProgram("claude", "2.1.325 (Claude Code)");
  await project.call(["install", "claude-code"]);
  const text = project.read(".claude/settings.json") ?? "";
  const { command, args } = JSON.parse(text).hooks.PreToolUse[0].hooks[0];
  const ask = (tool_name: string, tool_input: object): string => {
    const stdin = JSON.stringify({ tool_name, tool_input, cwd: project.top });
    const place = { cwd: project.top, env: { HOME: project.home, PATH: "/usr/bin:/bin" } };
    return runProcess([command, ...args], place, { stdin }).stdout;
  };
  const file_path = `${project.home}/.claude/settings.json`;
  assert.match(
    ask("Write", { file_path, content: "{}" }),
    /"deny".* entries of Credence in it would be gone/,
  );
  assert.equal(ask("Edit", { file_path, old_string: "opus", new_string: "sonnet" }), "");
  assert.match(ask("Bash", { command: `rm -rf ${dirname(SCRIPT)}` }), /the program|a directory that holds/);
  const local = { file_path: `${project.top}/.claude/settings.local.json` };
  assert.match(ask("Write", { ...local, content: '{"disableAllHooks":true}' }), /would turn its hooks off/);
  assert.equal(ask("Write", { ...local, content: '{"model":"opus"}' }), "");
});
