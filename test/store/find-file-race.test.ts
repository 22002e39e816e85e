import assert from "node:assert/strict";
import fs, { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { findFile } from "../../src/store/memory-files.ts";
import { freshDir } from "../temp-dir.ts";

test("a memory that goes into quarantine between two looks is found there, not missed", (t) => {
  const root = freshDir(t);
  const [from, to] = [join(root, "memories", "project_x.md"), join(root, "quarantine", "project_x.md")];
  for (const directory of ["memories", "quarantine"]) mkdirSync(join(root, directory));
  writeFileSync(from, "text");
  const { lstatSync } = fs;
  t.after(() => {
    Reflect.set(fs, "lstatSync", lstatSync);
    syncBuiltinESMExports();
  });
  // Another process, at the worst moment: quarantine was looked at, memories was not yet.
  Reflect.set(fs, "lstatSync", (...args: Parameters<typeof lstatSync>) => {
    if (args[0] === from && lstatSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
    return lstatSync(...args);
  });
  syncBuiltinESMExports();
  assert.deepEqual(findFile(root, "project_x"), { id: "project_x", directory: "quarantine", path: to });
});
