import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtPackage } from "../built.ts";
import { freshDir } from "../temp-dir.ts";

const ROOT = join(import.meta.dirname, "..", "..");

test("what npm packs installs without a network, and the installed command runs", async (t) => {
  const base = freshDir(t);
  const [source, prefix] = [join(base, "source"), join(base, "prefix")];
  mkdirSync(source);
  for (const name of ["package.json", "LICENSE", "README.md", "plugin", ".claude-plugin", "docs"])
    cpSync(join(ROOT, name), join(source, name), { recursive: true });
  cpSync((await builtPackage()).dist, join(source, "dist"), { recursive: true });
  const env = { PATH: process.env["PATH"] ?? "", HOME: base, npm_config_cache: join(base, "npm") };
  const npm = (...args: string[]): void => {
    const all = [...args, "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status, stderr } = spawnSync("npm", all, { cwd: source, env, encoding: "utf8" });
    assert.deepEqual([status, stderr.trim()], [0, ""]);
  };
  npm("pack", "--pack-destination", base);
  npm("install", "--global", "--prefix", prefix, join(base, "credence-0.1.0.tgz"));
  const command = join(prefix, "bin", "credence");
  assert.ok(existsSync(join(prefix, "lib/node_modules/credence/docs/clients.md")));
  const { stdout, stderr } = spawnSync(process.execPath, [command, "--version"], { env, encoding: "utf8" });
  assert.deepEqual([stdout, stderr], ["credence 0.1.0\n", ""]);
});
