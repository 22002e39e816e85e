// Files that another process makes and removes while we look: what is gone counts for nothing, and nobody stumbles over it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { measureDirectory } from "../../src/store/backup.ts";
import { readAttestFiles } from "../../src/trust/attest-files.ts";
import { IS_DEEP } from "../deep.ts";
import { freshDir } from "../temp-dir.ts";

const ID = "project_alpha";
const LOOKS = 20_000;
/** So many of each are enough for the quick gate. */
const ENOUGH = IS_DEEP ? LOOKS : 300;
const FLICKER = `
  const { rmSync, writeFileSync } = require("node:fs");
  for (;;) { writeFileSync(process.argv[1], "{}"); rmSync(process.argv[1]); }
`;

/** Meanwhile there is a file at a path, and none, and one again. */
async function whileFlickers(path: string, work: () => void): Promise<void> {
  const child = spawn(process.execPath, ["-e", FLICKER, path], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5));
    work();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Some of the looks find the file and some do not, or nothing was tried. */
function lookOften(directory: string, look: () => void): void {
  let [found, missing] = [0, 0];
  for (let times = 0; times < LOOKS && Math.min(found, missing) < ENOUGH; times += 1) {
    if (readdirSync(directory).length === 0) missing += 1;
    else found += 1;
    look();
  }
  assert.ok(found > 0 && missing > 0, `${found} found, ${missing} missing`);
}

test("a statement that vanishes while it is read counts for nothing", async (t) => {
  const root = freshDir(t);
  const directory = join(root, "attest", ID);
  mkdirSync(directory, { recursive: true });
  const look = (): void => {
    const { attestations, recognized, overflow } = readAttestFiles(root, ID);
    assert.deepEqual([attestations.length, recognized.length, overflow], [0, 0, false]);
  };
  await whileFlickers(join(directory, `${"a".repeat(64)}.json`), () => lookOften(directory, look));
});

test("a file that vanishes while a directory is measured has no bytes", async (t) => {
  const directory = freshDir(t);
  const look = (): void => assert.ok(measureDirectory(directory) <= 2);
  await whileFlickers(join(directory, "index.sqlite-journal"), () => lookOften(directory, look));
});

test("a directory that is not there has no bytes", (t) => {
  assert.equal(measureDirectory(join(freshDir(t), "nowhere")), 0);
});
