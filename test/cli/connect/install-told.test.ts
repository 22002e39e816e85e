// What install and uninstall say that they did, and the exit code that says it to a script.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { freshDir } from "../../temp-dir.ts";
import { connectProject, DENIES, standIn } from "./connect-project.ts";

test("install and uninstall name the servers file and the copy of what was in it", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".claude/settings.json", "{}\n");
  project.write(".claude.json", "{ }\n");
  const path = `${project.home}/.claude.json`;
  const copies = `${project.state}/backups/install/20260501T120000Z`;
  const first = await project.call(["install", "claude-code"]);
  assert.ok(
    first.stdout.includes(
      `  before  ${copies}-claude-code.json\n  server  ${path}\n  before  ${copies}-claude-code-servers.json\n`,
    ),
    first.stdout,
  );
  // Where nothing changes there is no copy.
  const second = await project.call(["install", "claude-code"]);
  assert.ok(second.stdout.includes(`  server  ${path}\n  note `), second.stdout);
  const [report] = JSON.parse((await project.call(["uninstall", "claude-code", "--json"])).stdout);
  assert.deepEqual(report.server, { path, backup: `${copies}-2-claude-code-servers.json`, lines: [] });
  assert.equal(project.read(".claude.json"), "{ }\n");
});

test("a client that is named and not there fails install, and neither uninstall nor one for all", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  for (const [args, exit] of [
    [["install", "codex"], 1],
    [["install", "codex", "--dry-run"], 1],
    [["uninstall", "codex"], 0],
    [["install"], 0],
  ] as const) {
    const told = await project.call(args);
    assert.match(told.stdout, /^Codex: is not on this machine$/m);
    assert.equal(told.exit, exit, args.join(" "));
  }
  assert.equal(project.read(".codex/hooks.json"), null);
});

test("entries of version 0.1 are named by doctor and renewed by install, which says what that costs in Codex", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".codex/config.toml", "");
  await project.call(["install", "codex"]);
  const renewed = project.read(".codex/hooks.json") ?? "";
  const old = renewed.replaceAll(
    `/usr/bin/env -u SHELLOPTS ${project.state}/launch`,
    `/usr/bin/env -u NODE_OPTIONS -u NODE_PATH ${process.execPath} --disable-warning=ExperimentalWarning ${project.base}`,
  );
  assert.notEqual(old, renewed);
  project.write(".codex/hooks.json", old);
  const lack = "Codex starts our hooks as version 0.1 did, with every variable of a session";
  assert.ok((await project.call(["doctor"])).stdout.includes(`${lack}; credence install codex repairs it`));
  const asksAgain =
    /^ {2}note {4}the line of every hook changed with this version, so Codex asks you to trust/m;
  const again = await project.call(["install", "codex"]);
  assert.match(again.stdout, asksAgain);
  assert.equal(project.read(".codex/hooks.json"), renewed);
  assert.ok(!(await project.call(["doctor"])).stdout.includes(lack));
  assert.doesNotMatch((await project.call(["install", "codex"])).stdout, asksAgain);
  project.write(".codex/hooks.json", old);
  assert.equal((await project.call(["uninstall", "codex"])).exit, 0);
  assert.equal(project.read(".codex/hooks.json"), null);
});

test("another program changes the launcher and not the line, so no client has to trust again", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".codex/config.toml", "");
  await project.call(["install", "codex"]);
  const line = project.read(".codex/hooks.json");
  const script = standIn(freshDir(t), DENIES);
  const moved = await project.call(["install", "codex"], { program: { node: process.execPath, script } });
  assert.match(moved.stdout, /^Codex: connected$/m);
  assert.doesNotMatch(moved.stdout, /asks you to trust/);
  assert.equal(project.read(".codex/hooks.json"), line);
  assert.ok(readFileSync(`${project.state}/launch`, "utf8").includes(`\nprogram=${script}\n`));
  assert.equal(statSync(`${project.state}/launch`).mode & 0o777, 0o700);
});
