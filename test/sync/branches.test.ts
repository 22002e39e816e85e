// Whatever becomes of the branches of a remote, nothing that a machine once had is lost: what is missing there is sent again, what is on
// a machine's own branch is read before it is replaced, and whoever makes branches by the hundred displaces nobody.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf, gitIn, machineOf, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { BODY, file, keyOf, MALLORY, newKey, publishAs, SOURCE, say } from "./victim.ts";

test("the branch of a dead machine that is deleted takes nothing away: whoever has it sends it again", async (t) => {
  const { ana, bo, cy, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  await bo.save("user_bo", { more: [PERSON] });
  for (const machine of [bo, ana]) assert.equal((await machine.sync()).exit, 0);
  gitIn(remote, "update-ref", "-d", `refs/heads/m/${machineOf(bo)}`);
  // Taken note of, and not sent yet.
  assert.equal((await ana.sync(["--pull-only"])).exit, 0);
  for (const machine of [ana, cy]) assert.equal((await machine.sync()).exit, 0);
  assert.deepEqual(await standingsOf(cy), { user_bo: "verified" });
  assert.match((await ana.sync()).stdout, /nothing new/);
});

test("a machine that was restored from a backup reads its own branch before it replaces it, also where it only sends", async (t) => {
  const { ana, cy } = await machinesTogether(t, ["ana", "bo", "cy"]);
  await ana.save("user_old");
  assert.equal((await ana.sync()).exit, 0);
  const backup = `${ana.project.base}-backup`;
  execFileSync("cp", ["-a", ana.project.base, backup]);
  await ana.save("user_precious");
  assert.equal((await ana.sync()).exit, 0);
  rmSync(ana.project.base, { recursive: true });
  execFileSync("mv", [backup, ana.project.base]);
  for (const [machine, more] of [
    [ana, ["--push-only"]],
    [cy, []],
  ] as const)
    assert.equal((await machine.sync(more)).exit, 0);
  for (const machine of [ana, cy])
    assert.deepEqual(await standingsOf(machine), { user_old: "inferred", user_precious: "inferred" });
});

test("branches by the hundred leave room for whom this machine trusts, and are told", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  publishAs({ remote, machine: MALLORY }, { more: [["x", file("x")]] });
  const oid = gitIn(remote, "rev-parse", `refs/heads/m/${MALLORY}`).trim();
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  const names = Array.from({ length: 300 }, (_, at) =>
    [at >> 5, at & 31]
      .map((digit) => letters[digit])
      .join("")
      .padStart(32, "a"),
  );
  const refs = names.map((name) => `${oid} refs/heads/m/${name}\n`);
  appendFileSync(join(remote, "packed-refs"), refs.join(""));
  assert.equal((await ana.sync()).exit, 6);
  await bo.save("user_bo", { more: [PERSON] });
  await bo.sync();
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 6);
  assert.match(stdout, /branches: more than there may be/);
  assert.deepEqual(await standingsOf(ana), { user_bo: "verified" });
});

test("a word with the birth of a known memory and another id is of another memory, on every machine", async (t) => {
  const { ana, bo, cy, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  await ana.save("user_fact", { more: [PERSON] });
  for (const machine of [ana, bo, cy]) await machine.sync();
  const [statement = ""] = Object.entries(filesOf(ana)).flatMap(([path, text]) =>
    path.startsWith("attest/user_fact/") ? [text] : [],
  );
  const { born } = JSON.parse(statement);
  const key = keyOf(bo, "machine");
  const source = SOURCE("Other", "Something totally different that a thief would like everybody to read.");
  const { text } = say({ key, root: rootId(ana), id: "user_zz", source }, { born, device: key.signer });
  publishAs({ remote, machine: MALLORY }, { said: [text], texts: [source] });
  for (let round = 0; round < 2; round += 1)
    for (const machine of [ana, cy, bo]) assert.equal((await machine.sync()).exit, 0);
  for (const machine of [ana, bo, cy]) {
    assert.deepEqual(
      await standingsOf(machine),
      { user_fact: "verified", user_zz: "inferred" },
      machine.name,
    );
    assert.ok(!Object.values(filesOf(machine)).some((each) => each.includes('"act":"draft"')), machine.name);
  }
});

test("strangers that came first leave room for one with a card in the root", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  const said = [..."abcdefghijklmnopqrstuvwxyz234567"].map((letter) => {
    const key = newKey("person", letter);
    return say({ key, root: rootId(ana), id: "user_junk", source: SOURCE("Junk", BODY) }).text;
  });
  publishAs({ remote, machine: MALLORY }, { said, texts: [SOURCE("Junk", BODY)] });
  rmSync(`${ana.state}/signers.json`);
  assert.equal((await ana.sync()).exit, 0);
  await bo.call(["team", "join", "--name", "Bo", "--scope", "user", PERSON], { answers: ["Bo", "y"] });
  await bo.save("user_bo", { more: [PERSON] });
  await bo.sync();
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 0, stdout);
  assert.equal((await standingsOf(ana))["user_bo"], "foreign");
});
