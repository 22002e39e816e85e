// What setup adds to Claude Code's settings only after a question of its own: its memory turned off, and a status line. Uninstall
// gives back the file as it was, byte for byte, also where the person edited it meanwhile.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Owner } from "../../temp-dir.ts";
import { KEY, type Walk, walk } from "./setup-walk.ts";

const BEFORE = '{ "model": "opus" }\n';

type Extras = Walk & { readonly file: string; readonly read: () => string };

/** With a Claude Code that has a memory of its own, and settings of the person. */
function extrasProject(owner: Owner, before: string | null): Extras {
  const project = walk(owner, ["claude"], "test");
  writeFileSync(join(project.base, "bin", "claude"), "#!/bin/sh\necho '2.1.325 (Claude Code)'\n");
  const file = join(project.home, ".claude/settings.json");
  if (before !== null) {
    mkdirSync(join(project.home, ".claude"), { recursive: true });
    writeFileSync(file, before);
  }
  return { ...project, file, read: () => readFileSync(file, "utf8") };
}

const DETAILS = ["", "", "d", "", "", "", "", "", "", "", "", ...KEY];

test("Enter turns Claude Code's own memory off, once, and uninstall gives the settings back byte for byte", async (t) => {
  for (const before of [BEFORE, null]) {
    const project = extrasProject(t, before);
    const { exit, stdout, stderr } = await project.setUp(["", "", "", ...KEY]);
    assert.equal(exit, 0, stderr);
    assert.equal(
      project.asked[1],
      "Claude Code keeps notes of its own, past every check. Turn that off, so that there is one\nmemory and not two? Its notes stay, and credence uninstall turns it on again. [Y/n] ",
    );
    assert.doesNotMatch(stdout, /own memory stays on/);
    const { autoMemoryEnabled, statusLine } = JSON.parse(project.read());
    assert.deepEqual([autoMemoryEnabled, statusLine], [false, undefined]);
    // A later install keeps what was chosen, and adds nothing to it.
    const installed = project.read();
    assert.equal((await project.setUp(null, ["install", "claude-code"])).exit, 0);
    assert.equal(project.read(), installed);
    assert.equal((await project.setUp(null, ["uninstall", "claude-code"])).exit, 0);
    assert.equal(existsSync(project.file) ? project.read() : null, before);
  }
});

test("in the details the status line is offered too, and both leave a file that was edited meanwhile", async (t) => {
  const project = extrasProject(t, BEFORE);
  const { exit, stderr } = await project.setUp(DETAILS);
  assert.equal(exit, 0, stderr);
  const { autoMemoryEnabled, statusLine } = JSON.parse(project.read());
  assert.equal(autoMemoryEnabled, false);
  assert.match(statusLine.command, /\/launch statusline --state /);
  writeFileSync(project.file, project.read().replace('"opus"', '"sonnet"'));
  assert.equal((await project.setUp(null, ["uninstall", "claude-code"])).exit, 0);
  assert.equal(project.read(), BEFORE.replace("opus", "sonnet"));
});

test("what the person chose is neither asked about nor taken away", async (t) => {
  const chosen = '{ "autoMemoryEnabled": false, "statusLine": { "type": "command", "command": "date" } }\n';
  const project = extrasProject(t, chosen);
  assert.equal((await project.setUp(["", "", ...KEY])).exit, 0);
  assert.equal((await project.setUp(null, ["uninstall", "claude-code"])).exit, 0);
  assert.equal(project.read(), chosen);
});

test("a no leaves that memory on, says so, and doctor says that there are two", async (t) => {
  const project = extrasProject(t, BEFORE);
  const { stdout } = await project.setUp(["", "n", "", ...KEY]);
  assert.match(stdout, / – Claude Code's own memory stays on beside this one: credence setup, then/);
  assert.equal(JSON.parse(project.read()).autoMemoryEnabled, undefined);
  const doctor = await project.setUp(null, ["doctor"]);
  assert.match(
    doctor.stdout,
    /auto-memory: Claude Code's own memory is on beside this one; "autoMemoryEnabled": false in .*\/\.claude\/settings\.json turns it off\n/,
  );
});

test("without a memory in every project, a client's own is not offered to be turned off", async (t) => {
  const project = extrasProject(t, BEFORE);
  // Capture, its own memory, details; connect, no roots, capture, days, the status line, and on.
  const answers = ["", "", "d", "", "n", "", "", "", "n", "", ...KEY];
  assert.equal((await project.setUp(answers)).exit, 0);
  assert.equal(JSON.parse(project.read()).autoMemoryEnabled, undefined);
});
