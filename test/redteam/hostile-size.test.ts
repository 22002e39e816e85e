// As many files in memories/ as a hostile clone may bring: list answers, in a time that is a small multiple of what reading them takes at all.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { initProject } from "../fixture/init-project.ts";
import { memoryText } from "../fixture/memory-text.ts";

const FILES = IS_DEEP ? 100_000 : 15_000;
/** Beside one read: parsing, hashing and a look for attestations. Measured at 7, and twice that on a busy machine. */
const RATIO_MAX = 40;

test(`${FILES} files are listed in a small multiple of the time it takes to read them`, async (t) => {
  const project = await initProject(t, { inGit: false });
  const directory = join(project.root, "memories");
  const text = memoryText();
  for (let index = 0; index < FILES; index += 1) {
    writeFileSync(join(directory, `project_${index}.md`), text);
  }
  const plainMs = timed(() => {
    for (const name of readdirSync(directory)) readFileSync(join(directory, name));
  });
  const begun = performance.now();
  const { stdout } = await project.done(["list"]);
  const listMs = performance.now() - begun;
  assert.equal(stdout.split("foreign").length - 1, FILES);
  assert.ok(listMs < plainMs * RATIO_MAX, `${listMs} ms against ${plainMs} ms`);
});

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
