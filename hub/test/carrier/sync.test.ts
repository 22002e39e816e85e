// Real machines sync with a real hub: the engine, the report and the exit codes of any other remote.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  bodyOf,
  filesOf,
  type Machine,
  machinesTogether,
  PERSON,
  rootId,
} from "../../../test/sync/machines.ts";
import { examine } from "../../src/operate/doctor.ts";
import { findWord } from "../postgres.ts";
import { startTestHub, type TestHub } from "../running-hub.ts";

type OnHub = { readonly hub: TestHub; readonly ana: Machine; readonly bo: Machine };

/** Machines that knew each other by git, from now on with a hub. */
async function onHub(t: TestContext): Promise<OnHub> {
  const hub = await startTestHub();
  t.after(() => hub.close());
  const { machines } = await machinesTogether(t, ["ana", "bo"]);
  for (const machine of machines) {
    const token = await hub.tokenFor();
    const { exit, stderr } = await machine.sync(["--remote", hub.url, PERSON], { answers: [token] });
    assert.equal(exit, 0, stderr);
  }
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  return { hub, ana, bo };
}

async function synced(machine: Machine, exit = 0): Promise<string> {
  const done = await machine.sync();
  assert.equal(done.exit, exit, `${machine.name}: ${done.stdout}${done.stderr}`);
  return done.stdout;
}

function textOf(machine: Machine, id: string): string {
  return readFileSync(join(machine.root, `memories/${id}.md`), "utf8");
}

async function count(hub: TestHub, table: string, root: string): Promise<number> {
  const [row] = await hub.database.owner.unsafe(
    `SELECT count(*)::int AS count FROM credence.${table} WHERE root = $1`,
    [root],
  );
  return Number(row?.["count"]);
}

test("what one machine saves another has, and a second sync has nothing to do", async (t) => {
  const { hub, ana, bo } = await onHub(t);
  await ana.save("user_tea");
  assert.match(await synced(ana), /1 sent/);
  assert.match(await synced(bo), /1 taken/);
  assert.match(textOf(bo, "user_tea"), /everybody should know about user_tea/);
  await bo.done(["update", "user_tea", "--body", "Green tea, and nothing else, from now on."]);
  await synced(bo);
  await synced(ana);
  assert.deepEqual(filesOf(ana), filesOf(bo));
  for (const machine of [ana, bo]) assert.match(await synced(machine), /nothing new/);
  const shown = await ana.sync(["--json"]);
  assert.equal(JSON.parse(shown.stdout)[0].remote, `${hub.url}/${rootId(ana)}`);
});

test("the token lies in machine state, for this user alone, and in no report, no settings and no address", async (t) => {
  const hub = await startTestHub();
  t.after(() => hub.close());
  const { ana } = await machinesTogether(t, ["ana"]);
  const token = await hub.tokenFor();
  const refused = await ana.sync(["--remote", hub.url, PERSON], { answers: ["crd_nonsense"] });
  assert.equal(refused.exit, 64);
  const done = await ana.sync(["--remote", hub.url, PERSON], { answers: [token] });
  assert.equal(done.exit, 0, done.stderr);
  assert.ok(!`${done.stdout}${done.stderr}${hub.lines.join("\n")}`.includes(token.slice(21)));
  const held = Object.values(filesOf(ana)).join("\n");
  assert.ok(!held.includes(token.slice(21)));
  const place = join(ana.state, "sync", rootId(ana));
  const named: { url: string } = JSON.parse(readFileSync(join(place, "remote.json"), "utf8"));
  assert.equal(named.url, `${hub.url}/${rootId(ana)}`);
  const [file = ""] = readdirSync(join(ana.state, "hubs"));
  const path = join(ana.state, "hubs", file);
  assert.match(readFileSync(path, "utf8"), new RegExp(token));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  // A person alone names a hub.
  assert.notEqual((await ana.sync(["--remote", hub.url])).exit, 0);
});

test("what a person forgets leaves the hub with its words, and never comes back", async (t) => {
  const { hub, ana, bo } = await onHub(t);
  const root = rootId(ana);
  await ana.save("user_gone", { body: "A marigold that nobody may read again, ever, anywhere." });
  await ana.save("user_stays");
  await synced(ana);
  await synced(bo);
  const before = await count(hub, "text", root);
  await ana.done(["forget", "user_gone", "--reason", "private", PERSON]);
  // On the other machine it is changed meanwhile.
  await bo.done([
    "update",
    "user_gone",
    "--body",
    "A marigold that somebody changed in the meantime, elsewhere.",
  ]);
  await synced(ana);
  assert.equal(await count(hub, "text", root), before - 1);
  await synced(bo);
  await synced(ana);
  assert.ok(!existsSync(join(bo.root, "memories/user_gone.md")));
  assert.deepEqual(await findWord(hub.database, "marigold"), []);
  const faults = (await examine(hub.database.owner)).filter(({ isFine }) => !isFine);
  // The cluster of the tests keeps nothing when the machine is lost.
  assert.deepEqual(
    faults.map(({ what }) => what),
    ["settings that lose what was acknowledged"],
  );
});

test("state that is lost, and a hub that went back to an older past, cost a comparison and nothing else", async (t) => {
  const { hub, ana, bo } = await onHub(t);
  const [root, owner] = [rootId(ana), hub.database.owner];
  for (const id of ["user_one", "user_two", "user_three"]) await ana.save(id);
  await synced(ana);
  await synced(bo);
  // As after a backup was put back: what came last is gone, and other things take its numbers.
  const [[mark]] = [await owner`SELECT n FROM credence.mark WHERE root = ${root} ORDER BY n LIMIT 1`];
  for (const table of ["statement", "text", "paper", "mark"])
    await owner.unsafe(`DELETE FROM credence.${table} WHERE root = $1 AND n > $2`, [root, mark?.["n"]]);
  await owner`UPDATE credence.root SET next = ${Number(mark?.["n"]) + 1} WHERE id = ${root}`;
  await bo.save("user_four");
  await synced(bo);
  await synced(ana);
  await synced(bo);
  assert.deepEqual(Object.keys(filesOf(ana)), Object.keys(filesOf(bo)));
  assert.ok(existsSync(join(ana.root, "memories/user_four.md")));
  const texts = await count(hub, "text", root);
  assert.equal(texts, 4);
  rmSync(join(bo.state, "sync", root, "carrier"), { recursive: true });
  assert.match(await synced(bo), /nothing new/);
  assert.equal(await count(hub, "text", root), texts);
});

test("a token that may only read takes and sends nothing; one that is over, or of another hub, is exit 6", async (t) => {
  const { hub, ana, bo } = await onHub(t);
  await ana.save("user_read");
  await synced(ana);
  const reader = await hub.tokenFor({ may: "read", scopes: ["read"], root: rootId(ana) });
  const pulled = await bo.sync(["--remote", hub.url, "--pull-only", PERSON], { answers: [reader] });
  assert.equal(pulled.exit, 0, pulled.stderr);
  assert.equal(textOf(bo, "user_read").includes(bodyOf("user_read")), true);
  await bo.save("user_unsent");
  const refused = await bo.sync();
  assert.equal(refused.exit, 4);
  assert.match(refused.stderr, /may not write/);
  await hub.database.owner`UPDATE credence.token SET revoked = now() WHERE id = ${reader.slice(4, 20)}`;
  const over = await bo.sync();
  assert.equal(over.exit, 6);
  assert.match(over.stderr, /does not take this machine's token/);
});
