// A lost machine, in one command: both its keys are over here at once, with or without a root at hand, and at the others with the
// next sync; whoever was interrupted runs it again.

import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  bring,
  cardIn,
  deskAndLaptop,
  fingerprintOf,
  inUseIn,
  keysIn,
  standingsOf,
  steal,
  trustIn,
  USER,
} from "../../fixture/own-machines.ts";
import { MACHINE } from "../../fixture/team-machines.ts";
import { bareRepository, gitIn, type Machine, PERSON, rootId } from "../../sync/machines.ts";

const LAPTOP = `${MACHINE}-2`;
const LOST = ["machine", "lost", LAPTOP];

const keysOfLaptop = (laptop: Machine): string[] => [
  fingerprintOf(laptop, "person"),
  fingerprintOf(laptop, "machine"),
];

/** The keys in use on the card that the remote has. */
function inUseAt(remote: string, desk: Machine): string[] {
  const [branch] = gitIn(remote, "for-each-ref", "--format=%(refname)", "refs/heads/m/").split("\n");
  const card = gitIn(remote, "show", `${branch}:papers/team/${cardIn(desk).owner}`);
  const { persons, machines } = JSON.parse(card);
  return [...persons, ...machines]
    .flatMap(({ key, until }: { key: string; until?: string }) => (until === undefined ? [key] : []))
    .sort();
}

test("machine lost needs neither root nor remote, ends both keys here at once, and the next sync tells the others", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const remote = bareRepository(t);
  await desk.done(["sync", "--remote", remote, PERSON]);
  renameSync(desk.root, `${desk.root}-away`);
  const screens: string[] = [];
  const lost = await desk.done([...LOST, "--json"], {
    answers: ["fall", "y"],
    onAsk: (screen) => screens.push(screen),
  });
  const { kind, fate } = JSON.parse(lost.stdout);
  assert.deepEqual([kind, fate], ["updated", "fall"]);
  assert.match(
    screens[1] ?? "",
    /^Your card will say that .* is over, from now on, with your person key on it\.\n/,
  );
  assert.deepEqual(await trustIn(desk, keysOfLaptop(laptop)), []);
  renameSync(`${desk.root}-away`, desk.root);
  // Anybody syncs, without a passphrase.
  assert.equal((await desk.sync()).exit, 0);
  assert.deepEqual(inUseIn(desk), keysIn(desk));
  assert.deepEqual(inUseAt(remote, desk), keysIn(desk));
  const stolen = await steal(laptop, desk);
  assert.deepEqual(new Set(Object.values(stolen)), new Set(["foreign: unknown signer"]));
});

test("what both keys signed since the last sync here is listed before the question, and by --json", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  await desk.done(["sync", "--remote", bareRepository(t), PERSON]);
  const agreement = join(desk.state, "sync", rootId(desk), "met.json");
  utimesSync(agreement, new Date("2026-05-02T00:00:00Z"), new Date("2026-05-02T00:00:00Z"));
  for (const [id, more] of [
    ["user_late_fact", [PERSON]],
    ["user_late_advice", []],
  ] as const)
    await laptop.save(id, { more: [...more, "--now", "2026-05-03T12:00:00Z"] });
  bring(desk, laptop);
  const screens: string[] = [];
  const { stdout } = await desk.done([...LOST, "--json", "--now", "2026-05-04T12:00:00Z"], {
    answers: ["keep", "y"],
    onAsk: (screen) => screens.push(screen),
  });
  assert.match(
    screens[0] ?? "",
    /\nSigned by them since the last sync here \(2026-05-02T00:00:00Z\):\n {2}2026-05-03/,
  );
  const { since, signed } = JSON.parse(stdout);
  assert.equal(since, "2026-05-02T00:00:00Z");
  assert.deepEqual(
    [...new Set(signed.map(({ id, by }: { id: string; by: string }) => `${id} by ${by}`))].sort(),
    [`user_late_advice by your machine ${LAPTOP}`, `user_late_fact by you on ${LAPTOP}`],
  );
});

test("killed after any of its steps, the same command goes on, asks nothing twice, and then says that it is done", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const kept = join(desk.state, "keys", "card.json");
  const { owner, text } = cardIn(desk);
  const inRoot = join(desk.root, "team", owner);
  const before = readFileSync(kept, "utf8");
  await desk.done(LOST, { answers: ["fall", "y"] });
  // Before the card was signed: the keys are over, and only the card is asked about.
  writeFileSync(kept, before);
  writeFileSync(inRoot, text);
  const again = await desk.done(LOST, { answers: ["y"] });
  assert.match(
    again.stdout,
    / is off your card: credence sync sends it\nhere nothing that it said or says counts\n/,
  );
  assert.deepEqual(inUseIn(desk), keysIn(desk));
  // After that, and before it was in the root.
  writeFileSync(inRoot, text);
  const done = `${LAPTOP} is off your card already: credence sync sends it\n`;
  assert.equal((await desk.done(LOST, { answers: [] })).stdout, done);
  assert.deepEqual(inUseIn(desk), keysIn(desk));
  assert.equal((await desk.done(LOST, { answers: [] })).stdout, done);
  assert.deepEqual(await trustIn(desk, keysOfLaptop(laptop)), []);
});

test("an agent, a wrong name and a machine without a card are refused before any question, with what to do", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const agent = await desk.call(LOST, { answers: [], env: { CLAUDECODE: "1" } });
  assert.match(agent.stderr, /^error: NEEDS_PERSON/);
  const unknown = await desk.call(["machine", "lost", "nowhere"], { answers: [] });
  assert.match(unknown.stderr, /^error: NOT_FOUND: your card lists no machine nowhere\nhint: it lists /);
  const nameless = await desk.call(["machine", "lost"], { answers: [] });
  assert.match(nameless.stderr, /^error: NOT_FOUND: say which machine\nhint: it lists .* \(this machine\), /);
  rmSync(join(desk.state, "keys", "card.json"));
  rmSync(join(desk.root, "team"), { recursive: true });
  const cardless = await desk.call(LOST, { answers: [] });
  assert.match(
    cardless.stderr,
    /^error: NOT_FOUND: you have no card, .*\nhint: credence trust remove NAME ends /,
  );
  assert.equal((await trustIn(desk, keysOfLaptop(laptop))).length, 4);
});

test("team leave --machine without a scope does the same, wherever the card lies", async (t) => {
  const [desk] = await deskAndLaptop(t);
  assert.equal(existsSync(join(desk.top, ".claude/memory")), false);
  const { stdout } = await desk.done(["team", "leave", "--machine", LAPTOP], { answers: ["fall", "y"] });
  assert.match(stdout, / is off your card: credence sync sends it\n/);
  assert.deepEqual(inUseIn(desk), keysIn(desk));
  assert.match((await desk.done(["team", ...USER], { answers: [] })).stdout, / you, 1 machine$/m);
  assert.equal((await standingsOf(desk))["user_before"], "foreign: unknown signer");
});
