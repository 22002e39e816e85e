// S0 4.1: an id is a name and never a path. Whatever else is given in its place, to any command that takes one, is refused
// by its form, before any file is looked for.

import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";

const HOSTILE_IDS: readonly string[] = [
  "../../etc/passwd",
  "../../../../../../etc/passwd",
  "/etc/passwd",
  "..",
  ".",
  "",
  "project_../../outside",
  "project_x/../../../outside",
  "../memories/project_real",
  "memories/project_real",
  "./project_real",
  "project_real/",
  "project_real\0",
  "project_real\n",
  "project_real\nproject_other",
  "project_real.md.md",
  "project_real.MD",
  "PROJECT_REAL",
  " project_real",
  "project_real ",
  "project_reаl",
  "рroject_real",
  "project_re\u200Bal",
  "project\uFF3Freal",
  "project_re\u0301al",
  "~/project_real",
  "$HOME",
  "file:///etc/passwd",
  "C:\\Windows\\win.ini",
  "..\\..\\outside",
  "project_%2e%2e%2foutside",
  `project_${"a".repeat(90)}`,
  "a".repeat(3_000),
  "root.json",
  "__proto__",
  "constructor",
];

const COMMANDS: readonly (readonly string[])[] = [
  ["show", "ID"],
  ["update", "ID", "--description", "Changed"],
  ["retire", "ID"],
  ["unretire", "ID", "--as-test-person"],
  ["archive", "ID"],
  ["unarchive", "ID"],
  ["demote", "ID", "--reason", "doubt"],
  ["forget", "ID", "--reason", "gone", "--as-test-person"],
  ["move", "ID", "--scope", "user"],
  ["merge", "ID", "project_real"],
  ["merge", "project_real", "ID"],
];

test("S0 4.1: no command takes a path, or anything but an id, in place of an id", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save("project_real", { name: "What is real" });
  for (const place of [project.base, project.top, project.root]) {
    writeFileSync(join(place, "outside.md"), memoryText());
  }
  const before = readdirSync(project.base, { recursive: true }).sort();
  for (const command of COMMANDS) {
    for (const id of HOSTILE_IDS) {
      const { exit, stdout, stderr } = await project.call([
        ...command.slice(0, 1),
        ...command.slice(1).map((word) => (word === "ID" ? id : word)),
      ]);
      const told = `${command.join(" ")} ${JSON.stringify(id.slice(0, 60))}: ${stderr.slice(0, 200)}`;
      assert.equal(exit, 1, told);
      assert.equal(stdout, "", told);
      assert.match(stderr, /^error: NOT_FOUND: .* is not the id of a memory\nhint: .*\n$/, told);
    }
  }
  const known = (name: string): boolean => !name.includes("state/");
  const after = readdirSync(project.base, { recursive: true }).sort();
  assert.deepEqual(after.map(String).filter(known), before.map(String).filter(known));
});

test("S0 4.1: save takes no path as the id of a new memory", async (t) => {
  const project = await initProject(t);
  for (const id of HOSTILE_IDS) {
    const { exit, stderr } = await project.call([
      ...["save", "--type", "project", "--id", id, "--name", "Name", "--description", "d"],
      ...["--body", "x".repeat(40)],
    ]);
    assert.equal(exit, 1, id.slice(0, 60));
    assert.match(
      stderr,
      /^error: INVALID_MEMORY: (?:.* cannot be an id|the id is too long)\n/,
      id.slice(0, 60),
    );
  }
  assert.deepEqual(readdirSync(join(project.root, "memories")), []);
});

test("S0 4.1: an id is the same with and without its ending", async (t) => {
  const project = await initProject(t);
  await project.save("project_real");
  for (const id of ["project_real", "project_real.md"]) {
    assert.equal(JSON.parse((await project.done(["show", id, "--json"])).stdout).id, "project_real");
  }
});

test("S1.2: --root is never guessed by any command", async (t) => {
  const project = await initProject(t);
  await project.save("project_real");
  for (const root of ["/etc", "../../etc", project.top, join(project.base, "none/.claude/memory"), ""]) {
    for (const args of [
      ["list"],
      ["show", "project_real"],
      ["retire", "project_real"],
      ["doctor"],
      ["journal"],
    ]) {
      const { exit, stdout, stderr } = await project.call([...args, "--root", root]);
      assert.equal(exit, 1, `${args} --root ${root}`);
      assert.equal(stdout, "");
      assert.match(stderr, /^error: PATH_ERROR: .*\nhint: (?:give a path inside|credence init creates one)/);
    }
  }
});
