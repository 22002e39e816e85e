// More than ten memories in use that others take out of use since the person last looked await the person, texts and all; what an
// untrusted signer says of them takes nothing out.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Owner } from "../temp-dir.ts";
import { filesOf, type Machine, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { BODY, keyOf, MALLORY, newKey, publishAs, SOURCE, say } from "./victim.ts";

type Pair = { readonly ana: Machine; readonly bo: Machine; readonly remote: string };

/** So many memories of hers on both machines. */
async function share(t: Owner, ids: readonly string[], more: readonly string[] = []): Promise<Pair> {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  for (const id of ids)
    await ana.save(id, {
      body: `${id.repeat(9)} is what it is about, ${randomBytes(20).toString("hex")}.`,
      more: [...more],
    });
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  return { ana, bo, remote };
}

const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `user_n${at}`);

async function takeOut(bo: Machine, ids: readonly string[], act: "demote" | "forget"): Promise<void> {
  for (const id of ids) await bo.done([act, id, "--reason", "doubt", PERSON]);
  await bo.sync();
}

test("more than ten memories in use that another person takes out at once wait for the person here, texts and all", async (t) => {
  const ids = idsUpTo(11);
  for (const act of ["demote", "forget"] as const) {
    const { ana, bo } = await share(t, ids);
    const texts = (): string[] => readdirSync(join(ana.root, "memories")).sort();
    const before = texts();
    await takeOut(bo, ids, act);
    for (const round of [1, 2]) {
      const { exit, stdout } = await ana.sync();
      assert.equal(exit, 2, `${act} ${round}: ${stdout}`);
      assert.match(stdout, /11 withheld: others take so many out of use; .*--accept-changes/);
      assert.deepEqual(texts(), before);
      assert.deepEqual([...new Set(Object.values(await standingsOf(ana)))], ["foreign"], act);
    }
    const accepted = await ana.sync(["--accept-changes", PERSON]);
    assert.ok([0, 2].includes(accepted.exit), accepted.stdout);
    assert.deepEqual(await standingsOf(ana), await standingsOf(bo));
    assert.equal((await ana.sync()).exit, 0);
  }
});

test("ten at a time are more than ten at once, until the person has looked", async (t) => {
  const ids = idsUpTo(13);
  const [first, second, third] = [ids.slice(0, 6), ids.slice(6, 12), ids.slice(12)];
  const { ana, bo } = await share(t, ids);
  await takeOut(bo, first, "demote");
  assert.doesNotMatch((await ana.sync()).stdout, /withheld/);
  await takeOut(bo, second, "demote");
  const held = await ana.sync();
  assert.equal(held.exit, 2, held.stdout);
  assert.match(held.stdout, /6 withheld: others take so many out of use; .*--accept-changes/);
  const standings = await standingsOf(ana);
  const of = (some: readonly string[]): (string | undefined)[] => [
    ...new Set(some.map((id) => standings[id])),
  ];
  assert.deepEqual([of(first), of(second), of(third)], [["quarantined"], ["foreign"], ["inferred"]]);
  await ana.sync(["--accept-changes", PERSON]);
  assert.deepEqual(await standingsOf(ana), await standingsOf(bo));
  // The person has looked, so that the next few are few again.
  await takeOut(bo, third, "demote");
  assert.doesNotMatch((await ana.sync()).stdout, /withheld/);
  assert.equal((await standingsOf(ana))["user_n12"], "quarantined");
});

test("an untrusted signer who writes of the uuids of facts under other ids takes none out of use", async (t) => {
  const ids = idsUpTo(12);
  const { ana, bo, remote } = await share(t, ids, [PERSON]);
  const bornOf = (id: string): string => {
    const path = Object.keys(filesOf(ana)).find((each) => each.startsWith(`attest/${id}/`)) ?? "";
    return JSON.parse(filesOf(ana)[path] ?? "").born;
  };
  const before = await standingsOf(ana);
  assert.deepEqual([...new Set(Object.values(before))], ["verified"]);
  const key = newKey("person");
  const texts = ids.map((id) => SOURCE(`Not ${id}`, `${BODY} ${id}`));
  const said = ids.map(
    (id, at) =>
      say({ key, root: rootId(ana), id: `user_a${at}`, source: texts[at] ?? "" }, { born: bornOf(id) }).text,
  );
  publishAs({ remote, machine: MALLORY }, { said, texts });
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 0, stdout);
  const standings = await standingsOf(ana);
  for (const id of ids) assert.equal(standings[id], "verified", id);
  // Nor does it keep out what a trusted person says in the same sync.
  await bo.done(["demote", "user_n0", "--reason", "doubt", PERSON]);
  await bo.sync();
  const lowered = await ana.sync();
  assert.equal(lowered.exit, 2);
  assert.match(lowered.stdout, /user_n0: by bo;/);
  assert.equal((await standingsOf(ana))["user_n0"], "quarantined");
});

test("a teammate's machine that says more of a fact than may count neither takes it out of use nor stops the person", async (t) => {
  const { ana, bo, remote } = await share(t, ["user_n0"], [PERSON]);
  const path = Object.keys(filesOf(ana)).find((each) => each.startsWith("attest/user_n0/")) ?? "";
  const { born, digest, text } = JSON.parse(filesOf(ana)[path] ?? "");
  const from = { key: keyOf(bo, "machine"), root: rootId(ana), id: "user_n0", source: "" };
  const said = Array.from({ length: 4_200 }, (_, seq) => say(from, { born, digest, text, seq }).text);
  publishAs({ remote, machine: MALLORY }, { said });
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 0, stdout);
  assert.match(stdout, /3688 statements: more than one signer may say of a memory/);
  assert.deepEqual(await standingsOf(ana), { user_n0: "verified" });
  await ana.done(["update", "user_n0", "--body", `${BODY} It was changed since.`, PERSON]);
  assert.equal((await standingsOf(ana))["user_n0"], "verified");
});
