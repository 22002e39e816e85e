// Two write at once, and whoever can write to the remote takes the first text away before the second machine has seen it: the second is
// sent alone, and looks like the next version to all who had the first. No text is lost by it, and none that is over comes into use.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { faultyCli, rehearseFaulty, runFaulty } from "../faults/faulty-process.ts";
import { readSnapshot, restoreSnapshot } from "../faults/snapshot.ts";
import type { Owner } from "../temp-dir.ts";
import { plantFiles } from "./hostile-tree.ts";
import {
  filesOf,
  gitIn,
  type Machine,
  machinesTogether,
  PERSON,
  standingsOf,
  tipOf,
  trust,
} from "./machines.ts";

const [PATH, ID] = ["memories/user_words.md", "user_words"];
const [ANAS, BOS] = ["Ana says that it is so, with her reasons.", "Bo says that it is otherwise, with his."];

type Three = { readonly ana: Machine; readonly bo: Machine; readonly cy: Machine; readonly remote: string };

/** All three have one text. */
async function alike(t: Owner): Promise<Three> {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  const [ana, bo, cy] = machines;
  assert.ok(ana !== undefined && bo !== undefined && cy !== undefined);
  await ana.save(ID);
  for (const machine of machines) assert.equal((await machine.sync()).exit, 0);
  return { ana, bo, cy, remote };
}

const write = (machine: Machine, body: string, ...more: string[]): Promise<unknown> =>
  machine.done(["update", ID, "--body", body, "--scope", "user", ...more]);

const wordsOf = (machine: Machine): string[] =>
  Object.entries(filesOf(machine)).flatMap(([path, text]) => (path.startsWith("memories/") ? [text] : []));

function assertBoth(machine: Machine, where: string): void {
  for (const said of [ANAS, BOS])
    assert.equal(wordsOf(machine).filter((text) => text.includes(said)).length, 1, `${said} ${where}`);
}

async function assertAlike({ ana, bo, cy }: Three): Promise<void> {
  for (const machine of [bo, cy]) {
    assert.deepEqual(filesOf(machine), filesOf(ana), machine.name);
    assert.deepEqual(await standingsOf(machine), await standingsOf(ana), machine.name);
  }
}

/** Both write, Bo's text is sent and Cy takes it; then it goes from the remote, and Ana sends hers. */
async function overlook(
  { ana, bo, cy, remote }: Three,
  { instead = null, more = [] }: { readonly instead?: string | null; readonly more?: readonly string[] } = {},
): Promise<void> {
  await write(ana, ANAS, ...more);
  await write(bo, BOS, ...more);
  for (const machine of [bo, cy]) assert.equal((await machine.sync()).exit, 0);
  plantFiles(remote, { [PATH]: instead });
  assert.equal((await ana.sync()).exit, 0);
}

const STORIES = [
  ["replaced by an older text", true, []],
  // Where both were approved, the one that has the id is as its person left it.
  ["approved and deleted", false, [PERSON]],
  ["deleted", false, []],
] as const;

for (const [what, isOlder, more] of STORIES.slice(0, IS_DEEP ? STORIES.length : 2))
  test(`a text that was ${what} in the remote before another was sent is kept beside that one, in use`, async (t) => {
    const three = await alike(t);
    const { ana, bo, cy, remote } = three;
    const before = gitIn(remote, "show", `main:${PATH}`);
    await overlook(three, { instead: isOlder ? before : null, more });
    const { exit, stdout } = await bo.sync();
    assert.equal(exit, 3, stdout);
    assert.match(stdout, /1 kept in two versions/);
    assert.ok(filesOf(bo)[PATH]?.includes(ANAS));
    assertBoth(bo, "here");
    // Cy had Bo's text, too, and what Bo has kept comes with the other.
    for (const machine of [cy, ana]) assert.equal((await machine.sync()).exit, 0);
    await assertAlike(three);
    assertBoth(cy, "there");
    const [first, second = "", ...others] = Object.keys(await standingsOf(ana));
    assert.deepEqual([first, others], [ID, []]);
    assert.match(second, /^user_words_other_[0-9a-f]{8}$/);
    const standing = more.length > 0 ? "verified" : "inferred";
    assert.deepEqual(await standingsOf(ana), { [ID]: standing, [second]: "inferred" });
    for (const machine of [bo, cy, ana]) assert.match((await machine.sync()).stdout, /nothing new/);
  });

test("the same text with a tag that only its machine has yet is kept with that tag", async (t) => {
  const three = await alike(t);
  const { ana, bo, cy } = three;
  await overlook(three);
  await bo.done(["update", ID, "--tags", "mine", "--scope", "user"]);
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 3, stdout);
  for (const machine of [cy, ana, bo, cy, ana]) await machine.sync();
  await assertAlike(three);
  assertBoth(ana, "with a tag");
  assert.ok(wordsOf(ana).every((text) => /^tags: \[mine\]$/m.test(text)));
});

for (const tagged of ["", ", tagged here meanwhile,"])
  test(`a text${tagged} that others replaced does not come into use again because the remote keeps a statement back`, async (t) => {
    const three = await alike(t);
    const { ana, bo, cy, remote } = three;
    await write(bo, BOS);
    for (const machine of [bo, ana, cy]) assert.equal((await machine.sync()).exit, 0);
    const known = new Set(tipOf(remote));
    await write(ana, "Ana says that it may be so, and thinks about it.");
    assert.equal((await ana.sync()).exit, 0);
    const [between = ""] = tipOf(remote).filter((path) => path.startsWith("attest/") && !known.has(path));
    await write(ana, ANAS);
    for (const machine of [ana, cy]) assert.equal((await machine.sync()).exit, 0);
    plantFiles(remote, { [between]: null });
    if (tagged !== "") await bo.done(["update", ID, "--tags", "mine", "--scope", "user"]);
    assert.equal((await bo.sync()).exit, 3);
    assertBoth(bo, "kept back");
    const standings = await standingsOf(bo);
    assert.deepEqual(Object.values(standings), ["inferred", "foreign"]);
    for (const machine of [ana, cy, bo, ana]) await machine.sync();
    await assertAlike(three);
    assert.deepEqual(await standingsOf(ana), standings);
  });

test("a text that somebody replaces who does not trust its signer is kept beside theirs, once", async (t) => {
  const { ana, bo } = await alike(t);
  trust(bo, [bo]);
  await write(bo, BOS, PERSON);
  assert.deepEqual([(await bo.sync()).exit, (await ana.sync()).exit], [0, 3]);
  assert.ok(filesOf(ana)[PATH]?.includes(BOS));
  assert.equal(wordsOf(ana).length, 2);
  assert.equal((await bo.sync()).exit, 0);
  await write(bo, "Bo has thought about it again, and says this.", PERSON);
  assert.deepEqual([(await bo.sync()).exit, (await ana.sync()).exit], [0, 0]);
  assert.deepEqual(wordsOf(ana), wordsOf(bo));
  assert.equal(wordsOf(ana).length, 2);
});

test("a sync that is killed while it writes has the text under its id or beside the other", async (t) => {
  const three = await alike(t);
  const { bo, remote } = three;
  await overlook(three);
  const cli = await faultyCli();
  const { project } = bo;
  const call = { cli, project, args: ["sync", "--scope", "user"] };
  const [here, there] = [readSnapshot(project.base), readSnapshot(remote)];
  const rewind = (): void => {
    restoreSnapshot(project.base, here);
    restoreSnapshot(remote, there);
  };
  const calls = await rehearseFaulty(t, { ...call, under: project.base });
  const instants = calls.flatMap(({ name, path }, index) =>
    name === "renameSync" && /\/intents\/|\/memories\/.*\.md$/.test(path) ? [index + 1, index + 2] : [],
  );
  assert.ok(instants.length > 0);
  for (const at of new Set(instants)) {
    rewind();
    await runFaulty({ ...call, plan: { under: project.base, at, trouble: { kind: "kill" } } });
    await bo.sync();
    assertBoth(bo, `killed before call ${at}`);
  }
});
