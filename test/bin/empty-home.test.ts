import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freshDir } from "../temp-dir.ts";

const CLI = join(import.meta.dirname, "../../src/bin/cli.ts");

test("an empty HOME is none: the account says where home is, and nothing is looked for in the working directory", (t) => {
  const cwd = freshDir(t);
  const [state, cache] = [join(freshDir(t), "state"), join(freshDir(t), "cache")];
  const args = ["install", "claude-code", "--dry-run", "--json", "--state", state, "--cache", cache];
  const { stdout } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: "" },
    encoding: "utf8",
  });
  const [{ path }]: [{ readonly path: string }] = JSON.parse(stdout);
  assert.equal(path, join(userInfo().homedir, ".claude/settings.json"));
  assert.deepEqual(readdirSync(cwd), []);
});
