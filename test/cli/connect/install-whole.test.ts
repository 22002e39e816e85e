// Installing is done in all of a client's files or in none.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";
import { connectProject, DENIES, standIn } from "./connect-project.ts";

test("settings that cannot be written keep the server out of its file", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.addProgram("claude", "2.1.325 (Claude Code)");
  rmSync(join(project.home, ".claude"), { recursive: true, force: true });
  project.write(".claude", "not a directory\n");
  project.write(".claude.json", "{}\n");
  const before = readTree(project.home);
  const { exit, stdout } = await project.call(["install", "claude-code"]);
  assert.equal(exit, 1);
  assert.match(stdout, /^Claude Code 2\.1\.325: could not be connected$/m);
  assert.deepEqual(readTree(project.home), before);
});

test("a servers file that cannot be written takes the hooks out of the settings again, and leaves no directory behind", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.addProgram("claude", "2.1.325 (Claude Code)");
  const [elsewhere, claude] = [join(project.base, "elsewhere"), join(project.home, ".claude")];
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "servers.json"), "{}\n");
  symlinkSync(join(elsewhere, "servers.json"), join(project.home, ".claude.json"));
  rmSync(claude, { recursive: true, force: true });
  for (const [settings, isLeft] of [
    ["{ }\n", true],
    [null, true],
    [null, false],
  ] as const) {
    if (!isLeft) rmSync(claude, { recursive: true });
    else if (settings === null) rmSync(join(claude, "settings.json"));
    else project.write(".claude/settings.json", settings);
    armFaults({ under: elsewhere, at: 1, trouble: { kind: "fail", code: "EACCES", lasting: true } });
    const { exit, stdout } = await project.call(["install", "claude-code"]).finally(disarmFaults);
    assert.equal(exit, 1);
    assert.match(stdout, /^ {2}failed {2}.*servers\.json cannot be written$/m);
    assert.deepEqual([project.read(".claude/settings.json"), existsSync(claude)], [settings, isLeft]);
    assert.equal(readFileSync(join(elsewhere, "servers.json"), "utf8"), "{}\n");
  }
});

test("a file that is larger than any settings file is refused with its size", async (t) => {
  const project = connectProject(t, standIn(freshDir(t), DENIES));
  project.write(".claude/settings.json", "{}\n");
  project.write(".claude.json", "");
  truncateSync(join(project.home, ".claude.json"), 65 * 1024 * 1024);
  const { exit, stdout } = await project.call(["install", "claude-code"]);
  assert.equal(exit, 1);
  assert.match(stdout, /^ {2}failed {2}.*\.claude\.json has 65 MiB; up to 64 MiB can be changed$/m);
  assert.equal(project.read(".claude/settings.json"), "{}\n");
});
