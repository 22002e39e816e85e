// Something else in place of the lock, or of the root's own settings: refused at once, and what it leads to stays as it is.

import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";
import { plantOdd } from "./odd-file.ts";
import { SAVE } from "./save-words.ts";

test("a lock directory that is a link removes no file of the directory it leads to", async (t) => {
  const project = await initProject(t);
  const outside = join(project.base, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "letter"), "precious");
  utimesSync(join(outside, "letter"), 1_000_000, 1_000_000);
  symlinkSync(outside, join(project.root, ".index.lockdir"));
  const { exit, stderr } = await project.call(SAVE);
  assert.equal(exit, 1, stderr);
  assert.match(stderr, /^error: PATH_ERROR: /);
  assert.deepEqual(readdirSync(outside), ["letter"]);
  assert.equal(readFileSync(join(outside, "letter"), "utf8"), "precious");
});

test("a lock that is a file, a FIFO, a socket or a device is refused at once", async (t) => {
  const project = await initProject(t);
  const elsewhere = { dir: join(project.base, "elsewhere"), content: "x" };
  for (const kind of ["hard link", "fifo", "socket", "device", "huge file", "dangling symlink"] as const) {
    plantOdd(join(project.root, ".index.lockdir"), kind, elsewhere);
    const begun = performance.now();
    const { exit, stderr } = await project.call(SAVE);
    assert.equal(exit, 1, kind);
    assert.match(stderr, /^error: PATH_ERROR: /, kind);
    assert.ok(performance.now() - begun < 3_000, kind);
  }
});

test("a memory-config.json that is not a plain small file is neither read nor waited for", async (t) => {
  const project = await initProject(t);
  const path = join(project.root, "memory-config.json");
  const set = ["config", "set", "retrieval.max_inject", "1", "--as-test-person", "--scope", "project"];
  const elsewhere = { dir: join(project.base, "elsewhere"), content: '{"private":"MARKER"}' };
  for (const kind of [
    "symlink",
    "directory",
    "fifo",
    "socket",
    "device",
    "huge file",
    "dangling symlink",
  ] as const) {
    plantOdd(path, kind, elsewhere);
    const { exit, stderr } = await project.call(set);
    assert.equal(exit, 1, kind);
    assert.match(stderr, /^error: NOT_READABLE: /, kind);
    assert.equal((await project.call(["list"])).exit, 0, kind);
  }
  assert.equal(readFileSync(join(elsewhere.dir, "target"), "utf8"), elsewhere.content);
  rmSync(path);
  await project.done(set);
  assert.equal(readFileSync(path, "utf8"), '{\n  "retrieval": {\n    "max_inject": 1\n  }\n}\n');
});
