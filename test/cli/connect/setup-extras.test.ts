// What setup changes in a client's settings only after a question of its own: its memory turned off, and a status line. Uninstall
// gives back the file as it was, byte for byte, also where the person edited it meanwhile.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readRows } from "../../fixture/rows.ts";
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

test("a memory that the person turned on is asked about too, and a yes of theirs later is not taken back", async (t) => {
  const project = extrasProject(t, '{ "autoMemoryEnabled": true }\n');
  assert.equal((await project.setUp(["", "", "", ...KEY])).exit, 0);
  assert.equal(JSON.parse(project.read()).autoMemoryEnabled, false);
  writeFileSync(
    project.file,
    project.read().replace('"autoMemoryEnabled": false', '"autoMemoryEnabled": true'),
  );
  assert.equal((await project.setUp(null, ["install", "claude-code"])).exit, 0);
  assert.equal(JSON.parse(project.read()).autoMemoryEnabled, true);
  assert.equal((await project.setUp(null, ["uninstall", "claude-code"])).exit, 0);
  assert.equal(project.read(), '{ "autoMemoryEnabled": true }\n');
});

type OtherClient = {
  readonly client: string;
  readonly label: string;
  readonly file: string;
  readonly on: string;
  readonly off: string;
};

const OTHERS = readRows<OtherClient>(import.meta.dirname, "own-memories.ndjson");

/** Versions of their own are read from a package, because some write files when they are asked. */
function othersProject(owner: Owner, { client, file, on }: OtherClient): Extras {
  const project = walk(owner, [], "test");
  const bin = join(project.base, "bin");
  writeFileSync(join(bin, "package.json"), JSON.stringify({ version: "1.200.0", bin: `./${client}` }));
  writeFileSync(join(bin, client), "#!/bin/sh\necho 1.200.0\n");
  chmodSync(join(bin, client), 0o755);
  const path = join(project.home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, on);
  return { ...project, file: path, read: () => readFileSync(path, "utf8") };
}

for (const other of OTHERS)
  test(`${other.label}'s own memory goes off by Enter and comes back, in a file that was edited meanwhile: ${other.on.length} bytes`, async (t) => {
    const project = othersProject(t, other);
    const { exit, stderr } = await project.setUp(["", "", "", ...KEY]);
    assert.equal(exit, 0, stderr);
    assert.match(project.asked[1] ?? "", new RegExp(`^${other.label} keeps notes of its own, past every `));
    assert.equal(project.read().includes(other.off), true, project.read());
    assert.doesNotMatch((await project.setUp(null, ["doctor"])).stdout, /auto-memory/);
    writeFileSync(project.file, `${project.read()}\n`);
    assert.equal((await project.setUp(null, ["uninstall", other.client])).exit, 0);
    assert.equal(project.read(), `${other.on}\n`);
  });

test("turned off for an agent that was connected already, it comes back all the same", async (t) => {
  for (const other of OTHERS) {
    const project = othersProject(t, other);
    assert.equal((await project.setUp(null, ["install", other.client])).exit, 0);
    // Capture and details, which ask for roots, capture, days, a key and its memory; and on.
    assert.equal((await project.setUp(["", "d", "", "", "", "", "", "", ...KEY])).exit, 0, other.label);
    assert.equal(project.read().includes(other.off), true, project.read());
    assert.equal((await project.setUp(null, ["uninstall", other.client])).exit, 0);
    assert.equal(project.read(), other.on);
  }
});

test("off as it is by itself, no other memory is asked about; on, a no leaves it and doctor says so", async (t) => {
  for (const other of OTHERS) {
    const isOn = ["copilot", "qwen"].includes(other.client);
    const off = othersProject(t, { ...other, on: isOn ? `{\n${other.off}\n}\n` : "" });
    assert.equal((await off.setUp(["", "n"])).exit, 0, other.label);
  }
  for (const other of OTHERS.slice(-2)) {
    const on = othersProject(t, other);
    const { stdout } = await on.setUp(["", "n", "", ...KEY]);
    const [memory, doctor] = [`${other.label}'s own memory`, await on.setUp(null, ["doctor"])];
    assert.ok(stdout.includes(`– ${memory} stays on beside this one: credence setup`), stdout);
    assert.ok(doctor.stdout.includes(`auto-memory: ${memory} is on beside this one; `), doctor.stdout);
  }
});

test("two that keep notes are one question, and each is turned off", async (t) => {
  const project = extrasProject(t, BEFORE);
  const bin = join(project.base, "bin");
  writeFileSync(join(bin, "codex"), "#!/bin/sh\necho 'codex-cli 0.166.0'\n");
  chmodSync(join(bin, "codex"), 0o755);
  mkdirSync(join(project.home, ".codex"));
  const config = join(project.home, ".codex/config.toml");
  writeFileSync(config, "features.memories = true\n");
  assert.equal((await project.setUp(["", "", "", ...KEY])).exit, 0);
  assert.match(
    project.asked[1] ?? "",
    /^Claude Code and Codex keep notes of their own, past every check\. .*\n.*\? Their notes stay, /,
  );
  assert.equal(JSON.parse(project.read()).autoMemoryEnabled, false);
  assert.match(readFileSync(config, "utf8"), /^features\.memories = false\n/);
});
