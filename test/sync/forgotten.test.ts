// What a person forgot stays forgotten, whatever the other machine said about it meanwhile: neither its text nor its id comes back.

import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chanceBy, HOW_TO_REPEAT, sampleOf } from "../faults/sample.ts";
import {
  filesOf,
  gitIn,
  type Machine,
  machineOf,
  machinesTogether,
  type Pair,
  PERSON,
  readableIn,
  standingsOf,
} from "./machines.ts";

async function syncEach(...machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    const { exit, stdout, stderr } = await machine.sync();
    assert.deepEqual([exit, stderr], [0, ""], stdout);
  }
}

const FORGET = ["forget", "user_gone", "--reason", "private", PERSON];

async function assertGone({ ana, bo, remote }: Pair, where: string): Promise<void> {
  for (const machine of [ana, bo])
    assert.ok(
      !Object.keys(filesOf(machine)).some((path) => path.includes("user_gone")),
      `${machine.name}, ${where}`,
    );
  assert.ok(!readableIn(remote).includes("user_gone"), `the remote, ${where}`);
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
    const pair = await machinesTogether(t, ["ana", "bo"]);
    const { ana, bo } = pair;
    await ana.save("user_gone");
    await syncEach(ana, bo);
    await later(bo);
    await ana.done(FORGET);
    await syncEach(ana, bo, ana, bo);
    await assertGone(pair, "sent after it");
    const again = await machinesTogether(t, ["ana", "bo"]);
    await again.ana.save("user_gone");
    await syncEach(again.ana, again.bo);
    await later(again.bo);
    await again.ana.done(FORGET);
    await syncEach(again.bo, again.ana, again.bo, again.ana);
    await assertGone(again, "sent before it");
  });
}

test("a file that nobody signed stays where it is, and what was forgotten under its id elsewhere does not touch it", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gone");
  await syncEach(ana);
  const text = (filesOf(ana)["memories/user_gone.md"] ?? "").replace("everybody", "nobody");
  writeFileSync(join(bo.root, "memories/user_gone.md"), text);
  await ana.done(FORGET);
  await syncEach(ana, bo, ana);
  assert.deepEqual(filesOf(ana)["memories/user_gone.md"], undefined);
  assert.equal(filesOf(bo)["memories/user_gone.md"], text);
  assert.notEqual((await standingsOf(bo))["user_gone"], "inferred");
});

test("an edit by hand of a memory that somebody forgets meanwhile is forgotten with it, in use or not", async (t) => {
  for (const act of [null, ["demote", "user_gone", "--reason", "doubt"], ["retire", "user_gone"]]) {
    const pair = await machinesTogether(t, ["ana", "bo"]);
    const { ana, bo } = pair;
    await ana.save("user_gone");
    if (act !== null) await ana.done(act);
    await syncEach(ana, bo);
    const [path = "", text = ""] =
      Object.entries(filesOf(bo)).find(([each]) => each.endsWith("user_gone.md")) ?? [];
    writeFileSync(join(bo.root, path), text.replace("everybody", "nobody"));
    await ana.done(FORGET);
    await syncEach(ana, bo, ana);
    await assertGone(pair, `edited by hand after ${act?.[0] ?? "nothing"}`);
  }
});

test("an edit by hand that its writer signed before anybody knew is forgotten with the memory", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo } = pair;
  await bo.save("user_gone");
  await syncEach(bo, ana);
  const text = filesOf(bo)["memories/user_gone.md"] ?? "";
  writeFileSync(join(bo.root, "memories/user_gone.md"), text.replace("everybody", "nobody"));
  await syncEach(bo);
  await ana.done(FORGET);
  await syncEach(ana, bo, ana);
  await assertGone(pair, "signed as a draft");
});

test("another memory that was begun under a forgotten id is not lost, whoever syncs first, and stands as it was", async (t) => {
  for (const order of ["forgotten first", "sent first"]) {
    const pair = await machinesTogether(t, ["ana", "bo"]);
    const { ana, bo } = pair;
    await ana.save("user_gone");
    if (order === "forgotten first") await syncEach(ana);
    await ana.done(FORGET);
    await bo.save("user_gone", { body: "Bo wrote about it, too, and knew nothing of Ana's words." });
    await syncEach(...(order === "forgotten first" ? [ana, bo] : [bo, ana]), ana, bo, ana);
    assert.deepEqual(filesOf(ana), filesOf(bo), order);
    assert.match(filesOf(ana)["memories/user_gone.md"] ?? "", /knew nothing/, order);
    for (const machine of [ana, bo])
      assert.equal((await standingsOf(machine))["user_gone"], "inferred", `${machine.name}, ${order}`);
  }
});

test("what a person writes anew under an id a day later, forgotten twice, comes to the other machine", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  for (const [day, body] of [
    ["01", "The first words about the gate."],
    ["03", "Other words of it, written anew."],
    ["05", "The last ones of it, for good."],
  ] as const) {
    const now = ["--now", `2026-05-${day}T12:00:00Z`];
    await ana.save("user_gone", { body, more: [PERSON, ...now] });
    await syncEach(ana, bo);
    assert.match(filesOf(bo)["memories/user_gone.md"] ?? "", new RegExp(body));
    assert.equal((await standingsOf(bo))["user_gone"], "verified", body);
    if (body.startsWith("The last")) return;
    await ana.done([...FORGET, ...now]);
    await syncEach(ana, bo);
  }
});

const HELD = `refs/heads/m/${"a".repeat(32)}`;

/** Ana's branch before the forgetting, under a name of its own. */
function putBack(remote: string, before: string): void {
  gitIn(remote, "update-ref", HELD, before);
}

const firstOf = (remote: string, machine: Machine): string =>
  gitIn(remote, "rev-parse", `m/${machineOf(machine)}`).trim();

test("what a person forgot is erased elsewhere and does not come back, though the remote puts it back beside the tombstone", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo, remote } = pair;
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana, bo);
  const before = firstOf(remote, ana);
  await ana.done(FORGET);
  await syncEach(ana);
  putBack(remote, before);
  assert.match((await bo.sync()).stdout, /1 forgotten/);
  await syncEach(ana, bo);
  gitIn(remote, "update-ref", "-d", HELD);
  await assertGone(pair, "put back before Bo came");
  putBack(remote, before);
  await syncEach(ana, bo);
  gitIn(remote, "update-ref", "-d", HELD);
  await assertGone(pair, "put back again");
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("statements that were put back do not erase another memory that was begun under a forgotten id", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana);
  const before = firstOf(remote, ana);
  await ana.done(FORGET);
  await syncEach(ana);
  await bo.save("user_gone", { body: "Bo wrote about it, too, and knew nothing of Ana's words." });
  putBack(remote, before);
  for (const machine of [bo, ana, bo, ana]) await machine.sync();
  for (const machine of [ana, bo]) {
    const texts = Object.entries(filesOf(machine)).filter(([path]) => path.endsWith("user_gone.md"));
    assert.deepEqual(
      texts.map(([path]) => path),
      ["memories/user_gone.md"],
    );
    assert.match(texts[0]?.[1] ?? "", /knew nothing/);
  }
});

test("every text of a memory is forgotten with it: also those that wait beside it", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo } = pair;
  await ana.save("user_gone", { more: [PERSON] });
  await syncEach(ana, bo);
  for (const machine of [ana, bo])
    await machine.done([
      "update",
      "user_gone",
      "--body",
      `${machine.name} says it otherwise, and for good.`,
      PERSON,
    ]);
  for (const machine of [ana, bo, ana]) await machine.sync();
  assert.equal(Object.keys(filesOf(ana)).filter((path) => path.startsWith("memories/")).length, 2);
  await ana.done(FORGET);
  await syncEach(ana, bo, ana);
  await assertGone(pair, "in two texts");
});

const WORDS = "The first words about the gate, to be forgotten.";

test("what is forgotten leaves the archive of another machine, too, though its id has a memory again", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gone", { body: WORDS, more: [PERSON] });
  await syncEach(ana, bo);
  await bo.done(["demote", "user_gone", "--reason", "doubt", PERSON]);
  await bo.done(["archive", "user_gone", PERSON]);
  await ana.done(FORGET);
  const later = [PERSON, "--now", "2026-05-03T12:00:00Z"];
  await ana.save("user_gone", { body: "Other words of it, written anew.", more: later });
  await syncEach(ana, bo, ana);
  assert.match(filesOf(bo)["memories/user_gone.md"] ?? "", /written anew/);
  const archived = readdirSync(join(bo.root, "archive"), { recursive: true }).map(String);
  assert.deepEqual(
    archived.filter((name) => name.endsWith(".md")),
    [],
  );
});

test("forgetting one of two memories of an id names and erases nothing of the other", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gone", { body: WORDS, more: [PERSON] });
  const body = "Bo wrote about it, too, and knew nothing of Ana's words.";
  await bo.save("user_gone", { body, more: [PERSON] });
  for (const machine of [ana, bo, ana, bo]) await machine.sync();
  const [path = ""] = Object.entries(filesOf(ana)).find(([, text]) => text.includes(WORDS)) ?? [];
  const name = path.slice("memories/".length, -".md".length);
  await ana.done(["forget", name, "--reason", "private", PERSON]);
  // The other has the name now, or waits for a yes under it.
  for (const machine of [ana, bo, ana]) await machine.sync();
  for (const machine of [ana, bo]) {
    const texts = Object.values(filesOf(machine));
    assert.ok(!texts.some((text) => text.includes(WORDS)), machine.name);
    assert.equal(texts.filter((text) => text.includes(body)).length, 1, machine.name);
    const [tombstone = ""] = texts.filter((text) => text.includes('"act":"forget"'));
    const of = texts.filter((text) => text.includes('"act":"approve"')).map((text) => JSON.parse(text));
    assert.equal(of.length, 1);
    assert.ok(!tombstone.includes(of[0].digest), "the digest of the other");
  }
});

test("another memory that names a forgotten one stays as it was signed, on every machine", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gone", { body: WORDS, more: [PERSON] });
  await ana.done(["update", "user_gone", "--body", "An agent knows it otherwise, and says so."]);
  const [change = ""] = Object.keys(await standingsOf(ana)).filter((id) => id.includes("_change_"));
  await ana.done(["update", change, "--body", "A person knows it otherwise, and says so.", PERSON]);
  await syncEach(ana, bo);
  await ana.done(FORGET);
  await syncEach(ana, bo, ana);
  assert.deepEqual(filesOf(ana), filesOf(bo));
  assert.equal((await standingsOf(ana))[change], "verified");
});
