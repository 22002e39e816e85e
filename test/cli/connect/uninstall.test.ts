// What uninstall leaves: everything that was there before install, and nothing of ours without saying so.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freshDir, type Owner } from "../../temp-dir.ts";
import { type ConnectProject, connectProject, DENIES, smallNode, standIn } from "./connect-project.ts";

const RULE = "Edit(//**/.claude/memory/**)";

function projectWith(owner: Owner, files: Readonly<Record<string, string>>): ConnectProject {
  const project = connectProject(owner, standIn(freshDir(owner), DENIES));
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  return project;
}

async function install(project: ConnectProject, ...args: string[]): Promise<void> {
  const { exit, stdout } = await project.call(["install", ...args]);
  assert.equal(exit, 0, stdout);
}

function denied(project: ConnectProject): string[] {
  return JSON.parse(project.read(".claude/settings.json") ?? "").permissions.deny;
}

test("a servers file that is no JSON any more is said, and the hooks leave the settings all the same", async (t) => {
  const project = projectWith(t, { ".claude/settings.json": "{}\n", ".claude.json": '{\n  "a": 1\n}\n' });
  await install(project, "claude-code");
  const broken = project.read(".claude.json")?.replace(/\n\}\n$/, ",\n}\n") ?? "";
  project.write(".claude.json", broken);
  const { exit, stdout } = await project.call(["uninstall", "claude-code"]);
  assert.equal(exit, 1);
  assert.match(stdout, /^Claude Code: is disconnected in part$/m);
  assert.match(stdout, /^ {2}done {4}.*\/\.claude\/settings\.json$/m);
  assert.match(
    stdout,
    /^ {2}failed {2}.*\/\.claude\.json: it is not the JSON that the client writes, so nothing was changed$/m,
  );
  assert.equal(project.read(".claude/settings.json"), "{}\n");
  assert.equal(project.read(".claude.json"), broken);
});

test("settings that are no JSON any more do not keep the server in its file", async (t) => {
  const project = projectWith(t, { ".claude/settings.json": "{}\n", ".claude.json": '{\n  "a": 1\n}\n' });
  await install(project, "claude-code");
  project.write(".claude/settings.json", "{,}");
  const { exit, stdout } = await project.call(["uninstall", "claude-code", "--json"]);
  assert.equal(exit, 1);
  const [report] = JSON.parse(stdout);
  assert.deepEqual([report.outcome, report.done], ["failed", [join(project.home, ".claude.json")]]);
  assert.match(report.why, /settings\.json: it is not valid JSON, so nothing was changed$/);
  assert.equal(project.read(".claude.json"), '{\n  "a": 1\n}\n');
});

test("a client that left the machine leaves nothing of ours behind", async (t) => {
  const servers = '{\n  "a": 1\n}\n';
  const project = projectWith(t, { ".claude/settings.json": "{}\n", ".claude.json": servers });
  await install(project, "claude-code");
  rmSync(join(project.home, ".claude"), { recursive: true });
  assert.match((await project.call(["uninstall", "claude-code"])).stdout, /^Claude Code: disconnected$/m);
  assert.equal(project.read(".claude.json"), servers);
  const { exit, stdout } = await project.call(["uninstall", "claude-code"]);
  assert.equal(exit, 0);
  assert.match(stdout, /^Claude Code: is not on this machine$/m);
});

test("what is in a project goes where its client has left the machine", async (t) => {
  const project = projectWith(t, { ".codex/config.toml": "" });
  await install(project, "codex", "--scope", "project");
  rmSync(join(project.home, ".codex"), { recursive: true });
  const file = join(project.top, ".codex/hooks.json");
  assert.match(readFileSync(file, "utf8"), /hook codex Stop/);
  const { stdout } = await project.call(["uninstall", "codex", "--scope", "project"]);
  assert.match(stdout, /^Codex: disconnected$/m);
  assert.throws(() => readFileSync(file), { code: "ENOENT" });
});

test("rules that the person had stay, as often as they had them, also where the file changed since", async (t) => {
  for (const rules of [[RULE], [RULE, "Bash(rm *)", RULE]]) {
    const before = `${JSON.stringify({ permissions: { deny: rules } })}\n`;
    const project = projectWith(t, { ".claude/settings.json": before });
    await install(project, "claude-code");
    assert.deepEqual(denied(project).slice(0, rules.length), rules);
    assert.equal(denied(project).filter((rule) => rule === RULE).length, rules.length === 1 ? 1 : 2);
    await project.call(["uninstall", "claude-code"]);
    assert.equal(project.read(".claude/settings.json"), before);

    await install(project, "claude-code");
    const settings = JSON.parse(project.read(".claude/settings.json") ?? "");
    project.write(".claude/settings.json", JSON.stringify({ ...settings, model: "opus" }, null, 2));
    // Another place for the entries: what was the person's is still known after it.
    await project.call(["install", "claude-code"], {
      program: { node: "/usr/bin/env", script: standIn(freshDir(t), DENIES) },
    });
    await project.call(["uninstall", "claude-code"]);
    assert.deepEqual(denied(project), rules);
  }
});

test("a rule that nobody installed is not taken out", async (t) => {
  const before = `{ "permissions": { "deny": ["${RULE}"] } }\n`;
  const project = projectWith(t, { ".claude/settings.json": before });
  assert.match((await project.call(["uninstall", "claude-code"])).stdout, /: was not connected$/m);
  assert.equal(project.read(".claude/settings.json"), before);
});

test("without a word on what was there, rules beside our hooks count as ours", async (t) => {
  const project = projectWith(t, { ".claude/settings.json": "{}\n" });
  await install(project, "claude-code");
  rmSync(join(project.state, "installed"), { recursive: true });
  await project.call(["uninstall", "claude-code"]);
  assert.equal(project.read(".claude/settings.json"), "{}\n");
});

test("a file that was not there is gone, and one that was there stays", async (t) => {
  const fresh = '{\n  "version": 1\n}\n';
  const project = projectWith(t, { ".claude/settings.json": "{}\n", ".cursor/hooks.json": fresh });
  await project.call(["install"]);
  assert.match(project.read(".claude.json") ?? "", /"credence"/);
  await project.call(["uninstall"]);
  assert.equal(project.read(".claude.json"), null);
  assert.equal(project.read(".cursor/hooks.json"), fresh);
  // Neither does it go where the client wrote it anew, or where nothing of ours was in it.
  await project.call(["install", "cursor"]);
  const { version, hooks } = JSON.parse(project.read(".cursor/hooks.json") ?? "");
  const anew = { version, hooks: Object.fromEntries(Object.entries(hooks).reverse()) };
  project.write(".cursor/hooks.json", `${JSON.stringify(anew, null, 2)}\n`);
  await project.call(["uninstall", "cursor"]);
  assert.equal(project.read(".cursor/hooks.json"), fresh);
  await project.call(["uninstall", "cursor"]);
  assert.equal(project.read(".cursor/hooks.json"), fresh);
});

test("a servers file that its client has grown is changed like any other", async (t) => {
  const servers = `${JSON.stringify({ history: "x".repeat(6_000_000), numStartups: 7 }, null, 2)}\n`;
  const project = projectWith(t, { ".claude/settings.json": "{}\n", ".claude.json": servers });
  await install(project, "claude-code");
  assert.match(project.read(".claude.json")?.slice(-900) ?? "", /"credence"/);
  assert.equal((await project.call(["uninstall", "claude-code"])).exit, 0);
  assert.equal(project.read(".claude.json"), servers);
});

// Directories that install makes for a settings file: uninstall takes away those that are empty, and no other.

const PLUGINS = ".config/opencode/plugins";

function projectWithOpencode(owner: Owner): ConnectProject {
  const project = connectProject(owner, standIn(freshDir(owner), DENIES));
  project.write(".config/opencode/opencode.json", "{}\n");
  return project;
}

async function play(project: ConnectProject, ...commands: string[]): Promise<void> {
  for (const command of commands) {
    // Whether a stand-in's hook answers as its client wants is of no matter for its file.
    const { stdout } = await project.call(command.split(" "));
    assert.match(stdout, /: (connected|disconnected|the entries are in place, .*)$/m);
  }
}

test("directories that install made go with the file, and those that were there stay", async (t) => {
  const project = projectWithOpencode(t);
  project.write(".codex/config.toml", "");
  await play(project, "install opencode", "install codex --scope project");
  assert.ok(existsSync(join(project.home, PLUGINS)));
  assert.ok(existsSync(join(project.top, ".codex/hooks.json")));
  // Another place for the entries: what was made is still known after it.
  await project.call(["install", "opencode"], {
    program: { node: "/usr/bin/env", script: standIn(freshDir(t), DENIES) },
  });
  await play(project, "uninstall opencode", "uninstall codex --scope project");
  assert.ok(!existsSync(join(project.home, PLUGINS)));
  assert.ok(!existsSync(join(project.top, ".codex")));
  assert.equal(project.read(".config/opencode/opencode.json"), "{}\n");
});

test("an empty directory that was there before stays", async (t) => {
  const project = projectWithOpencode(t);
  mkdirSync(join(project.home, PLUGINS));
  await play(project, "install opencode", "uninstall opencode");
  assert.ok(existsSync(join(project.home, PLUGINS)));
});

test("a directory that somebody else uses by now stays, and is nothing of ours any more", async (t) => {
  const project = projectWithOpencode(t);
  await play(project, "install opencode");
  project.write(`${PLUGINS}/mine.js`, "export {};\n");
  await play(project, "uninstall opencode");
  assert.equal(project.read(`${PLUGINS}/mine.js`), "export {};\n");
  rmSync(join(project.home, PLUGINS, "mine.js"));
  await play(project, "install opencode", "uninstall opencode");
  assert.ok(existsSync(join(project.home, PLUGINS)));
});

test("a directory that was made anew since is not the one that install made", async (t) => {
  const project = projectWithOpencode(t);
  await play(project, "install opencode");
  rmSync(join(project.home, PLUGINS), { recursive: true });
  mkdirSync(join(project.home, PLUGINS));
  await play(project, "install opencode", "uninstall opencode");
  assert.ok(existsSync(join(project.home, PLUGINS)));
});

test("machine state goes whole, and a second purge has nothing to do", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  writeFileSync(join(project.state, "letters.txt"), "not ours\n");
  const first = await project.call(["uninstall", "--purge"], { answers: ["purge"] });
  assert.equal(first.exit, 0, first.stderr);
  assert.match(first.stdout, /^goes {6}.*: whom you trust, settings/m);
  assert.equal(existsSync(project.state), false);
  for (const more of [[], ["--dry-run"]]) {
    const { exit, stdout, stderr } = await project.call(["uninstall", "--purge", ...more], { answers: [] });
    assert.deepEqual([exit, stdout, stderr], [0, "nothing of Credence is left on this machine\n", ""]);
  }
  assert.doesNotMatch((await project.call(["uninstall"])).stdout, /whom you trust/);
});

test("the last client that leaves takes the program and its launcher along, whichever it is", async (t) => {
  const directory = freshDir(t);
  const script = standIn(join(directory, "dist"), DENIES);
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "credence", version: "0.9.0" }));
  const project = connectProject(t, script, smallNode(join(directory, "bin")));
  for (const path of [".claude/settings.json", ".codex/hooks.json"]) project.write(path, "{}\n");
  await install(project);
  const program = join(project.credenceHome, "program");
  const stays = await project.call(["uninstall", "codex"]);
  assert.match(stays.stdout, /^stays {5}our entries in .*\/\.claude\/settings\.json$/m);
  assert.match(stays.stdout, /^stays {5}.*\/program: the program$/m);
  assert.ok(existsSync(join(program, "0.9.0/dist/credence.cjs")));
  const dry = await project.call(["uninstall", "claude-code", "--dry-run"]);
  assert.match(dry.stdout, /^would remove .*\/program\/0\.9\.0$/m);
  const last = await project.call(["uninstall", "claude-code"]);
  assert.match(last.stdout, /^removed the program from .*\/program$/m);
  assert.deepEqual([existsSync(program), existsSync(join(project.state, "launch"))], [false, false]);
  assert.deepEqual(
    [project.read(".claude/settings.json"), project.read(".codex/hooks.json")],
    ["{}\n", "{}\n"],
  );
});

test("a second purge does not say that nothing is left where memories stay", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  assert.equal((await project.call(["init", "--scope", "user"])).exit, 0);
  const saved = await project.call(["save", "--scope", "user", "Tea is at four, on every day of the week."]);
  assert.equal(saved.exit, 0, saved.stderr);
  const first = await project.call(["uninstall", "--purge"], { answers: ["purge"] });
  assert.equal(first.exit, 0, first.stderr);
  const { stdout } = await project.call(["uninstall", "--purge"], { answers: [] });
  const stays = `stays     ${project.userRoot}: 1 memory; --memories removes it too`;
  assert.equal(stdout, `${stays}\nnothing else of Credence is left on this machine\n`);
});
