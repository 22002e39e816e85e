// What every hook is started by, on a machine where things have gone since.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runInNewContext } from "node:vm";
import { readLauncher, renderCommand, renderLauncher } from "../../../src/app/clients/launcher.ts";
import { type Outcome, runProcess } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";

const START = ["hook", "claude-code", "SessionStart"];
const GUARD = ["hook", "claude-code", "PreToolUse"];
const ECHO = `process.stdout.write(JSON.stringify(process.argv.slice(2)));`;

type Machine = {
  readonly home: string;
  readonly node: string;
  readonly script: string;
  readonly call: (args: readonly string[], env?: Readonly<Record<string, string>>) => Outcome;
};

/** An odd name, because paths are a person's. */
function machine(t: TestContext, program = ECHO): Machine {
  const home = join(freshDir(t), `it's "home"`);
  const [node, script] = [join(home, "node"), join(home, "credence.cjs")];
  mkdirSync(home);
  symlinkSync(process.execPath, node);
  writeFileSync(script, program);
  const launcher = join(home, "launch");
  writeFileSync(launcher, renderLauncher({ node, script, home }));
  chmodSync(launcher, 0o700);
  return {
    home,
    node,
    script,
    call: (args, env = {}) => runProcess([launcher, ...args], { cwd: home, env }),
  };
}

test("the program gets the words of the line, and a launcher says what it starts", (t) => {
  const { call, node, script, home } = machine(t);
  assert.deepEqual(JSON.parse(call([...GUARD, "a b"]).stdout), [...GUARD, "a b"]);
  assert.deepEqual(JSON.parse(call(START).stdout), START);
  assert.deepEqual(readLauncher(renderLauncher({ node, script, home })), { node, script });
  assert.equal(readLauncher("#!/bin/sh\necho\n"), null);
});

test("where a version manager removed Node, another one of the person's is used, and never one that PATH names", (t) => {
  const { call, home, node, script } = machine(t);
  rmSync(node);
  const bad = join(home, "bad");
  mkdirSync(bad);
  writeFileSync(join(bad, "node"), "#!/bin/sh\necho mine\n", { mode: 0o755 });
  const places = ["v20.1.0", "v24.0.0"].map((name) => join(home, ".nvm/versions/node", name, "bin"));
  for (const place of places) mkdirSync(place, { recursive: true });
  // One that is too old says so by its exit code.
  writeFileSync(join(places[0] ?? "", "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  symlinkSync(process.execPath, join(places[1] ?? "", "node"));
  assert.deepEqual(JSON.parse(call(GUARD, { PATH: bad, NODE_OPTIONS: "--bad" }).stdout), GUARD);
  const command = join(home, "credence");
  writeFileSync(command, renderCommand({ node, script, home }), { mode: 0o700 });
  assert.deepEqual(JSON.parse(runProcess([command, "list"], { cwd: home, env: {} }).stdout), ["list"]);
});

test("of several it takes the newest that works, by number, and the program is told which one is gone", (t) => {
  const { call, home, node, script } = machine(t);
  const says = (name: string): string =>
    `#!/bin/sh\n[ "$1" = -e ] && exit 0\necho "${name} $CREDENCE_LOST_NODE"\n`;
  const put = (place: string, text: string): void => {
    const path = join(home, place, "bin");
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "node"), text, { mode: 0o755 });
  };
  const [nvm, mise] = [".nvm/versions/node", ".local/share/mise/installs/node"];
  for (const name of ["v9.11.2", "v22.20.0", "v24.9.0", "v24.10.0"]) put(`${nvm}/${name}`, says(name));
  // Broken, or of no version at all: what an alias leads to has a name of its own, too.
  put(`${nvm}/v26.1.0`, "#!/bin/sh\nexit 1\n");
  for (const name of ["v08.1.0", "latest", "99999999999999999999.1.1", "24"])
    put(`${mise}/${name}`, says(name));
  put(".local/share/fnm/node-versions/v24.11.0/installation", says("fnm 24.11.0"));
  // While it is there, nothing is said, whatever the session's variables are.
  writeFileSync(script, "process.stdout.write(String(process.env.CREDENCE_LOST_NODE));");
  const hostile = { CREDENCE_LOST_NODE: "x", lost: "CREDENCE_LOST_NODE=x" };
  assert.equal(call(GUARD, hostile).stdout, "undefined");
  rmSync(node);
  assert.equal(call(GUARD, hostile).stdout, `fnm 24.11.0 ${node}\n`);
  rmSync(join(home, ".local/share/fnm"), { recursive: true });
  assert.equal(call(GUARD).stdout, `v24.10.0 ${node}\n`);
  rmSync(join(home, nvm), { recursive: true });
  assert.equal(call(GUARD).stdout, `24 ${node}\n`);
});

test("of the person's Nodes it takes one that the package is made for, and no other", (t) => {
  const { home, node, script } = machine(t);
  const asked = / -e '([^']+)'/.exec(renderLauncher({ node, script, home }))?.[1] ?? "";
  const takes = (version: string): boolean => {
    let isTaken = false;
    const exit = (code: number): void => {
      isTaken = code === 0;
    };
    runInNewContext(asked, { process: { versions: { node: version }, exit }, Number });
    return isTaken;
  };
  const versions = ["18.20.0", "22.15.1", "22.16.0", "22.20.0", "23.11.0", "24.0.0", "26.1.0"];
  assert.deepEqual(versions.filter(takes), ["22.16.0", "22.20.0", "24.0.0", "26.1.0"]);
});

test("a hook whose program is gone or broken tells the person at the start of a session, with what to do, and no stack trace", (t) => {
  const { call, script } = machine(t);
  for (const [lay, why] of [
    [() => writeFileSync(script, "throw new Error('chunk');"), "is broken"],
    [() => writeFileSync(script, ""), "is gone"],
    [() => rmSync(script), "is gone"],
  ] as const) {
    lay();
    const { exit, stdout, stderr } = call(START);
    assert.deepEqual([exit, stderr], [0, ""]);
    assert.equal(
      JSON.parse(stdout).systemMessage,
      `credence: its program ${why} (${script}), so there are no memories and no write guard: install Credence again, then run credence install`,
    );
    // OpenCode ends a hook by force, so no shell stays behind to see that a program is broken.
    const started = call(["hook", "opencode", "session.created"]);
    assert.deepEqual([started.stdout, started.stderr], [why === "is gone" ? stdout : "", ""]);
    const guard = call(GUARD);
    assert.deepEqual([guard.stdout, guard.stderr], ["", ""]);
  }
  const server = call(["mcp"]);
  assert.equal(server.exit, 1);
  assert.match(server.stderr, /^credence: its program is gone/);
});

test("where the whole directory is gone, with the Node that was in it, it is the program that is missed, not Node", (t) => {
  const { home, call } = machine(t);
  const own = join(home, "0.2.0");
  const launcher = join(home, "launch");
  const place = { node: join(own, "node"), script: join(own, "dist/credence.cjs"), home };
  writeFileSync(launcher, withoutSystem(renderLauncher(place)));
  assert.equal(
    JSON.parse(call(START).stdout).systemMessage,
    `credence: its program is gone with its directory (${own}), so there are no memories and no write guard: install Credence again, then run credence install`,
  );
});

test("a person's command finds a Node by PATH where its own is gone, and says what is missing where there is none", (t) => {
  const { home, node, script } = machine(t);
  const command = join(home, "credence");
  const run = (env: Readonly<Record<string, string>>): Outcome =>
    runProcess([command, "list"], { cwd: home, env });
  writeFileSync(command, withoutSystem(renderCommand({ node, script, home })), { mode: 0o700 });
  rmSync(node);
  const [old, bin] = [join(home, "old"), join(home, "bin")];
  for (const place of [old, bin]) mkdirSync(place);
  writeFileSync(join(old, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  symlinkSync(process.execPath, join(bin, "node"));
  assert.deepEqual(JSON.parse(run({ PATH: bin }).stdout), ["list"]);
  // Neither one that is too old, nor one that the working directory offers.
  for (const PATH of [old, "bin", "/nowhere"])
    assert.deepEqual(run({ PATH }), {
      exit: 1,
      stdout: "",
      stderr: `credence: Node is gone (${node}): install Node 22.16 or newer, then run credence install\n`,
    });
  rmSync(script);
  assert.deepEqual(run({ PATH: bin }), {
    exit: 1,
    stdout: "",
    stderr: `credence: its program is gone (${script}): install Credence again, then run credence install\n`,
  });
});

/** Whatever this machine has elsewhere is none of this person's. */
function withoutSystem(text: string): string {
  return text.replaceAll(/ \/(?:usr|opt)\/\S*bin\/node/g, "");
}

test("a client that ends a hook ends its program too, and has the end of its output", async (t) => {
  const { home } = machine(
    t,
    "process.stdout.write(String(process.pid)); setInterval(() => undefined, 1_000);",
  );
  for (const words of [START, GUARD]) {
    const launcher = spawn(join(home, "launch"), words, { stdio: ["ignore", "pipe", "ignore"] });
    const [said] = await once(launcher.stdout, "data");
    // Of a test that failed.
    t.after(() => spawnSync("kill", ["-9", String(said)]));
    const closed = once(launcher.stdout, "close").then(() => "closed");
    launcher.kill("SIGTERM");
    assert.equal(await Promise.race([closed, waited()]), "closed", words.join(" "));
  }
});

function waited(): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, 5_000, "still open").unref());
}
