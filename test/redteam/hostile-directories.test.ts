// A link, or anything else, in place of one of the root's own directories: a write or a removal through it would land
// outside of the root. It is refused, and outside nothing changes.

import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { SAVE } from "./save-words.ts";

function snapshot(directory: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    files[path.slice(directory.length)] = entry.isFile() ? readFileSync(path, "utf8") : "";
  }
  return files;
}

/** Moves a directory of the root out of it and leaves a link in its place. */
function leadOut(project: InitProject, name: string): string {
  const outside = join(project.base, "outside");
  rmSync(outside, { recursive: true, force: true });
  renameSync(join(project.root, name), outside);
  symlinkSync(outside, join(project.root, name));
  return outside;
}

function leadBack(project: InitProject, name: string): void {
  rmSync(join(project.root, name));
  cpSync(join(project.base, "outside"), join(project.root, name), { recursive: true });
}

const WRITES: readonly (readonly string[])[] = [
  SAVE,
  ["update", "project_alpha", "--description", "Changed"],
  ["retire", "project_alpha"],
  ["demote", "project_alpha", "--reason", "doubt"],
  ["merge", "project_alpha", "project_beta"],
  ["forget", "project_alpha", "--reason", "gone", "--as-test-person"],
];

test("with a link in place of memories, quarantine or attest nothing is written behind it", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_alpha", "project_beta"]) await project.save(id);
  for (const name of ["memories", "quarantine", "attest", "attest/project_alpha"]) {
    const outside = leadOut(project, name);
    const before = snapshot(outside);
    for (const args of name.includes("/") ? WRITES.slice(1) : WRITES) {
      const { exit, stderr } = await project.call(args);
      const told = `${name}: ${args.join(" ")}: ${stderr}`;
      // Without its attestations a memory is foreign, and some commands refuse it for that before they write.
      assert.equal(exit, 1, told);
      assert.match(stderr, /^error: (?:PATH_ERROR|NEEDS_PERSON): /, told);
      assert.deepEqual(snapshot(outside), before, told);
    }
    leadBack(project, name);
    assert.equal((await project.call(["doctor"])).exit, 0, name);
  }
});

test("forget removes no file behind a linked archive, and archive writes none there", async (t) => {
  const project = await initProject(t);
  const quarantined = "2026-05-01T12:00:00Z";
  for (const link of ["archive", "archive/2026-05"]) {
    const id = link === "archive" ? "project_alpha" : "project_gamma";
    await project.save(id, { name: id });
    await project.done(["demote", id, "--reason", "doubt", "--now", quarantined]);
    const outside = join(project.base, `outside-${id}`);
    mkdirSync(join(outside, "2026-05"), { recursive: true });
    for (const path of [`${id}.md`, `2026-05/${id}.md`]) writeFileSync(join(outside, path), "theirs");
    mkdirSync(join(project.root, link, ".."), { recursive: true });
    symlinkSync(outside, join(project.root, link));
    const before = snapshot(outside);
    for (const verb of [
      ["archive", id],
      ["forget", id, "--reason", "gone"],
    ]) {
      const { exit, stderr } = await project.call([...verb, "--as-test-person"]);
      assert.equal(exit, 1, stderr);
      assert.match(stderr, /^error: PATH_ERROR: /);
      assert.deepEqual(snapshot(outside), before);
    }
    rmSync(join(project.root, link));
  }
});

test("a directory in place of the file that archive would write is left as it is", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  await project.done(["demote", "project_alpha", "--reason", "doubt"]);
  mkdirSync(join(project.root, "archive/2026-05/project_alpha.md/inside"), { recursive: true });
  await project.done(["archive", "project_alpha", "--as-test-person"]);
  assert.deepEqual(readdirSync(join(project.root, "archive/2026-05/project_alpha.md")), ["inside"]);
  assert.deepEqual(readdirSync(join(project.root, "quarantine")), []);
  assert.equal((await project.call(["doctor"])).exit, 0);
  await project.save("project_unrelated");
});
