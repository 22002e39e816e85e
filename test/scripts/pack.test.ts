import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installPacked } from "../fixture/packed-package.ts";
import { freshDir } from "../temp-dir.ts";

test("what npm packs installs without a network, and the installed command runs", async (t) => {
  const base = freshDir(t);
  const { path, command } = await installPacked(base);
  assert.ok(existsSync(join(path, "docs/clients.md")));
  const env = { PATH: process.env["PATH"] ?? "", HOME: base };
  const { stdout, stderr } = spawnSync(process.execPath, [command, "--version"], { env, encoding: "utf8" });
  assert.deepEqual([stdout, stderr], ["credence 0.1.0\n", ""]);
});
