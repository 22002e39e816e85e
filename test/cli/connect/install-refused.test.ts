import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";
import { connectProject, DENIES, standIn } from "./connect-project.ts";

test("an agent neither connects nor disconnects itself, nor pauses what is recorded", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), ""));
  project.write(".claude/settings.json", "{}");
  const before = readTree(project.base);
  for (const args of [
    ["install"],
    ["install", "codex"],
    ["uninstall", "claude-code"],
    ["pause"],
    ["resume"],
  ]) {
    for (const marker of ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI"]) {
      const { exit, stderr } = await project.call(args, { env: { [marker]: "1" } });
      assert.equal(exit, 1, args.join(" "));
      assert.match(stderr, /^error: NEEDS_PERSON: only a person can /);
    }
  }
  assert.deepEqual(readTree(project.base), before);
});

test("a hook that does not answer as it should is said, with the entries in place", async (t) => {
  for (const [prints, why] of [
    ["process.exit(3)", "the hook ended with 3"],
    ['process.stdout.write("oh")', "the hook answered with something that is not JSON"],
    ["", "the hook did not deny a write into machine state"],
    ['process.stdout.write("{}")', "the hook did not deny a write into machine state"],
  ] as const) {
    const project = connectProject(t, standIn(freshDir(t), prints));
    project.write(".claude/settings.json", "{}");
    const { exit, stdout } = await project.call(["install", "claude-code"]);
    assert.equal(exit, 1);
    assert.match(
      stdout,
      /^Claude Code: the entries are in place, but its hook does not answer as it should$/m,
    );
    assert.ok(stdout.includes(`  failed  ${why}\n`), stdout);
  }
});

test("a program that npx put into a cache takes the entries out that another one wrote", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), ""));
  project.write(".claude/settings.json", "{}");
  await project.call(["install", "claude-code"]);
  assert.match(project.read(".claude/settings.json") ?? "", /"PreToolUse"/);
  const script = standIn(join(freshDir(t), "_npx/1/dist"), "");
  const { exit, stderr } = await project.call(["uninstall", "claude-code"], {
    program: { node: process.execPath, script },
  });
  assert.equal(exit, 0, stderr);
  assert.equal(project.read(".claude/settings.json"), "{}");
});

test("a client that nobody knows is a wrong call, and where there is no memory root yet, install says how to make one", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".claude/settings.json", "{}");
  const clients = "claude-code|codex|copilot|cursor|gemini|opencode|qwen";
  const surplus = `error: USAGE: unexpected argument: gemini\nhint: credence uninstall ${clients}\n`;
  const none = /\nthere is no memory root here yet: credence init creates one\n$/;
  await playRows(project.call, [
    ["install emacs", 64, /takes one of claude-code, codex, copilot, cursor, gemini, opencode/],
    ["uninstall codex gemini", 64, surplus],
    ["install claude-code", 0, none, { cwd: project.home }],
  ]);
});
