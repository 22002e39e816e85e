// What a person forgot stays forgotten, whatever the other machine said about it meanwhile: neither its text nor its id comes back.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chanceBy, HOW_TO_REPEAT, sampleOf } from "../faults/sample.ts";
import type { Owner } from "../temp-dir.ts";
import { plantFiles } from "./hostile-tree.ts";
import { filesOf, gitIn, type Machine, machinesTogether, PERSON, standingsOf, tipOf } from "./machines.ts";

type Pair = { readonly ana: Machine; readonly bo: Machine; readonly remote: string };

async function anaAndBo(t: Owner): Promise<Pair> {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  return { ana, bo, remote };
}

async function syncEach(...machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    const { exit, stdout, stderr } = await machine.sync();
    assert.deepEqual([exit, stderr], [0, ""], stdout);
  }
}

const FORGET = ["forget", "user_gone", "--reason", "private", PERSON];

async function assertGone({ ana, bo, remote }: Pair, where: string): Promise<void> {
  for (const [name, paths] of [
    ["ana", Object.keys(filesOf(ana))],
    ["bo", Object.keys(filesOf(bo))],
    ["the remote", tipOf(remote)],
  ] as const) {
    assert.deepEqual(
      paths.filter((path) => path.includes("user_gone")),
      [],
      `${name}, ${where}`,
    );
  }
  assert.deepEqual(filesOf(ana), filesOf(bo), where);
  assert.deepEqual(await standingsOf(ana), await standingsOf(bo), where);
}

const LATER: readonly (readonly [name: string, later: (bo: Machine) => Promise<unknown>])[] = [
  ["an update", (bo) => bo.done(["update", "user_gone", "--body", "It is otherwise by now, as Bo says."])],
  ["a demotion", (bo) => bo.done(["demote", "user_gone", "--reason", "doubt"])],
  [
    "a person's update",
    (bo) => bo.done(["update", "user_gone", "--body", "It is otherwise, as Bo says himself.", PERSON]),
  ],
];

for (const [name, later] of sampleOf(LATER, 1, chanceBy("later than a forgetting"))) {
  test(`${name} elsewhere that the forgetting did not know brings nothing back, sent before it or after it`, async (t) => {
    t.diagnostic(HOW_TO_REPEAT);
    const pair = await anaAndBo(t);
    const { ana, bo } = pair;
    await ana.save("user_gone");
    await syncEach(ana, bo);
    await later(bo);
    await ana.done(FORGET);
    await syncEach(ana, bo, ana, bo);
    await assertGone(pair, "sent after it");
    const again = await anaAndBo(t);
    await again.ana.save("user_gone");
    await syncEach(again.ana, again.bo);
    await later(again.bo);
    await again.ana.done(FORGET);
    await syncEach(again.bo, again.ana, again.bo, again.ana);
    await assertGone(again, "sent before it");
  });
}

test("a memory that nobody signed is forgotten elsewhere, too", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo } = pair;
  await ana.save("user_kept");
  const text = filesOf(ana)["memories/user_kept.md"] ?? "";
  writeFileSync(join(ana.root, "memories/user_gone.md"), text.replaceAll("user_kept", "user_gone"));
  await syncEach(ana, bo);
  assert.equal((await standingsOf(bo))["user_gone"], "foreign");
  await ana.done(FORGET);
  await syncEach(ana, bo, ana);
  await assertGone(pair, "without a statement");
});

test("what nobody signed and somebody retires meanwhile is forgotten with that word", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo } = pair;
  await ana.save("user_kept");
  const text = filesOf(ana)["memories/user_kept.md"] ?? "";
  writeFileSync(join(ana.root, "memories/user_gone.md"), text.replaceAll("user_kept", "user_gone"));
  await syncEach(ana, bo);
  await bo.done(["retire", "user_gone", "--scope", "user"]);
  await ana.done(FORGET);
  await syncEach(bo, ana, bo, ana);
  await assertGone(pair, "retired elsewhere");
});

test("what somebody else began under a forgotten id is not lost, whoever syncs first, and waits for a person", async (t) => {
  for (const order of ["forgotten first", "sent first"]) {
    const pair = await anaAndBo(t);
    const { ana, bo } = pair;
    await ana.save("user_gone");
    if (order === "forgotten first") await syncEach(ana);
    await ana.done(FORGET);
    await bo.save("user_gone", { body: "Bo wrote about it, too, and knew nothing of Ana's words." });
    await syncEach(...(order === "forgotten first" ? [ana, bo] : [bo, ana]), ana, bo, ana);
    assert.deepEqual(filesOf(ana), filesOf(bo), order);
    assert.match(filesOf(ana)["memories/user_gone.md"] ?? "", /knew nothing/, order);
    assert.equal(tipOf(pair.remote).filter((path) => path.startsWith("attest/user_gone/")).length, 1, order);
    for (const machine of [ana, bo])
      assert.equal((await standingsOf(machine))["user_gone"], "quarantined", `${machine.name}, ${order}`);
  }
});

test("what a person writes anew under an id, forgotten twice, comes to the other machine", async (t) => {
  const { ana, bo, remote } = await anaAndBo(t);
  for (const body of [
    "The first words about the gate.",
    "Other words of it, written anew.",
    "The last ones of it, for good.",
  ]) {
    await ana.save("user_gone", { body, more: [PERSON] });
    await syncEach(ana, bo);
    assert.match(filesOf(bo)["memories/user_gone.md"] ?? tipOf(remote).join("\n"), new RegExp(body));
    assert.equal((await standingsOf(bo))["user_gone"], "verified", body);
    if (body.startsWith("The last")) return;
    await ana.done(FORGET);
    await syncEach(ana, bo);
  }
});

/** The tip without what the forgetting took away: file and statements lie beside the tombstone. */
function putBack(remote: string, before: string, more: Readonly<Record<string, string>> = {}): void {
  const gone = gitIn(remote, "ls-tree", "-r", "--name-only", before).split("\n");
  const paths = gone.filter((path) => path.includes("user_gone"));
  const files = paths.map((path) => [path, gitIn(remote, "show", `${before}:${path}`)] as const);
  plantFiles(remote, { ...Object.fromEntries(files), ...more });
}

test("what a person forgot is erased elsewhere and goes from the remote, though the remote put it back beside the tombstone", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana, bo);
  const before = gitIn(remote, "rev-parse", "main").trim();
  await ana.done(FORGET);
  await syncEach(ana);
  putBack(remote, before);
  assert.match((await bo.sync()).stdout, /1 forgotten/);
  await assertGone(pair, "put back before Bo came");
  putBack(remote, before);
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 2, stdout);
  assert.match(stdout, /user_gone: it was forgotten here, and goes from there\n/);
  await syncEach(bo);
  await assertGone(pair, "put back again");
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("statements that were put back do not erase another memory that was begun under a forgotten id", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana);
  const before = gitIn(remote, "rev-parse", "main").trim();
  await ana.done(FORGET);
  await syncEach(ana);
  await bo.save("user_gone", { body: "Bo wrote about it, too, and knew nothing of Ana's words." });
  const own = filesOf(bo)["memories/user_gone.md"] ?? "";
  putBack(remote, before, { "memories/user_gone.md": own });
  for (const machine of [bo, ana, bo, ana]) await machine.sync();
  assert.match(filesOf(bo)["memories/user_gone.md"] ?? "", /knew nothing/);
});

test("a text that waits beside a memory is named when the memory is forgotten", async (t) => {
  const { ana, remote } = await anaAndBo(t);
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana);
  const path = "memories/user_gone.md";
  plantFiles(remote, { [path]: (filesOf(ana)[path] ?? "").replace("everybody", "nobody") });
  assert.equal((await ana.sync()).exit, 2);
  const { stdout } = await ana.done(FORGET);
  assert.match(stdout, /^user_gone_other_[0-9a-f]{8} waited beside it, .*: forget that one, too$/m);
});
