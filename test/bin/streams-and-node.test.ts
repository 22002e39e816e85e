// What can be wrong around the process itself: an answer that nobody can take, a Node.js that is too old.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { builtPackage } from "../built.ts";
import { CLI, scratchProject } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";

test("an answer that cannot be written is said in words, and the command was carried out", (t) => {
  const { top, env, run } = scratchProject(t);
  const save = [
    "save",
    "--type",
    "reference",
    "--name",
    "Wiki",
    "--description",
    "d",
    "--body",
    "x".repeat(40),
  ];
  for (const args of [save, ["list"]]) {
    // A device where every write fails, or where the system has none, a descriptor that cannot be written.
    const full = existsSync("/dev/full") ? openSync("/dev/full", "w") : openSync("/dev/null", "r");
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      cwd: top,
      env,
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    assert.equal(status, 1, stderr);
    assert.match(
      stderr,
      /^error: DISK_FULL: the answer cannot be written to standard output \([A-Z]+\)\nhint: .*\n$/,
    );
  }
  assert.match(run(["list"]).stdout, /reference_wiki/);
});

/** The program under a Node.js that calls itself another version. */
async function underVersion(version: string, args: readonly string[]): Promise<ReturnType<typeof spawnSync>> {
  const program = join((await builtPackage()).dist, "credence.cjs");
  const text = readFileSync(program, "utf8").replace(/^#!.*/, "");
  const lie = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
  const call = `process.argv.splice(1, 0, ${JSON.stringify(program)}); ${lie} ${text}`;
  return spawnSync(process.execPath, ["-e", call, "--", ...args], { encoding: "utf8" });
}

test("a Node.js that is too old is told which one is needed, and a hook does not stop its agent", async () => {
  for (const version of ["22.15.0", "23.11.0"]) {
    const { status, stderr } = await underVersion(version, ["list"]);
    assert.equal(status, 1);
    assert.match(String(stderr), /^error: credence needs Node\.js 22\.16 or later/);
  }
  const hook = await underVersion("20.20.2", ["hook", "claude-code", "UserPromptSubmit"]);
  assert.deepEqual([hook.status, hook.stdout], [0, ""]);
  // The launcher drops its stderr, and a client shows this.
  const start = await underVersion("20.20.2", ["hook", "claude-code", "SessionStart"]);
  assert.equal(start.status, 0);
  const { systemMessage } = JSON.parse(String(start.stdout));
  assert.match(
    systemMessage,
    /^credence needs Node\.js 22\.16 or later.*: install a newer Node\.js.*credence install$/,
  );
  for (const version of ["22.16.0", "26.1.0"]) {
    assert.doesNotMatch(String((await underVersion(version, ["--version"])).stderr), /needs Node/);
  }
});

test("a command that waits for what never comes is a fault of ours, and has not succeeded", (t) => {
  const { top, base, env } = scratchProject(t);
  const deaf = join(base, "deaf.cjs");
  writeFileSync(
    deaf,
    'Object.defineProperty(process, "stdin", { value: new (require("node:stream").Readable)({ read() {} }) });\n',
  );
  const { status, stdout } = spawnSync(process.execPath, ["--require", deaf, CLI, "validate", "-"], {
    ...{ cwd: top, env, encoding: "utf8", timeout: 30_000 },
  });
  assert.deepEqual([status, stdout], [70, ""]);
});

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
