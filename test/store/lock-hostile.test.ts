import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { freshDir } from "../temp-dir.ts";
import { lockDirOf, setAge } from "./lock-files.ts";

test("a link or a file in place of the lock is refused, and what it leads to is not touched", (t) => {
  const base = freshDir(t);
  const [root, elsewhere] = [join(base, "root"), join(base, "elsewhere")];
  mkdirSync(root);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "precious"), "text");
  setAge(join(elsewhere, "precious"), 600_000);
  symlinkSync(elsewhere, lockDirOf(root));
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
  assert.ok(existsSync(join(elsewhere, "precious")));
  unlinkSync(lockDirOf(root));
  writeFileSync(lockDirOf(root), "");
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
});

test("a directory in the lock, which could never be broken, is refused at once", (t) => {
  const root = freshDir(t);
  mkdirSync(join(lockDirOf(root), "below"), { recursive: true });
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
  assert.ok(existsSync(join(lockDirOf(root), "below")));
});

test("a file that a repository brings in the lock holds for no longer than a heartbeat", (t) => {
  const root = freshDir(t);
  mkdirSync(lockDirOf(root));
  writeFileSync(join(lockDirOf(root), "README"), "");
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
  setAge(join(lockDirOf(root), "README"), 62_000);
  acquireLock(root, { waitMs: 0 }).release();
  assert.ok(!existsSync(lockDirOf(root)));
});
