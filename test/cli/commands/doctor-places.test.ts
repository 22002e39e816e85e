// Where doctor and status look: settings of the person and of the project, and files that nobody can read.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";
import { type ConnectProject, connectProject } from "../connect/connect-project.ts";

const FILES = {
  "claude-code": ".claude/settings.local.json",
  codex: ".codex/hooks.json",
  cursor: ".cursor/hooks.json",
  gemini: ".gemini/settings.json",
  opencode: ".opencode/plugins/credence.js",
} as const;

/** Every client is on this machine; none is connected. */
function unconnected(owner: Owner): ConnectProject & { readonly script: string } {
  const script = join(freshDir(owner), "credence.cjs");
  writeFileSync(script, "");
  const project = connectProject(owner, script);
  for (const directory of [".claude", ".codex", ".cursor", ".gemini", ".config/opencode"])
    mkdirSync(join(project.home, directory), { recursive: true });
  return { ...project, script };
}

const PERSON = { answers: [] };

/** A terminal breaks the rows at its edge. */
function unwrap(rows: string): string {
  return rows.replaceAll("\n    ", " ");
}

test("entries of a project are found from within it: by status, and by doctor when their program is gone", async (t) => {
  const project = unconnected(t);
  for (const client of Object.keys(FILES)) await project.call(["install", client, "--scope", "project"]);
  const below = join(project.top, "src");
  mkdirSync(below);
  assert.match(
    (await project.call(["status"], { cwd: below })).stdout,
    /^clients {6}Claude Code in this project, Codex in this project, Cursor in this project, Gemini CLI in this project, OpenCode in this project$/m,
  );
  const untold = await project.call(["doctor"], { cwd: below });
  assert.equal(untold.exit, 1);
  assert.match(
    untold.stdout,
    /^\[W\] client: Codex in this project does not run our 9 hooks until you trust/,
  );
  assert.doesNotMatch(untold.stdout.slice(1), /^\[/m);
  rmSync(project.script);
  const { exit, stdout: wrapped } = await project.call(["doctor"], { cwd: below, ...PERSON });
  const stdout = unwrap(wrapped);
  assert.equal(exit, 2);
  assert.equal(stdout.match(/^\[E\] client: /gm)?.length, 5);
  assert.ok(
    stdout.includes(
      `[E] client: Cursor in this project starts ${project.script}, which does not exist; credence install cursor --scope project repairs it\n`,
    ),
  );
  const elsewhere = await project.call(["doctor"], { cwd: project.home });
  assert.doesNotMatch(elsewhere.stdout, /client/);
});

test("what a project's settings say is not repeated where no person is", async (t) => {
  const project = unconnected(t);
  await project.call(["install", "cursor", "--scope", "project"]);
  const path = join(project.top, FILES.cursor);
  const text = readFileSync(path, "utf8");
  const planted = text.replaceAll(project.state, "/obey/this");
  writeFileSync(path, planted);
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 2);
  assert.equal(
    stdout.replace(/^checked .*\n/gm, ""),
    [
      "[E] client: Cursor in this project starts a program, which does not exist; credence install cursor --scope project repairs it\n",
      "[W] client: the hooks of Cursor in this project use another state directory; credence install cursor --scope project repairs it\n",
    ].join(""),
  );
  const toPerson = unwrap((await project.call(["doctor"], PERSON)).stdout);
  assert.match(toPerson, /starts \/obey\/this\/launch, which/);
  assert.match(toPerson, /use another state directory, \/obey\/this; credence install /m);
});

test("a home that is the project has each file looked at once", async (t) => {
  const project = unconnected(t);
  await project.call(["install", "cursor"]);
  const { stdout } = await project.call(["status", "--json"], { cwd: project.home });
  assert.deepEqual(JSON.parse(stdout).clients, ["Cursor"]);
});

test("a damaged plugin file of OpenCode is an error of doctor, and status says so", async (t) => {
  const project = unconnected(t);
  await project.call(["install", "opencode"]);
  const path = ".config/opencode/plugins/credence.js";
  const text = project.read(path) ?? "";
  const unread = /^\[E\] client: .*credence\.js cannot be read, so no hook in it runs: repair the file; .*$/m;
  for (const damage of ["const WORDS = [oops ", "const WORDS = ", "const WORDS = [];\n// "]) {
    project.write(path, text.replace("const WORDS = [", damage));
    await playRows(project.call, [
      ["doctor", 2, unread],
      ["status", 2, /^broken {7}the hooks of OpenCode cannot run: credence doctor$/m],
    ]);
  }
  await project.call(["install", "opencode"]);
  assert.equal(project.read(path), text);
});

test("a settings file that nobody can read is a warning, and the others are looked at all the same", async (t) => {
  const project = unconnected(t);
  await project.call(["install", "cursor"]);
  symlinkSync("settings.json", join(project.home, ".claude/settings.json"));
  mkdirSync(join(project.home, ".codex/hooks.json"));
  rmSync(project.script);
  const { exit, stdout } = await project.call(["doctor"]);
  assert.equal(exit, 2);
  const [claude, codex] = [".claude/settings.json", ".codex/hooks.json"].map((each) =>
    join(project.home, each),
  );
  assert.deepEqual(stdout.split("\n").slice(0, 2), [
    `[W] client: ${claude} cannot be read (ELOOP), so it is unknown whether Claude Code is connected: repair that, then credence doctor looks again`,
    `[W] client: ${codex} is not a regular file, so it is unknown whether Codex is connected: repair that, then credence doctor looks again`,
  ]);
  assert.match(stdout, /^\[E\] client: Cursor starts /m);
  assert.match((await project.call(["status"])).stdout, /^clients {6}Cursor$/m);
});
