// Upgrade by a path, on the way to another command, and for whoever may not; and what happens when what hooks start is gone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { packRepository } from "../fixture/packed-package.ts";
import { readTree } from "../fixture/tree.ts";
import { expectAtWork, fireHooks, type OldHome, oldHome, startSession } from "./old-home.ts";
import { commandIn, namedProgram, readSession, typeCommand } from "./printed-command.ts";

const project = await oldHome({ after });
const programs = join(project.credenceHome, "program");
const NEWER = "process.stdout.write(JSON.stringify([__dirname, ...process.argv.slice(2)]))";

/** A package of ours with this program, packed as npm does. */
function pack(version: string, change: (directory: string) => void = () => undefined): string {
  const directory = join(project.base, `pack-${version}`);
  mkdirSync(join(directory, "package/dist"), { recursive: true });
  writeFileSync(join(directory, "package/package.json"), JSON.stringify({ name: "credence", version }));
  writeFileSync(join(directory, "package/dist/credence.cjs"), NEWER);
  change(directory);
  const names = readdirSync(directory).map((name) => (name === "climbed" ? "package/../climbed" : name));
  const { status } = spawnSync("tar", ["-czPf", `${directory}.tgz`, "-C", directory, ...names]);
  assert.equal(status, 0);
  return `${directory}.tgz`;
}

/** Lays a file whose name, as tar keeps it, leads out of the package. */
function climb(directory: string): void {
  writeFileSync(join(directory, "climbed"), "x");
}

/** Somebody at a terminal, in process. */
function answering(...answers: string[]) {
  const call = inProcess(project as OldHome & { top: string });
  const program = { node: process.execPath, script: join(project.packages.new, "dist/credence.cjs") };
  return (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    call(args, { answers, program, env, now: new Date().toISOString().replace(/\.\d+Z/, "Z") });
}

test("a tarball is put into its place whole, and its own program goes on with the upgrade", () => {
  const tarball = pack("0.9.0", (at) => {
    mkdirSync(join(at, "package/plugin"));
    writeFileSync(join(at, "package/plugin/.mcp.json"), "{}");
  });
  const said = project.done("new", "upgrade", tarball, "--yes");
  assert.match(said, /^Found {4}Credence 0\.9\.0 in\s/);
  assert.ok(said.endsWith(JSON.stringify([join(programs, "0.9.0/dist"), "upgrade", "--yes"])), said);
  assert.deepEqual(readdirSync(programs), ["0.9.0"]);
  assert.deepEqual(readdirSync(join(programs, "0.9.0/plugin")), [".mcp.json"]);
  rmSync(programs, { recursive: true });
});

test("a package that nobody signed takes no Enter for yes", async () => {
  const { exit, stdout } = await answering("")(["upgrade", pack("0.9.5")]);
  assert.equal(exit, 0);
  assert.match(stdout, /^ +nobody signed it: run it only if you know who made it$/m);
  assert.match(stdout, /^nothing was changed; /m);
  assert.equal(existsSync(programs), false);
});

// npm takes its time.
if (IS_DEEP)
  test("what npm packs of this repository is taken whole", async () => {
    const tarball = await packRepository(project.base);
    const names = spawnSync("tar", ["-tzf", tarball], { encoding: "utf8" }).stdout.split("\n");
    assert.ok(names.includes("package/plugin/.mcp.json"), names.join(" "));
    const said = project.done("new", "upgrade", tarball, "--dry-run");
    assert.match(said, /^Found {4}Credence 0\.2\.0 in\s/);
  });

test("a tarball with a link, a path out of it, too little or an older version is refused, and leaves nothing", async () => {
  const before = readTree(project.credenceHome);
  const bad: [string, string][] = [
    [pack("0.9.1", (at) => symlinkSync("/etc/passwd", join(at, "package/dist/x"))), "contains a link"],
    [pack("0.9.2", (at) => writeFileSync(join(at, "outside"), "x")), "file outside of its package: outside"],
    [pack("0.9.4", climb), "file outside of its package: package/../climbed"],
    [
      pack("0.9.3", (at) => rmSync(join(at, "package/dist"), { recursive: true })),
      "is not a package of Credence",
    ],
    [pack("0.1.5"), "is older than this one"],
  ];
  writeFileSync(join(project.base, "torn.tgz"), readFileSync(bad[0]?.[0] ?? "").subarray(0, 100));
  bad.push([join(project.base, "torn.tgz"), "is not a package that npm packed"]);
  for (const [tarball, why] of bad) {
    const { exit, stderr } = await answering()(["upgrade", tarball, "--yes"]);
    assert.deepEqual([exit, stderr.includes(why)], [1, true], stderr);
  }
  rmSync(programs, { recursive: true, force: true });
  assert.deepEqual(readTree(project.credenceHome), before);
});

test("neither command is an agent's, nor asks where nobody sits", async () => {
  for (const name of ["upgrade", "rollback"]) {
    const { exit, stderr } = await answering()([name, "--yes"], { CLAUDECODE: "1" });
    assert.deepEqual([exit, /^error: NEEDS_PERSON: only a person can /.test(stderr)], [1, true], stderr);
  }
  const { exit, stderr } = project.run("new", "upgrade");
  assert.deepEqual([exit, stderr.includes("hint: add --yes in a script of your own")], [1, true]);
});

test("without an earlier version rollback says how to go back all the same", async () => {
  const { exit, stderr } = await answering()(["rollback", "--yes"]);
  assert.equal(exit, 1);
  assert.equal(
    stderr,
    "error: NOT_FOUND: no earlier version is kept here\nhint: to go back: npm install -g credence-VERSION.tgz, then credence install\n",
  );
});

test("where npm put this version into the place of 0.1.0, the upgrade still says where it comes from", () => {
  const place = project.packages["0.1.0"];
  renameSync(place, `${place}-away`);
  cpSync(project.packages.new, place, { recursive: true });
  const dry = project.done("new", "upgrade", "--dry-run");
  assert.match(dry, /^Credence 0\.1\.0 → 0\.2\.0\n/);
  assert.doesNotMatch(dry, /is kept beside it/);
  assert.match(
    dry.replaceAll(/\s+/g, " "),
    / Back nothing of 0\.1\.0 is left here to keep, so there will be no way back by credence rollback, only by npm install -g credence-0\.1\.0\.tgz /,
  );
  rmSync(place, { recursive: true });
  renameSync(`${place}-away`, place);
});

test("the first command of a new version offers the upgrade, once; a no is remembered, and credence upgrade stays", async () => {
  const declined = await answering("n")(["list"]);
  assert.match(
    declined.stdout,
    /^Credence 0\.1\.0 → 0\.2\.0\n[\s\S]*credence upgrade does it later\n\n[\s\S]*project_kiwi/,
  );
  assert.match((await answering()(["list"])).stdout, /^(?!Credence)[\s\S]*project_kiwi/);
  assert.equal(existsSync(join(project.state, "launch")), false);
  rmSync(join(project.state, "version.json"));
  const wanted = await answering("y")(["list"]);
  assert.match(wanted.stdout, /Your agents start Credence 0\.2\.0[\s\S]*project_kiwi/);
  assert.match((await answering()(["list"])).stdout, /^(?!Credence)[\s\S]*project_kiwi/);
  if (IS_DEEP) expectAtWork(project, "offered");
  for (const command of ["credence upgrade --yes", "credence rollback"]) {
    const denied = fireHooks(project, "claude-code", {
      event: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command },
    });
    assert.match(denied.join(""), /"deny".*for a person at a terminal/, command);
  }
});

test("dist deleted: the next session says what to do, and the printed command mends it", () => {
  const script = namedProgram(project);
  rmSync(dirname(script), { recursive: true });
  const said = readSession(project, "gone");
  assert.match(said, /its program is gone \(.*\), .*: install Credence again, then run credence install$/);
  const { stdout, exit } = project.run("new", "doctor");
  assert.deepEqual(
    [exit, stdout.includes("which does not exist; credence install claude-code repairs it")],
    [2, true],
  );
  typeCommand(project, project.packages.new, commandIn(said));
  expectAtWork(project, "mended");
});

test("doctor starts every connected hook, and one that answers wrongly is an error with its remedy", () => {
  const launcher = join(project.state, "launch");
  const text = readFileSync(launcher, "utf8");
  writeFileSync(launcher, text.replace(/\nprogram=.*\n/, `\nprogram=${join(project.base, "silent.cjs")}\n`));
  writeFileSync(join(project.base, "silent.cjs"), "// nothing\n");
  const { exit, stdout } = project.run("new", "doctor");
  assert.equal(exit, 2);
  for (const [label, name] of [
    ["Claude Code", "claude-code"],
    ["Codex", "codex"],
  ])
    assert.ok(
      stdout
        .replaceAll(/\n +/g, " ")
        .includes(
          `${label}: the hook did not deny a write into machine state; credence install ${name} repairs it`,
        ),
      stdout,
    );
  project.done("new", "install");
  assert.doesNotMatch(project.run("new", "doctor").stdout, /\[E\]/);
});

test("a client that is newer than what was tested is named by status and once by the session", () => {
  const path = join(project.state, "client-versions.json");
  writeFileSync(path, JSON.stringify({ v: 1, seen: { "claude-code": "2.2.0", codex: "0.100.0" } }));
  const said = "Claude Code 2.2.0 is newer than what was tested (2.1.325)";
  const status = project.run("new", "status").stdout.replaceAll(/\n +/g, " ");
  assert.ok(status.includes(`untested     ${said}: credence doctor tries its hooks`), status);
  assert.doesNotMatch(status, /Codex 0\.100/);
  const session = startSession(project, "newer", said);
  assert.ok(session.includes(`${said}; hooks answered in this session`), session);
  assert.ok(!startSession(project, "newer-again").includes(said));
});

// The same as a deleted dist, at the cost of two sets of hooks.
if (IS_DEEP)
  test("clone moved: hooks that run from it say so, and the printed command mends it, as upgrade does", () => {
    const moved = join(project.base, "moved");
    assert.ok(namedProgram(project).startsWith(project.packages.new), namedProgram(project));
    renameSync(project.packages.new, moved);
    const said = readSession(project, "clone gone");
    assert.match(said, /its program is gone/);
    typeCommand(project, moved, commandIn(said));
    expectAtWork(project, "clone moved");
    typeCommand(project, moved, "credence upgrade --yes");
    // From now on the clone may go.
    rmSync(moved, { recursive: true });
    expectAtWork(project, "clone gone");
  });
