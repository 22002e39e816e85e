// What does not leave a root, and where nothing is written.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { MARKER, NAME_MARKER, plantWithheld } from "../../redteam/withheld-samples.ts";

const FORMATS = ["markdown", "json", "claude-memory"];

test("without a person not one byte of a withheld text, or of a line that no signature covers, is exported", async (t) => {
  const project = await initProject(t);
  await plantWithheld(project);
  for (const format of FORMATS) {
    await project.done(["export", "--format", format, "--out", join(project.base, format)]);
    for (const marker of [MARKER, MARKER.toLowerCase(), NAME_MARKER]) {
      assert.deepEqual(
        findText(join(project.base), marker).filter((name) => name.startsWith(format)),
        [],
      );
    }
  }
});

test("a secret that got into a root is not carried on, not even by a person", async (t) => {
  const project = await initProject(t);
  await project.save("project_a");
  const text = readFileSync(join(project.root, "memories/project_a.md"), "utf8");
  const tainted = text.replace("know about", `know about ${SAMPLE_SECRET}`);
  writeFileSync(join(project.root, "memories/project_a.md"), tainted);
  const { stdout, stderr } = await project.done(["export", "--format", "json", "--all", "--as-test-person"]);
  assert.deepEqual(
    [JSON.parse(stdout), stderr],
    [[], "left out project_a: SECRET_DETECTED: it holds a secret\n"],
  );
});

test("nothing is overwritten, and nothing is written into a root or into Credence's own state", async (t) => {
  const project = await initProject(t);
  await project.save("project_a");
  mkdirSync(join(project.top, "full"));
  writeFileSync(join(project.top, "full/x"), "mine");
  symlinkSync(project.root, join(project.top, "link"));
  const before = readTree(project.base);
  for (const [out, code] of [
    ["full", "EXISTS"],
    ["full/x", "EXISTS"],
    [".claude/memory/memories", "PATH_ERROR"],
    [".claude/memory/new", "PATH_ERROR"],
    ["link/new", "PATH_ERROR"],
    [join(project.state, "new"), "PATH_ERROR"],
    [join(project.credenceHome, "cache/new"), "PATH_ERROR"],
  ] as const) {
    for (const format of FORMATS) {
      const { exit, stderr } = await project.call(["export", "--format", format, "--out", out]);
      assert.equal(exit, 1, `${format} ${out}`);
      assert.ok(stderr.startsWith(`error: ${code}: `), stderr);
    }
  }
  assert.deepEqual(readTree(project.base), before);
  for (const args of [["export"], ["export", "--format", "tea"], ["export", "--format", "markdown"]]) {
    assert.equal((await project.call(args)).exit, 64);
  }
});
