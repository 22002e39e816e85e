// Two machines and one root: whose word counts where.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findUnknownSigners, isBeginningOf } from "../../../src/app/people/describe-trust.ts";
import { listAncestors } from "../../../src/app/people/presence.ts";
import { fingerprintKey } from "../../../src/trust/fingerprint.ts";
import { NO_TRUST, renderTrustFile } from "../../../src/trust/signers-file.ts";
import { type ConnectProject, connectProject } from "../../cli/connect/connect-project.ts";
import { ANY_STATE } from "../../deep.ts";
import { look } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { CLI, runProcess } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";

type Machines = { readonly ana: OpenProject; readonly bo: OpenProject };

/** Ana saves a memory as a person and one as a machine; Bo has a copy of her root, as after a clone. */
async function twoMachines(t: TestContext): Promise<Machines> {
  const [ana, bo] = [openProject(t, ANY_STATE), openProject(t, ANY_STATE)];
  await ana.save({}, { person: true });
  await ana.save({ name: "By her machine" });
  rmSync(bo.root, { recursive: true });
  mkdirSync(join(bo.root, ".."), { recursive: true });
  cpSync(ana.root, bo.root, { recursive: true });
  return { ana, bo };
}

function trust({ ana, bo }: Machines, kinds: readonly ("machine" | "person")[], root?: string): void {
  const own: { root: string } = JSON.parse(readFileSync(join(ana.root, "root.json"), "utf8"));
  const signers = kinds.map((kind) => {
    const { signer, key } = JSON.parse(readFileSync(join(ana.state, "keys", `${kind}.json`), "utf8"));
    return { signer, key, root: root ?? own.root, petname: `ana's ${kind}`, own: false };
  });
  writeFileSync(join(bo.state, "signers.json"), renderTrustFile({ ...NO_TRUST, signers }));
}

async function standings(project: OpenProject): Promise<string[]> {
  const found = [await look(project, ID), await look(project, "project_by_her_machine")];
  return found.map(({ standing }) => `${standing.standing}: ${standing.reason}`);
}

test("who is unknown is told by the statements there are, also of a signer who was trusted when they were seen", async (t) => {
  const machines = await twoMachines(t);
  const unknown = async (): Promise<string[]> =>
    findUnknownSigners(await machines.bo.open()).map(({ kind, statements }) => `${kind} ${statements}`);
  assert.deepEqual((await unknown()).sort(), ["machine 1", "person 1"]);
  trust(machines, ["machine", "person"]);
  await standings(machines.bo);
  assert.deepEqual(await unknown(), []);
  trust(machines, ["machine"]);
  assert.deepEqual(await unknown(), ["person 1"]);
});

test("a key that claims a trusted signer's name signs nothing in it", async (t) => {
  const { ana, bo } = await twoMachines(t);
  const person = JSON.parse(readFileSync(join(ana.state, "keys", "person.json"), "utf8"));
  const mallory = JSON.parse(readFileSync(join(ana.state, "keys", "machine.json"), "utf8"));
  const { root } = JSON.parse(readFileSync(join(ana.root, "root.json"), "utf8"));
  // The list names Ana's fingerprint with another key: what she signed does not hold under it.
  const signers = [{ signer: person.signer, key: mallory.key, root, petname: "ana", own: false }];
  writeFileSync(join(bo.state, "signers.json"), renderTrustFile({ ...NO_TRUST, signers }));
  assert.equal((await standings(bo))[0], "foreign: never seen here");
  assert.equal(person.signer, `person:${fingerprintKey("person", person.key, ANY_STATE)}`);
});

const FINGERPRINT = "abcdefgh".repeat(4);

test("eight characters of a fingerprint or more are its beginning, however they are spaced", () => {
  for (const typed of ["abcdefgh", "ABCD EFGH", "abcdefghab", FINGERPRINT])
    assert.equal(isBeginningOf(FINGERPRINT, typed), true, typed);
});

test("an answer that cannot be a beginning is a no, and ends nothing", () => {
  for (const typed of ["", "y", "abcdefg", "abcdefgi", "bcdefgha", "abcdefg1", `${FINGERPRINT}a`, ".{8}"])
    assert.equal(isBeginningOf(FINGERPRINT, typed), false, typed);
});

// An agent runs its commands without a terminal, and can take its marker away in a script. What it cannot take away is that
// it is above the command. All of it with real processes.

const CALLS = ["uninstall claude-code", "install claude-code", "pause", "resume"];
/** Starts the words after it, and stays their parent. */
const IN_SHELL = '#!/bin/sh\n"$@"\nexit $?\n';
const IN_NODE = `const { spawnSync } = require("node:child_process");
const [program, ...args] = process.argv.slice(2);
const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
process.stderr.write(stderr);
process.exitCode = status;
`;

type Connected = ConnectProject & {
  /** The words that start a script with this call in it, which takes the marker away. */
  readonly script: (call: string) => string[];
};

async function connected(owner: Owner): Promise<Connected> {
  const program = join(freshDir(owner), "credence.cjs");
  writeFileSync(program, "");
  const project = connectProject(owner, program);
  project.write(".claude/settings.json", "{}");
  await project.call(["install", "claude-code"]);
  assert.match(project.read(".claude/settings.json") ?? "", /"PreToolUse"/);
  const script = (call: string): string[] => {
    const path = join(project.base, "x.sh");
    writeFileSync(path, `env -u CLAUDECODE '${process.execPath}' '${CLI}' ${call}\nexit $?\n`);
    return ["sh", path];
  };
  return { ...project, script };
}

function assertKnown(
  project: Connected,
  [agent, call]: readonly [readonly string[], string],
  found: string,
): void {
  const place = { cwd: project.top, env: project.env };
  const { exit, stderr } = runProcess([...agent, ...project.script(call)], place);
  assert.equal(exit, 1, `${found} ${call}`);
  assert.match(
    stderr,
    /^error: NEEDS_PERSON: only a person can (install hooks|uninstall hooks|pause memories|resume memories): /,
  );
  assert.ok(stderr.includes(`: an agent runs this command (${found})\n`), stderr);
}

test("a script of an agent without its marker and without a terminal is refused, and nothing changes", async (t) => {
  const project = await connected(t);
  const agent = join(project.base, "claude");
  writeFileSync(agent, IN_SHELL, { mode: 0o755 });
  for (const call of CALLS) {
    project.script(call);
    const before = readTree(project.base);
    assertKnown(project, [[agent], call], "claude");
    assert.deepEqual(readTree(project.base), before, call);
  }
});

test("an agent is known as a program of its own, as a script of Node, whatever options Node has, and behind a dozen shells", async (t) => {
  const project = await connected(t);
  const at = (name: string): string => join(project.base, name);
  symlinkSync(process.execPath, at("opencode"));
  for (const name of ["start.cjs", "gemini.js"]) writeFileSync(at(name), IN_NODE);
  for (const name of ["codex", "claude", "step"]) writeFileSync(at(name), IN_SHELL, { mode: 0o755 });
  for (const [agent, found] of [
    [[at("codex")], "codex"],
    [[at("opencode"), at("start.cjs")], "opencode"],
    [[process.execPath, at("gemini.js")], "gemini"],
    [[process.execPath, "--no-warnings", at("gemini.js")], "gemini"],
    [[at("claude"), ...Array<string>(12).fill(at("step"))], "claude"],
  ] as const)
    assertKnown(project, [agent, "pause"], found);
});

test("the first process of a container is above a command like any other", () => {
  assert.notDeepEqual(listAncestors(1), []);
});

test("a script of the person needs no terminal", async (t) => {
  const project = await connected(t);
  const at = { cwd: project.top, env: project.env };
  const paused = runProcess(project.script("pause"), at);
  assert.equal(paused.exit, 0, paused.stderr);
  assert.equal(runProcess(project.script("resume"), at).exit, 0);
  const { exit, stderr } = runProcess(project.script("uninstall claude-code"), at);
  assert.equal(exit, 0, stderr);
  assert.equal(project.read(".claude/settings.json"), "{}");
});
