// What install and uninstall say that they did, and the exit code that says it to a script.

import assert from "node:assert/strict";
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
