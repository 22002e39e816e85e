// The same over a network: git's own daemon on loopback, one process per connection, as inetd would start it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathOf } from "../../src/git/carrier/layout.ts";
import { named, plantBranch } from "../git/carriers.ts";
import { hasDaemon, serve } from "./git-daemon.ts";
import type { Planted } from "./hostile-tree.ts";
import { filesOf, type Machine, machinesTogether, PERSON, readableIn, standingsOf } from "./machines.ts";
import { file, MALLORY, publishAs, victim } from "./victim.ts";

const skip = hasDaemon() ? false : "git daemon is not installed here";

async function syncAll(machines: readonly Machine[], exits: readonly number[]): Promise<void> {
  for (const machine of machines) {
    const { exit, stderr } = await machine.sync();
    assert.ok(exits.includes(exit), `${machine.name}: ${exit} ${stderr}`);
  }
}

test("three machines meet over git daemon: all that they did is on each, and what was forgotten is gone", {
  skip,
}, async (t) => {
  const { ana, bo, cy, machines, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  const address = await serve(t, remote);
  for (const machine of machines) await machine.done(["sync", "--remote", address, PERSON]);
  await ana.save("user_both");
  await ana.save("user_gone", { body: "Something that is nobody's business but Ana's, at length." });
  await bo.save("user_bo", { more: [PERSON] });
  await syncAll([ana, bo, cy], [0]);
  await bo.done(["update", "user_both", "--body", "Bo says that it is otherwise, and gives his reasons."]);
  await cy.done([
    "update",
    "user_both",
    "--body",
    "Cy says that it is so, and gives hers, which are longer.",
  ]);
  await ana.done(["forget", "user_gone", "--reason", "private", PERSON]);
  await syncAll([ana, bo, cy, ana, bo, cy], [0, 3]);
  for (const machine of [bo, cy]) {
    assert.deepEqual(filesOf(machine), filesOf(ana), machine.name);
    assert.deepEqual(await standingsOf(machine), await standingsOf(ana), machine.name);
  }
  const files = Object.entries(filesOf(ana));
  for (const said of [/Bo says/, /Cy says/]) assert.ok(files.some(([, text]) => said.test(text)));
  assert.ok(!Object.keys(filesOf(cy)).some((path) => path.includes("user_gone")));
  assert.ok(!readableIn(remote).includes("user_gone"));
});

test("what git does not allow makes one branch unreadable over git daemon, too, and a link is not taken", {
  skip,
}, async (t) => {
  const { ana, remote } = await victim(t);
  const address = await serve(t, remote);
  await ana.done(["sync", "--remote", address, PERSON]);
  const before = filesOf(ana);
  const refused = async (code: number): Promise<readonly string[]> => {
    const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
    assert.equal(exit, code, stdout);
    const rows: { path: string; why: string }[] = JSON.parse(stdout)[0].refused;
    return rows.map(({ path, why }) => (path.startsWith("m/") ? path : `${path}: ${why}`));
  };
  const inside: Planted = { mode: "40000", tree: [["config", file("x")]] };
  plantBranch(remote, MALLORY, [[".git", inside]]);
  assert.deepEqual(await refused(6), [`m/${MALLORY}`]);
  const link: Planted = { mode: "120000", content: "/etc/passwd" };
  publishAs({ remote, machine: MALLORY }, { more: [[pathOf(named("s", "link")[0]), link]] });
  assert.deepEqual(await refused(0), ["1 object: no plain file"]);
  assert.deepEqual(filesOf(ana), before);
});
