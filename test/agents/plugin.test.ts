// The files of the plugin, against what install writes and against the open standard for skills.

import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { claudeCodeSettings } from "../../src/agents/claude-code.ts";
import { serverWords } from "../../src/agents/hook-words.ts";
import { renderLauncher } from "../../src/app/clients/launcher.ts";
import { runProcess } from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

const PLUGIN = join(import.meta.dirname, "../../plugin");
type Group = { matcher?: string; hooks: { timeout: number; async?: boolean; args: string[] }[] };
type Hooks = Record<string, Group[]>;

/** What a hook is, without what it starts. */
function outline(hooks: Hooks): unknown {
  return Object.entries(hooks).map(([event, groups]) => [
    event,
    groups.map(({ matcher = "", hooks: [hook] }) => {
      const at = hook?.args.indexOf("--only") ?? -1;
      return [matcher, hook?.timeout, hook?.async === true, at === -1 ? "" : hook?.args[at + 1]];
    }),
  ]);
}

test("the plugin has the same hooks as the settings that install writes", () => {
  const launch = { node: "/n", script: "/s", state: "/st", cache: "/c" };
  const made = claudeCodeSettings.merge(null, { launch, userRoot: "/u", version: [2, 1, 325] });
  assert.ok(made.kind === "edited" && made.text !== null);
  const own = JSON.parse(readFileSync(join(PLUGIN, "hooks/hooks.json"), "utf8"));
  assert.deepEqual(outline(own.hooks), outline(JSON.parse(made.text).hooks));
});

test("the plugin starts the same server as install, by way of its launcher", () => {
  const { mcpServers } = JSON.parse(readFileSync(join(PLUGIN, ".mcp.json"), "utf8"));
  const [command, ...args] = serverWords({ state: "/st", cache: "/c" });
  const { credence } = mcpServers;
  assert.deepEqual(Object.keys(mcpServers), ["credence"]);
  assert.equal(credence.command, command);
  assert.deepEqual(credence.args.slice(0, -3), args.slice(0, args.indexOf("/st/launch")));
  assert.match(credence.args.slice(-3).join(" "), /^\/bin\/sh \S+\/hooks\/launch\.sh --server$/);
});

test("the plugin's hooks get the variables that install's launcher lets through, and no others", (t) => {
  const base = freshDir(t);
  // In the place of the interpreter: says what it was given.
  writeFileSync(join(base, "node"), '#!/bin/sh\n/usr/bin/env\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const launcher = renderLauncher({ node: "/n", script: "/s", home: "/h" });
  // Which home the hooks get is for launch.cjs to say.
  const passed = Array.from(launcher.matchAll(/\$\{(\w+)\+"/g), ([, name = ""]) => name);
  const names = [...passed, "NODE_OPTIONS", "OPENSSL_CONF", "LD_LIBRARY_PATH", "ANY"];
  const env = { ...Object.fromEntries(names.map((name) => [name, "a 'b' $c"])), PATH: base };
  const script = join(PLUGIN, "hooks/launch.sh");
  const { stdout } = runProcess(["/bin/sh", script, "Stop", "a b"], { cwd: base, env });
  const lines = stdout.trimEnd().split("\n");
  const given = lines.filter((line) => /^[A-Z_]+=/.test(line) && !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line));
  const wanted = passed.map((name) => `${name}=${name === "PATH" ? base : "a 'b' $c"}`);
  assert.deepEqual(given.sort(), wanted.sort());
  assert.deepEqual(lines.slice(-3), [join(PLUGIN, "hooks/launch.cjs"), "Stop", "a b"]);
});

test("each skill bears the name of its folder and says in its description when it is for", () => {
  const names = readdirSync(join(PLUGIN, "skills")).sort();
  assert.deepEqual(names, ["learn", "memory-review", "memory-save", "memory-search"]);
  for (const name of names) {
    const text = readFileSync(join(PLUGIN, "skills", name, "SKILL.md"), "utf8");
    const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    assert.equal(/^name: (.*)$/m.exec(head)?.[1], name);
    const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
    assert.ok(description.length > 40 && description.length <= 1_024, name);
    assert.match(description, /\bUse when\b/);
  }
});

test("the plugin is of the version of the package", () => {
  const versionIn = (path: string): string => JSON.parse(readFileSync(join(PLUGIN, path), "utf8")).version;
  assert.equal(versionIn(".claude-plugin/plugin.json"), versionIn("../package.json"));
});

// Which program the launcher of the plugin starts, as a process of its own with a PATH of ours.

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

test("a HOME that lies in the project, or holds no state, does not choose the state", (t) => {
  const { home, top, addProgram, addLink, launch } = launchPlace(t);
  const own = addLink("own", addProgram(join(home, "lib/dist")));
  const brought = join(top, "home");
  mkdirSync(join(brought, ".local/state/credence"), { recursive: true });
  const state = (env: Record<string, string>): string =>
    / --state (\S+)/.exec(launch([own], { env }))?.[1] ?? "";
  assert.equal(state({}), `${home}/.local/state/credence`);
  // Where the account has a state of its own, that one is used.
  for (const HOME of [brought, "/nonexistent"]) {
    const account = `${userInfo().homedir}/.local/state/credence`;
    const used = state({ HOME });
    assert.equal(
      used,
      existsSync(account) ? account : HOME === brought ? `${brought}/.local/state/credence` : "",
    );
  }
});

test("a session in the home finds the program of the person there", (t) => {
  const { home, addProgram, addLink, launch } = launchPlace(t);
  const own = addLink("own", addProgram(join(home, "lib/dist")));
  assert.match(launch([own], { cwd: home }), /^\S*\/home\/lib\/dist\/credence\.cjs hook/);
});
