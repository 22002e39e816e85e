// Saves that could not have the lock in time: kept with their statement, filed by the next holder, once, and by nobody's wish but
// this machine's.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../../src/store/lock.ts";
import { saving } from "../../faults/sample-calls.ts";
import { withoutWaits } from "../../faults/skip-waits.ts";
import { type InProcess, inProcess } from "../../fixture/command-in-process.ts";
import { pick } from "../../fixture/pick.ts";
import {
  CLI_STARTER,
  expectDone,
  type ScratchProject,
  scratchProject,
} from "../../fixture/scratch-project.ts";
import { findText } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "project_alpha";
const BODY = "The kiwi sleeps by day, and hunts by night, so it is fed in the evening.";

type Waiting = {
  readonly project: ScratchProject;
  readonly run: InProcess;
  /** The only entry. */
  readonly entry: string;
  readonly text: string;
};

/** A save waits, and the lock is free again. */
async function acceptOne(owner: Owner, name = "Alpha"): Promise<Waiting> {
  const project = scratchProject(owner);
  const run = inProcess(project);
  const lock = acquireLock(project.root);
  const { exit, stdout, stderr } = await withoutWaits(() => run(saving(ID, name, BODY)));
  lock.release();
  assert.equal(exit, 0, stderr);
  assert.match(stdout, /^saved project_alpha/);
  assert.match(
    stderr,
    /^warning: project_alpha is kept and will be filed shortly: this root is being written/,
  );
  const [entry = ""] = listEntries(project);
  assert.ok(!existsSync(join(project.root, "memories", `${ID}.md`)));
  return { project, run, entry, text: readFileSync(entry, "utf8") };
}

function listEntries({ state }: ScratchProject): string[] {
  const roots = join(state, "roots");
  const intakes = readdirSync(roots).map((name) => join(roots, name, "intake"));
  return intakes.filter(existsSync).flatMap((path) =>
    readdirSync(path)
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(path, name)),
  );
}

async function listIds(run: InProcess): Promise<string[]> {
  const { stdout } = await run(["list", "--json"]);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
}

test("a save that cannot have the lock is kept with its statement, and the next call files it as it was signed", async (t) => {
  const { project, run, entry, text } = await acceptOne(t);
  const { path, statement } = JSON.parse(JSON.parse(text).body);
  assert.deepEqual(await listIds(run), [ID]);
  assert.equal(readFileSync(join(project.root, path), "utf8"), statement);
  assert.deepEqual(readdirSync(join(project.root, "attest", ID)).length, 1);
  assert.ok(!existsSync(entry));
  const { exit, stdout } = await run(["journal", "--json"]);
  assert.equal(exit, 0);
  assert.deepEqual(pick(JSON.parse(stdout) as { command: string }[], "command"), ["save"]);
  const doctor = await run(["doctor"]);
  assert.equal(doctor.exit, 0, doctor.stdout);
});

test("an entry that was altered, or is another root's, yields nothing and goes", async (t) => {
  const { project, run, entry, text } = await acceptOne(t);
  const value = JSON.parse(text);
  const plant = (changed: object, name = entry): void =>
    writeFileSync(name, JSON.stringify({ ...value, ...changed }));
  const altered = JSON.parse(value.body);
  for (const [key, other] of [
    ["text", altered.text.replace("evening", "morning")],
    ["id", "project_beta"],
    ["client", "mcp/other"],
  ]) {
    plant({ body: JSON.stringify({ ...altered, [key]: other }) });
    assert.deepEqual(await listIds(run), [], key);
    assert.deepEqual(listEntries(project), []);
  }
  for (const other of [{ signature: "A".repeat(86) }, { signature: 7 }, { body: null }]) {
    plant(other);
    assert.deepEqual(await listIds(run), []);
  }
  // Whole, and under a name that is not its own.
  plant({}, join(dirname(entry), `${"0".repeat(64)}.json`));
  assert.deepEqual(await listIds(run), []);
  writeFileSync(entry, text);
  assert.deepEqual(await listIds(run), [ID]);
  // Whole, in the intake of another root of this machine.
  expectDone(await run(["init", "--scope", "user"]));
  expectDone(await run(["list"]));
  const others = readdirSync(join(project.state, "roots")).map((name) =>
    join(project.state, "roots", name, "intake"),
  );
  const other = others.find((path) => path !== dirname(entry)) ?? "";
  mkdirSync(other, { recursive: true });
  writeFileSync(join(other, entry.slice(dirname(entry).length + 1)), text);
  assert.deepEqual(await listIds(run), [ID]);
  assert.deepEqual(listEntries(project), []);
});

test("an entry that comes again after it was filed, retired or forgotten changes nothing", async (t) => {
  const { project, run, entry, text } = await acceptOne(t);
  assert.deepEqual(await listIds(run), [ID]);
  const attested = join(project.root, "attest", ID);
  writeFileSync(entry, text);
  assert.deepEqual(await listIds(run), [ID]);
  assert.equal(readdirSync(attested).length, 1);
  expectDone(await run(["retire", ID, "--reason", "over"]));
  const count = readdirSync(attested).length;
  writeFileSync(entry, text);
  expectDone(await run(["list"]));
  assert.equal(readdirSync(attested).length, count);
  expectDone(await run(["forget", ID, "--reason", "private", "--as-test-person"]));
  assert.deepEqual(findText(project.state, "kiwi"), []);
  writeFileSync(entry, text);
  assert.deepEqual(await listIds(run), []);
  assert.ok(!existsSync(attested));
  assert.deepEqual(findText(project.state, "kiwi"), []);
  const [names = "", ...more] = findText(project.state, ID);
  assert.deepEqual([names.endsWith("/forgotten-names.json"), more], [true, []]);
});

test("what a person removed meanwhile is not filed: the client is told once, and review for a week", async (t) => {
  const { project, run, entry, text } = await acceptOne(t);
  rmSync(entry);
  // Signed at another time, so by another statement.
  expectDone(await run([...saving(ID, "Alpha", BODY), "--now", "2026-05-02T12:00:00Z"]));
  expectDone(await run(["demote", ID, "--reason", "wrong"]));
  rmSync(join(project.root, "attest", ID), { recursive: true });
  rmSync(join(project.root, "quarantine", `${ID}.md`));
  writeFileSync(entry, text);
  const said = /what was to be filed shortly could not be: project_alpha \((?:REMOVED|WRONG_STANDING)\)/;
  const next = await run(saving("project_beta", "Beta"));
  assert.match(next.stderr, said);
  assert.deepEqual(listEntries(project), []);
  assert.doesNotMatch((await run(saving("project_gamma", "Gamma"))).stderr, said);
  assert.match((await run(["review", "--json"])).stderr, said);
  assert.match(
    (await run(["review", "--json", "--now", "2030-01-01T00:00:00Z"])).stderr,
    /^(?!.*could not be: project_alpha)/s,
  );
});

test("the same save again is answered with the entry that waits, and forgetting an id takes what waits under it", async (t) => {
  const { project, run, entry, text } = await acceptOne(t);
  const kept = `${entry}.kept`;
  copyFileSync(entry, kept);
  const lock = acquireLock(project.root);
  const again = await withoutWaits(() => run(saving(ID, "Alpha", BODY)));
  const other = await withoutWaits(() => run(saving(ID, "Alpha", "The kiwi is fed in the morning.")));
  lock.release();
  assert.match(other.stderr, /^error: EXISTS: .*\nhint: run this again in a moment: it waits to be filed; /);
  assert.match(again.stdout, /nothing stored: project_alpha is about to be filed/);
  assert.deepEqual(listEntries(project), [entry]);
  rmSync(entry);
  expectDone(await run(saving(ID, "Alpha", `${BODY} And this is another one, about birds of the night.`)));
  // As if a process had been killed just before it filed it.
  const held = acquireLock(project.root);
  writeFileSync(entry, text);
  held.release();
  rmSync(kept);
  expectDone(await run(["forget", ID, "--reason", "private", "--as-test-person"]));
  assert.deepEqual(findText(project.state, "kiwi"), []);
});

test("what is not a regular file is not read, whatever its name: each call answers, and doctor names it", async (t) => {
  const { project, run, entry } = await acceptOne(t);
  const [pipe, directory] = ["a", "b"].map((digit) => join(dirname(entry), `${digit.repeat(64)}.json`));
  assert.equal(spawnSync("mkfifo", [pipe ?? ""]).status, 0);
  mkdirSync(directory ?? "");
  // A command that waits for the pipe is ended.
  const listed = spawnSync(process.execPath, [CLI_STARTER, "list"], {
    ...{ cwd: project.top, env: project.env, encoding: "utf8", timeout: 20_000 },
  });
  assert.deepEqual([listed.status, listed.stdout.includes(ID)], [0, true], listed.stderr);
  const { exit, stdout } = await run(["doctor"]);
  assert.equal(exit, 0);
  for (const path of [pipe, directory])
    assert.ok(
      stdout.includes(`[i] stranger: ${path} is not a regular file and is ignored: remove it`),
      stdout,
    );
});
