// An upgrade that is killed, meets another one, or is followed by a backup of the root as it was: the same command finishes it, nothing
// is raised or lost, and machines agree in the end.

import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { faultyCli, rehearseFaulty, runFaulty } from "../faults/faulty-process.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOfEach } from "../faults/sample.ts";
import { readSnapshot, restoreSnapshot } from "../faults/snapshot.ts";
import { filesOf, PERSON, standingsOf } from "./machines.ts";
import { type Desk, desk, type OldMachine, STANDINGS, saveOld } from "./old-machines.ts";

const UPGRADE = ["sync", "--scope", "user", "--upgrade-remote", PERSON];
/** Of the calls to the disk, in the quick gate. */
const SAMPLE = { telling: 1, other: 1 };

async function upgraded(machine: OldMachine, where = ""): Promise<void> {
  const { exit, stdout, stderr } = await machine.sync(["--upgrade-remote", PERSON]);
  assert.equal(exit, 0, `${where}\n${stdout}${stderr}`);
}

/** All of them sync until nothing is news, and have the same files. */
async function expectAgreed({ ana, bo }: Desk, standings: object, where = ""): Promise<void> {
  for (const machine of [ana, bo, ana]) await machine.sync();
  for (const machine of [bo, ana]) {
    const { exit, stdout, stderr } = await machine.sync();
    assert.equal(exit, 0, `${where}\n${stdout}${stderr}`);
  }
  for (const machine of [ana, bo]) assert.deepEqual(await standingsOf(machine), standings, where);
  assert.deepEqual(listFiles(bo), listFiles(ana), where);
}

/** What says when and by whom a text came in or out of use is of the machine that wrote the file. */
function listFiles(machine: OldMachine): string[] {
  return Object.entries(filesOf(machine))
    .filter(([path]) => path.endsWith(".md"))
    .map(([path, text]) => `${path}: ${text.slice(text.indexOf("\n---\n"))}`)
    .sort();
}

test("an upgrade that is killed before any of its calls to the disk is finished by the same command", async (t: TestContext) => {
  const both = await desk(t, "0.2.0");
  const { ana, bo, remote } = both;
  const places = [ana.project.base, bo.project.base, remote].map((path) => ({
    path,
    snapshot: readSnapshot(path),
  }));
  const rewind = (): void => {
    for (const { path, snapshot } of places) restoreSnapshot(path, snapshot);
  };
  const cli = await faultyCli();
  const chance = chanceOf(t);
  const { project } = ana;
  const under = project.base;
  const calls = await rehearseFaulty(t, { cli, project, args: UPGRADE, under });
  const instants = calls.map(({ name, path }, index) => ({ name, path, at: index + 1 }));
  const isTelling = ({ name, path }: (typeof instants)[number]): boolean =>
    name === "renameSync" && /\/intents\/|root\.json|\/backups?\//.test(path);
  const chosen = sampleOfEach(instants, isTelling, { ...SAMPLE, chance });
  t.diagnostic(`${chosen.length} of ${instants.length} instants`);
  for (const { at, name, path } of chosen) {
    rewind();
    const where = `killed before call ${at} (${name} ${path}), ${HOW_TO_REPEAT}`;
    const plan = { under, at, trouble: { kind: "kill" as const } };
    const { signal } = await runFaulty({ cli, project, args: UPGRADE, plan });
    assert.equal(signal, "SIGKILL", where);
    assert.deepEqual(await standingsOf(ana), STANDINGS, where);
    await upgraded(ana, where);
    await upgraded(bo, where);
    await expectAgreed(both, STANDINGS, where);
  }
});

test("of two machines that upgrade at once both end upgraded, if need be by the same command again", async (t) => {
  const both = await desk(t, "0.2.0");
  const { ana, bo } = both;
  saveOld(ana, "user_anas", PERSON);
  saveOld(bo, "user_bos", PERSON);
  const cli = await faultyCli();
  const ends = await Promise.all([ana, bo].map(({ project }) => runFaulty({ cli, project, args: UPGRADE })));
  for (const { exit, stderr } of ends) {
    assert.ok(exit === 0 || exit === 4, stderr);
    if (exit === 4) assert.match(stderr, /PUSH_FAILED/);
  }
  for (const machine of [ana, bo]) await upgraded(machine);
  await expectAgreed(both, { ...STANDINGS, user_anas: "verified", user_bos: "verified" });
});

test("a backup of the root from before is upgraded again, and what was said since comes back from the remote", async (t) => {
  const both = await desk(t, "0.2.0");
  const { ana, bo } = both;
  const kept = `${ana.root}-kept`;
  cpSync(ana.root, kept, { recursive: true });
  await upgraded(ana);
  await upgraded(bo);
  await bo.done(["demote", "user_fact", "--scope", "user", "--reason", "doubt", PERSON]);
  await expectAgreed(both, { ...STANDINGS, user_fact: "quarantined" });
  rmSync(ana.root, { recursive: true });
  cpSync(kept, ana.root, { recursive: true });
  await upgraded(ana);
  await expectAgreed(both, { ...STANDINGS, user_fact: "quarantined" });
});

test("files of a backup follow what was said since, once they are synced or repaired", async (t) => {
  const { ana } = await desk(t, "0.2.0");
  await upgraded(ana);
  const kept = `${ana.root}-kept`;
  const directories = ["memories", "quarantine"] as const;
  for (const each of directories) cpSync(join(ana.root, each), join(kept, each), { recursive: true });
  await ana.done(["update", "user_fact", "--scope", "user", "--body", "As it is from now on.", PERSON]);
  await ana.done(["demote", "user_advice", "--scope", "user", "--reason", "doubt", PERSON]);
  const after = listFiles(ana);
  for (const mend of [
    ["doctor", "--repair"],
    ["sync", "--scope", "user"],
  ]) {
    for (const each of directories) {
      rmSync(join(ana.root, each), { recursive: true });
      cpSync(join(kept, each), join(ana.root, each), { recursive: true });
    }
    await ana.call(mend);
    assert.deepEqual(listFiles(ana), after, mend.join(" "));
  }
});
