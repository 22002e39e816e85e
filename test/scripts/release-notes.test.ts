// What a release takes from the changelog, and when it is refused. The script itself publishes nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nameRelease, readNotes, sayUnreleasable } from "../../scripts/verify/release-notes.ts";

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const log = (...parts: string[]): string => `# Changelog\n\n${parts.join("\n")}`;

test("what is unreleased under the version's name becomes the part of that version, and is its notes", () => {
  const named = nameRelease("9.9.9", log("## Unreleased (9.9.9)\n\n- New.\n", "## 9.9.8\n\n- Old.\n"));
  assert.equal(named, log("## 9.9.9\n\n- New.\n", "## 9.9.8\n\n- Old.\n"));
  assert.equal(
    readNotes("9.9.9", named),
    "# Credence 9.9.9\n\n- New.\n\nHow to upgrade, and how to go back: docs/upgrade.md\n",
  );
  assert.equal(nameRelease("9.9.9", log("## Unreleased (9.9.8)\n")), log("## Unreleased (9.9.8)\n"));
  assert.equal(readNotes("9.9.7", named), null);
});

test("a release without notes, with changes of another one, or named twice is refused", () => {
  const own = `## ${version}\n\n- New.\n`;
  assert.deepEqual(sayUnreleasable(version, log(own)), []);
  assert.deepEqual(sayUnreleasable(version, log("## Unreleased\n", own)), []);
  assert.deepEqual(sayUnreleasable(version, log(`## ${version}\n`)), [
    `CHANGELOG.md says nothing about ${version}`,
  ]);
  assert.deepEqual(sayUnreleasable(version, log("## Unreleased (99.0.0)\n\n- Later.\n", own)), [
    `CHANGELOG.md has changes under "Unreleased (99.0.0)", and this is ${version}`,
  ]);
  assert.deepEqual(sayUnreleasable(version, log(own, own)), [`CHANGELOG.md has 2 parts ${version}`]);
  assert.ok(
    sayUnreleasable("99.0.0", log("## 99.0.0\n\n- New.\n")).includes("package.json does not say 99.0.0"),
  );
});

test("the changelog of today could be released", () => {
  const named = nameRelease(version, readFileSync("CHANGELOG.md", "utf8"));
  assert.deepEqual(sayUnreleasable(version, named), []);
  assert.match(readNotes(version, named) ?? "", /Setup or install of another copy/);
});
