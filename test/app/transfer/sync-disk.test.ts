import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { syncDisk } from "../../../src/app/transfer/sync-disk.ts";
import { freshDir } from "../../temp-dir.ts";

test("the system puts a whole root on disk where it says when that failed", (t) => {
  const root = freshDir(t);
  mkdirSync(join(root, "attest"));
  writeFileSync(join(root, "attest", "new.json"), "{}");
  assert.equal(syncDisk(root), process.platform === "linux");
});
