// Two machines that 0.2.0 has synced: the root is brought up to date by one command, the remote with it, and the older version stops at
// both with its own words.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expectDone } from "../fixture/scratch-project.ts";
import { bareRepository, gitIn, PERSON, standingsOf } from "./machines.ts";
import { desk, oldMachine, STANDINGS, saveOld } from "./old-machines.ts";

test("a root and a remote of 0.2.0 are brought up to date by one command on each machine, and nothing is raised or lost", async (t) => {
  const { ana, bo, remote } = await desk(t, "0.2.0");
  assert.deepEqual(await standingsOf(ana), STANDINGS);
  const refused = await ana.sync();
  assert.equal(refused.exit, 6);
  assert.match(refused.stderr, /OLD_FORMAT: .*\n.*credence sync --upgrade-remote/s);
  assert.equal((await ana.sync(["--upgrade-remote"])).exit, 1);
  const { exit, stdout, stderr } = await ana.sync(["--upgrade-remote", PERSON]);
  assert.equal(exit, 0, stdout + stderr);
  const copy = /a copy of it as it was: (\S+)/.exec(stdout)?.[1] ?? "";
  assert.ok(existsSync(join(copy, "memories", "user_fact.md")), stdout);
  assert.match(stdout, /the remote is up to date: older versions stop at it/);
  assert.deepEqual(await standingsOf(ana), STANDINGS);
  // The older one reads the root and writes nothing, and does not touch the remote.
  const branches = gitIn(remote, "for-each-ref");
  assert.match(
    ana.old("save", "--scope", "user", "A sentence that is long enough to be kept.").stderr,
    /NEWER_FORMAT/,
  );
  assert.match(bo.old("sync", "--scope", "user").stderr, /newer/);
  assert.equal(gitIn(remote, "for-each-ref"), branches);
  // What an older machine wrote meanwhile comes along when it is upgraded.
  saveOld(bo, "user_meanwhile", PERSON);
  assert.equal((await bo.sync(["--upgrade-remote", PERSON])).exit, 0);
  assert.equal((await ana.sync()).exit, 0);
  for (const machine of [ana, bo])
    assert.deepEqual(await standingsOf(machine), { ...STANDINGS, user_meanwhile: "verified" }, machine.name);
});

test("a root of 0.1.0, which knew no sync, is brought up to date by the same command", async (t) => {
  const ana = await oldMachine(t, "ana", "0.1.0");
  const remote = bareRepository(t);
  saveOld(ana, "user_fact", PERSON);
  saveOld(ana, "user_advice");
  saveOld(ana, "user_lowered");
  expectDone(ana.old("demote", "user_lowered", "--reason", "doubt"));
  for (const more of [["--upgrade-remote", "--remote", remote, PERSON], []])
    assert.equal((await ana.sync(more)).exit, 0);
  assert.deepEqual(await standingsOf(ana), STANDINGS);
});

test("what a remote of the older layout changed in fields that nobody signed is told, and not taken", async (t) => {
  const { ana, remote } = await desk(t, "0.2.0");
  const clone = `${remote}-clone`;
  gitIn(undefined, "clone", "--quiet", remote, clone);
  const path = join(clone, "memories/user_fact.md");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace("type: user\n", "type: user\n# a word of a stranger\n"),
  );
  gitIn(clone, "commit", "--quiet", "--all", "--message=odd");
  gitIn(clone, "push", "--quiet", "origin", "HEAD:main");
  const { stdout } = await ana.sync(["--upgrade-remote", PERSON]);
  assert.match(
    stdout,
    /1 differed there in what nobody signs, and are kept as they are here:\n {2}user_fact/,
  );
  assert.doesNotMatch(readFileSync(join(ana.root, "memories/user_fact.md"), "utf8"), /stranger/);
  assert.deepEqual(await standingsOf(ana), STANDINGS);
});
