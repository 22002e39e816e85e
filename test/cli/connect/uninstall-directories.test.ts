// Directories that install makes for a settings file: uninstall takes away those that are empty, and no other.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";
import { type ConnectProject, connectProject, DENIES, standIn } from "./connect-project.ts";

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

test("an install that fails leaves no directory behind", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.addProgram("claude", "2.1.325 (Claude Code)");
  rmSync(join(project.home, ".claude"), { recursive: true, force: true });
  const elsewhere = join(project.base, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "servers.json"), "{}\n");
  symlinkSync(join(elsewhere, "servers.json"), join(project.home, ".claude.json"));
  armFaults({ under: elsewhere, at: 1, trouble: { kind: "fail", code: "EACCES", lasting: true } });
  const { exit } = await project.call(["install", "claude-code"]).finally(disarmFaults);
  assert.equal(exit, 1);
  assert.ok(!existsSync(join(project.home, ".claude")));
});
