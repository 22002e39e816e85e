import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { syncDisk } from "../../../src/app/transfer/import/store-records.ts";
import { freshDir } from "../../temp-dir.ts";

test("the system puts a whole root on disk where it says when that failed", (t) => {
  const root = freshDir(t);
  mkdirSync(join(root, "attest"));
  writeFileSync(join(root, "attest", "new.json"), "{}");
  assert.equal(syncDisk(root), process.platform === "linux");
});

test("a system that does not say when a disk failed is not asked", (t) => {
  const root = freshDir(t);
  const asked = ["4.18.0-553.el8", "5.4.0-200-generic", "5.7.19", "5.8.0-1", "6.1.0", "odd"].map((kernel) =>
    syncDisk(root, kernel),
  );
  const isLinux = process.platform === "linux";
  assert.deepEqual(asked, [false, false, false, isLinux, isLinux, false]);
});
