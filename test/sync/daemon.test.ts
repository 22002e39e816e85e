// The same over a network: git's own daemon on loopback, one process per connection, as inetd would start it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasDaemon, serve } from "./git-daemon.ts";
import { entriesOf, type Planted, plant, writeTree } from "./hostile-tree.ts";
import { filesOf, gitIn, type Machine, machinesTogether, PERSON, standingsOf, tipOf } from "./machines.ts";
import { BODY, file, MEMORY, victim } from "./victim.ts";

const skip = hasDaemon() ? false : "git daemon is not installed here";

async function syncAll(machines: readonly Machine[], exits: readonly number[]): Promise<void> {
  for (const machine of machines) {
    const { exit, stderr } = await machine.sync();
    assert.ok(exits.includes(exit), `${machine.name}: ${exit} ${stderr}`);
  }
}

test("three machines meet over git daemon: all that they did is on each, merged, and what was forgotten is gone", {
  skip,
}, async (t) => {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  const [ana, bo, cy] = machines;
  assert.ok(ana !== undefined && bo !== undefined && cy !== undefined);
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
  await syncAll([ana, bo, cy, ana, bo], [0, 3]);
  for (const machine of [bo, cy]) {
    assert.deepEqual(filesOf(machine), filesOf(ana), machine.name);
    assert.deepEqual(await standingsOf(machine), await standingsOf(ana), machine.name);
  }
  const files = Object.entries(filesOf(ana));
  for (const said of [/Bo says/, /Cy says/]) assert.ok(files.some(([, text]) => said.test(text)));
  assert.ok(![...Object.keys(filesOf(cy)), ...tipOf(remote)].some((path) => path.includes("user_gone")));
});

test("what git does not allow is refused over git daemon, too, and a link is not taken", {
  skip,
}, async (t) => {
  const { ana, remote } = await victim(t);
  const address = await serve(t, remote);
  await ana.done(["sync", "--remote", address, PERSON]);
  const before = filesOf(ana);
  const tip = gitIn(remote, "rev-parse", "main").trim();
  const inside: Planted = { mode: "40000", tree: [["config", file(MEMORY("Something", BODY))]] };
  const root = entriesOf(remote).filter(([name]) => name === "root.json");
  plant(remote, writeTree(remote, [[".git", inside], ...root]));
  const refused = await ana.sync();
  assert.equal(refused.exit, 6);
  assert.match(refused.stderr, /^error: REMOTE_FAILED: /);
  gitIn(remote, "update-ref", "refs/heads/main", tip);
  const top = entriesOf(remote).filter(([name]) => name !== "memories");
  const link: Planted = { mode: "120000", content: "/etc/passwd" };
  const memories: Planted = {
    mode: "40000",
    tree: [...entriesOf(remote, "memories"), ["user_link.md", link]],
  };
  plant(remote, writeTree(remote, [...top.slice(0, 1), ["memories", memories], ...top.slice(1)]));
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.deepEqual(
    [exit, JSON.parse(stdout)[0].refused],
    [0, [{ path: "memories/user_link.md", why: "it is a symbolic link" }]],
  );
  assert.deepEqual(filesOf(ana), before);
});
