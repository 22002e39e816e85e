// An agent runs its commands without a terminal, and can take its marker away in a script. What it cannot take away is that
// it is above the command. All of it with real processes.

import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listAncestors } from "../../../src/app/people/presence.ts";
import { type ConnectProject, connectProject } from "../../cli/connect/connect-project.ts";
import { CLI, runProcess } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";

const CALLS = ["uninstall claude-code", "install claude-code", "pause", "resume"];
/** Starts the words after it, and stays their parent. */
const IN_SHELL = '#!/bin/sh\n"$@"\nexit $?\n';
const IN_NODE = `const { spawnSync } = require("node:child_process");
const [program, ...args] = process.argv.slice(2);
const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
process.stderr.write(stderr);
process.exitCode = status;
`;

type Connected = ConnectProject & {
  /** The words that start a script with this call in it, which takes the marker away. */
  readonly script: (call: string) => string[];
};

async function connected(owner: Owner): Promise<Connected> {
  const program = join(freshDir(owner), "credence.cjs");
  writeFileSync(program, "");
  const project = connectProject(owner, program);
  project.write(".claude/settings.json", "{}");
  await project.call(["install", "claude-code"]);
  assert.match(project.read(".claude/settings.json") ?? "", /"PreToolUse"/);
  const script = (call: string): string[] => {
    const path = join(project.base, "x.sh");
    writeFileSync(path, `env -u CLAUDECODE '${process.execPath}' '${CLI}' ${call}\nexit $?\n`);
    return ["sh", path];
  };
  return { ...project, script };
}

for (const name of ["claude", "codex"]) {
  test(`a script of ${name} without its marker and without a terminal is refused, and nothing changes`, async (t) => {
    const project = await connected(t);
    const agent = join(project.base, name);
    writeFileSync(agent, IN_SHELL, { mode: 0o755 });
    for (const call of CALLS) {
      const words = [agent, ...project.script(call)];
      const before = readTree(project.base);
      const { exit, stderr } = runProcess(words, { cwd: project.top, env: project.env });
      assert.equal(exit, 1, call);
      assert.match(
        stderr,
        /^error: NEEDS_PERSON: only a person can (install hooks|uninstall hooks|pause memories|resume memories): /,
      );
      assert.ok(stderr.includes(`: an agent runs this command (${name})\n`), stderr);
      assert.deepEqual(readTree(project.base), before, call);
    }
  });
}

test("an agent is known as a program of its own, and as a script of Node, whatever options Node has", async (t) => {
  const project = await connected(t);
  const [linked, script] = [join(project.base, "opencode"), join(project.base, "gemini.js")];
  symlinkSync(process.execPath, linked);
  for (const path of [join(project.base, "start.cjs"), script]) writeFileSync(path, IN_NODE);
  for (const [agent, found] of [
    [[linked, join(project.base, "start.cjs")], "opencode"],
    [[process.execPath, script], "gemini"],
    [[process.execPath, "--no-warnings", script], "gemini"],
  ] as const) {
    const words = [...agent, ...project.script("pause")];
    const { exit, stderr } = runProcess(words, { cwd: project.top, env: project.env });
    assert.equal(exit, 1, found);
    assert.ok(stderr.includes(`: an agent runs this command (${found})\n`), stderr);
  }
});

test("an agent is found behind a dozen shells", async (t) => {
  const project = await connected(t);
  const [agent, step] = [join(project.base, "claude"), join(project.base, "step")];
  for (const path of [agent, step]) writeFileSync(path, IN_SHELL, { mode: 0o755 });
  const words = [agent, ...Array<string>(12).fill(step), ...project.script("pause")];
  const { exit, stderr } = runProcess(words, { cwd: project.top, env: project.env });
  assert.equal(exit, 1);
  assert.match(stderr, /an agent runs this command \(claude\)$/m);
});

test("the first process of a container is above a command like any other", () => {
  assert.notDeepEqual(listAncestors(1), []);
});

test("a script of the person needs no terminal", async (t) => {
  const project = await connected(t);
  const at = { cwd: project.top, env: project.env };
  const paused = runProcess(project.script("pause"), at);
  assert.equal(paused.exit, 0, paused.stderr);
  assert.equal(runProcess(project.script("resume"), at).exit, 0);
  const { exit, stderr } = runProcess(project.script("uninstall claude-code"), at);
  assert.equal(exit, 0, stderr);
  assert.equal(project.read(".claude/settings.json"), "{}");
});
