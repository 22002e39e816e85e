// Which program the launcher of the plugin starts, as a process of its own with a PATH of ours.

import assert from "node:assert/strict";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { runProcess } from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

const LAUNCHER = join(import.meta.dirname, "../../plugin/hooks/launch.cjs");

/** A plugin without its package, in a home with a machine state. */
function launchPlace(owner: Owner) {
  const base = freshDir(owner);
  const at = (...names: string[]): string => join(base, ...names);
  const [home, top, launcher] = [at("home"), at("home/project"), at("plugin/hooks/launch.cjs")];
  for (const directory of [join(home, ".local/state/credence"), top, dirname(launcher)])
    mkdirSync(directory, { recursive: true });
  cpSync(LAUNCHER, launcher);
  return {
    home,
    top,
    /** A program that says where it lies and with which words it was started. */
    addProgram: (directory: string, name = "credence.cjs"): string => {
      mkdirSync(directory, { recursive: true });
      const path = join(directory, name);
      writeFileSync(path, "console.log([__filename, ...process.argv.slice(2)].join(' '));\n");
      return path;
    },
    /** A directory for PATH in which `credence` leads to a program. */
    addLink: (name: string, target: string): string => {
      mkdirSync(at(name));
      symlinkSync(target, join(at(name), "credence"));
      return at(name);
    },
    addShim: (name: string): string => {
      mkdirSync(at(name));
      writeFileSync(join(at(name), "credence"), "#!/bin/sh\necho started by a shim\n");
      chmodSync(join(at(name), "credence"), 0o755);
      return at(name);
    },
    launch: (path: readonly string[], { cwd = top, env = {} } = {}): string => {
      const place = { cwd, env: { HOME: home, PATH: path.join(":"), ...env } };
      const { exit, stdout, stderr } = runProcess([process.execPath, launcher, "Stop"], place);
      assert.deepEqual([exit, stderr], [0, ""]);
      return stdout;
    },
  };
}

test("the first program of ours on PATH is started, whatever else of its name stands before it", (t) => {
  const { home, addProgram, addLink, addShim, launch } = launchPlace(t);
  const program = addProgram(join(home, "lib/dist"));
  const others = [addShim("shims"), addLink("other", addProgram(join(home, "lib/other"), "other.cjs"))];
  const dangling = addLink("dangling", join(home, "nowhere"));
  assert.equal(
    launch(["bin", "/nowhere", dangling, ...others, addLink("bin", program)]),
    `${program} hook claude-code Stop --state ${home}/.local/state/credence --cache ${home}/.cache/credence\n`,
  );
  assert.equal(launch(others), "");
});

test("a program in the project is passed over, by its real place", (t) => {
  const { home, top, addProgram, addLink, launch } = launchPlace(t);
  const program = addProgram(join(home, "lib/dist"));
  const planted = addLink("planted", addProgram(join(top, "node_modules/credence/dist")));
  const own = addLink("own", program);
  assert.match(launch([planted, own]), /^\S*\/home\/lib\/dist\/credence\.cjs hook/);
  assert.equal(launch([planted]), "");
  const below = join(top, "src");
  mkdirSync(below);
  assert.equal(launch([planted], { cwd: below, env: { CLAUDE_PROJECT_DIR: top } }), "");
});

test("a session in the home finds the program of the person there", (t) => {
  const { home, addProgram, addLink, launch } = launchPlace(t);
  const own = addLink("own", addProgram(join(home, "lib/dist")));
  assert.match(launch([own], { cwd: home }), /^\S*\/home\/lib\/dist\/credence\.cjs hook/);
});
