// `npm exec ./credence-VERSION.tgz` in a home in which nothing is: what somebody runs who was given the tarball and nothing else.
// Nothing comes from a registry, and what npm unpacked for the call may go afterwards.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { packRepository } from "../fixture/packed-package.ts";
import { freshDir } from "../temp-dir.ts";

test("npm exec of the tarball runs in an empty home, sets up, and what it set up works without npm's cache", async (t) => {
  const base = freshDir(t);
  const tarball = await packRepository(base);
  const home = join(base, "home");
  mkdirSync(home);
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: base, env, encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""], stdout);
    return stdout;
  };
  const exec = (...args: string[]): string =>
    run("npm", "exec", "--offline", "--yes", "--loglevel=error", `./${basename(tarball)}`, "--", ...args);
  assert.equal(exec("--version"), "credence 0.2.0\n");
  assert.deepEqual(readdirSync(home), [".npm"]);
  mkdirSync(join(home, ".claude"));
  assert.match(exec("setup", "--yes"), /^Claude Code: connected$/m);
  rmSync(join(home, ".npm"), { recursive: true });
  const command = join(home, ".local/share/credence/bin/credence");
  assert.equal(run(command, "--version"), "credence 0.2.0\n");
  const launcher = readFileSync(join(home, ".local/state/credence/launch"), "utf8");
  assert.match(launcher, /\.local\/share\/credence\/0\.2\.0\//);
  assert.doesNotMatch(launcher, /\.npm/);
});
