// A repository can set variables for the commands that an agent runs in it, and so point Credence at a state of its own
// making. Every command refuses such a state and leaves no trace in it.

import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { giveTo, NOBODY, scratchProject } from "../fixture/scratch-project.ts";
import { plantOdd } from "./odd-file.ts";

const COMMANDS: readonly (readonly string[])[] = [
  ["init"],
  ["list"],
  ["show", "project_alpha"],
  ["save", "--type", "project", "--name", "Beta", "--description", "d", "--body", "x".repeat(40)],
  ["retire", "project_alpha"],
  ["config", "list"],
  ["config", "set", "owner.emails", "mallory@example.com"],
  ["journal"],
  ["doctor"],
  ["validate", ".claude/memory/root.json"],
  ["secret-check", ".claude/memory/root.json"],
  ["injection-check", ".claude/memory/root.json"],
];

test("a state that the repository offers is refused by every command, and nothing is made in it", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  mkdirSync(join(project.base, "open/state"), { recursive: true });
  mkdirSync(join(project.base, "theirs/state"), { recursive: true, mode: 0o700 });
  chownSync(join(project.base, "theirs/state"), NOBODY, NOBODY);
  mkdirSync(join(project.base, "file"));
  writeFileSync(join(project.base, "file/state"), "");
  symlinkSync(join(project.top, "offer"), join(project.base, "link"));
  mkdirSync(join(project.top, "offer"));
  const before = project.git("status", "--porcelain", "--untracked-files=all", "--ignored");
  for (const [home, why] of [
    [join(project.top, "offer"), "is inside a work tree"],
    ["offer", "is inside a work tree"],
    [join(project.top, ".claude"), "is inside a work tree"],
    [join(project.base, "link"), "is inside a work tree"],
    [join(project.base, "open"), "is open to other users"],
    [join(project.base, "theirs"), "belongs to another user"],
    [join(project.base, "file"), "is not a directory"],
  ] as const) {
    for (const args of COMMANDS) {
      for (const how of [{ env: { CREDENCE_HOME: home } }, { state: join(home, "state") }]) {
        const given = "state" in how ? [...args, "--state", how.state] : args;
        const { exit, stdout, stderr } = await project.call(given, "env" in how ? how : {});
        const told = `${given.join(" ")} with ${home}: ${stderr}`;
        assert.equal(exit, 1, told);
        assert.equal(stdout, "", told);
        assert.ok(stderr.startsWith("error: STATE_REFUSED: the state directory "), told);
        assert.ok(stderr.includes(`${why}\n`), told);
      }
    }
  }
  assert.equal(project.git("status", "--porcelain", "--untracked-files=all", "--ignored"), before);
  assert.deepEqual(readdirSync(join(project.base, "open/state")), []);
});

test("an account without a home directory is refused a state inside a work tree, and has one elsewhere", (t) => {
  const project = scratchProject(t, { state: "none" });
  giveTo(NOBODY, project.base);
  const refused = project.run(["init"], { uid: NOBODY, env: { CREDENCE_HOME: join(project.top, "x") } });
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: STATE_REFUSED: .* is inside a work tree\n/);
  assert.equal(project.run(["init"], { uid: NOBODY }).exit, 0);
});

test("keys, signers and records that are no plain files of ours end a command, and never hang it", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save("project_alpha");
  const elsewhere = { dir: join(project.base, "elsewhere"), content: "{}" };
  for (const name of ["config.json", "signers.json"]) {
    for (const kind of ["directory", "dangling symlink"] as const) {
      plantOdd(join(project.state, name), kind, elsewhere);
      const { exit } = await project.call(["list"]);
      assert.ok(exit === 0 || exit === 1, `${name}: ${kind}: ${exit}`);
    }
  }
});

test("a checkout that may not be written to is read, and every write is refused with READ_ONLY", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  giveTo(NOBODY, project.credenceHome);
  chmodSync(project.base, 0o755);
  const listed = project.run(["list"], { uid: NOBODY });
  assert.equal(listed.exit, 0, listed.stderr);
  assert.match(listed.stdout, /^inferred +project_alpha\n/);
  for (const args of [
    ["retire", "project_alpha"],
    ["demote", "project_alpha", "--reason", "doubt"],
  ]) {
    const { exit, stderr } = project.run(args, { uid: NOBODY });
    assert.equal(exit, 1, args.join(" "));
    assert.match(stderr, /^error: READ_ONLY: .*\nhint: make the directory writable, or use another scope\n/);
  }
});
