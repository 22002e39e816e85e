// What becomes of people, keys and machines after the first day: new ones, lost ones, those who are introduced and those who leave.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  accept,
  beginSession,
  cardOf,
  changeMachine,
  joinTeam,
  MACHINE,
  type Member,
  pair,
  pull,
  pullAll,
  readAloud,
  three,
} from "../../fixture/team-machines.ts";
import { acquainted, standing } from "./acquainted.ts";

const BY_ANA = "verified: approved by Ana on 2026-05-01";
/** Two machines of one card have no name in common. */
const HERS = `Ana's ${MACHINE}-2`;

test("a new machine on an accepted card gives advice without another act, and is named at the next start, once", async (t) => {
  const [ana, bo] = await acquainted(t);
  changeMachine(ana);
  await ana.save("project_from_new_machine");
  await joinTeam(ana);
  pull(bo, ana);
  assert.equal(await standing(bo, "project_from_new_machine"), "foreign: unknown signer");
  const news = `new on a card that you accepted, and used as advice: ${HERS}: credence team lists them; credence trust remove ends it`;
  assert.equal((await beginSession(bo)).filter((line) => line === news).length, 1);
  assert.equal((await beginSession(bo)).includes(news), false);
  assert.equal(await standing(bo, "project_from_new_machine"), `inferred: written by ${HERS} on 2026-05-01`);
  // It can approve nothing, and whoever removes it is rid of it for good.
  await bo.done(["trust", "remove", HERS], { answers: ["y"] });
  await beginSession(bo);
  assert.equal(await standing(bo, "project_from_new_machine"), "foreign: unknown signer");
  assert.equal(await standing(bo, "project_approved"), BY_ANA);
});

test("more machines than anybody gets at once wait for a person", async (t) => {
  const [ana, bo] = await acquainted(t);
  for (let count = 0; count < 5; count += 1) {
    changeMachine(ana);
    await joinTeam(ana);
  }
  await ana.save("project_from_new_machine");
  pull(bo, ana);
  assert.ok((await beginSession(bo)).includes("1 card of your team waits: credence team accept"));
  assert.equal(await standing(bo, "project_from_new_machine"), "foreign: unknown signer");
  assert.equal((await bo.done(["team", "accept"], { answers: ["y"] })).stdout, "accepted Ana\n");
  assert.equal(
    await standing(bo, "project_from_new_machine"),
    `inferred: written by Ana's ${MACHINE}-6 on 2026-05-01`,
  );
});

test("a new person key waits for a yes, and the old one has nothing new to say meanwhile", async (t) => {
  const [ana, bo] = await acquainted(t);
  await ana.save("project_before", { answers: ["y"] });
  pull(bo, ana);
  assert.equal(await standing(bo, "project_before"), BY_ANA);
  const rotated = await ana.done(["key", "rotate"], { answers: ["y", "none", "none"] });
  assert.match(rotated.stdout, /^ {2}credence team join {2}\(\.claude\/memory\/\)$/m);
  await joinTeam(ana);
  assert.equal(cardOf(ana).seq, 2);
  await ana.save("project_after", { answers: ["y"] });
  pull(bo, ana);
  assert.ok((await beginSession(bo)).includes("1 card of your team waits: credence team accept"));
  assert.equal(await standing(bo, "project_after"), "foreign: unknown signer");
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  await bo.done(["team", "accept"], { answers: ["y", "keep"], onAsk });
  assert.match(screens[0] ?? "", /1 person key is new, signed for by the key that you know\./);
  assert.match(screens[1] ?? "", /^Ana: 1 key: Ana …[a-z2-7]{6}\n2 memories stand on what it said:\n/);
  assert.equal(await standing(bo, "project_after"), BY_ANA);
  assert.equal(await standing(bo, "project_before"), BY_ANA);
  assert.equal((await bo.done(["team", "accept"], { answers: [] })).stdout, "no card waits\n");
});

test("a key that may be stolen vouches for no other and says that it is over: the card begins anew", async (t) => {
  const [ana, bo] = await acquainted(t);
  const { owner } = cardOf(ana);
  const rotated = await ana.done(["key", "rotate", "--distrust"], { answers: ["y", "none", "none"] });
  assert.match(rotated.stdout, /^ {2}credence team join {2}\(\.claude\/memory\/\)$/m);
  // The name is known.
  await ana.done(["team", "join"], { answers: ["y"] });
  assert.deepEqual([cardOf(ana).owner === owner, cardOf(ana).seq], [false, 1]);
  const { stdout: list } = await ana.done(["team"], { answers: [] });
  assert.match(list, /^Ana {11}…[a-z2-7]{6} left, 1 machine$/m);
  assert.doesNotMatch(list, /warning|Ana .* waits/);
  pull(bo, ana);
  await beginSession(bo);
  const screens: string[] = [];
  const answers = (screen: string): string => (/keep or fall/.test(screen) ? "fall" : "");
  const { stdout } = await bo.done(["team", "accept"], { answers, onAsk: (each) => screens.push(each) });
  assert.equal(screens.filter((each) => /^Ana: 1 key: /.test(each)).length, 1);
  assert.equal(stdout, "Ana: nothing counts of what is over; 1 card waits\n");
  assert.match(await standing(bo, "project_approved"), /^foreign/);
});

test("each card whose key was distrusted ends wherever an earlier version of it turns up again", async (t) => {
  const [ana] = await pair(t);
  await joinTeam(ana);
  const path = join(ana.root, "team", `${cardOf(ana).owner}.json`);
  const before = readFileSync(path, "utf8");
  const isOver = (): boolean => JSON.parse(readFileSync(path, "utf8")).persons[0].until !== undefined;
  for (const _ of ["once", "twice"]) {
    await ana.done(["key", "rotate", "--distrust"], { answers: ["y", "none", "none"] });
    assert.equal(isOver(), true, "at once in the root at hand");
    writeFileSync(path, before);
    await ana.done(["team", "join"], { answers: ["y"] });
    assert.equal(isOver(), true);
    writeFileSync(path, before);
  }
});

for (const [fate, after] of [
  ["keep", BY_ANA],
  ["fall", "foreign: unknown signer"],
] as const) {
  test(`of somebody who left, what they said may ${fate}, and nothing new counts`, async (t) => {
    const [ana, bo] = await acquainted(t);
    const left = await ana.done(["team", "leave"], { answers: ["y"] });
    assert.equal(left.stdout, "you left: commit and push it\n");
    await ana.save("project_too_late", { answers: ["y"] });
    pull(bo, ana);
    await beginSession(bo);
    assert.match(await standing(bo, "project_too_late"), /^foreign/);
    const screens: string[] = [];
    await bo.done(["team", "accept"], { answers: ["what?", fate], onAsk: (screen) => screens.push(screen) });
    assert.match(screens[0] ?? "", /^Ana: 2 keys: /);
    assert.match(
      screens[0] ?? "",
      /\n2 memories stand on what they said:\n {2}project_approved\n {2}project_written\n/,
    );
    assert.match(screens[0] ?? "", /\nkeep {2}what was said until 2026-05-01 counts/);
    assert.equal(await standing(bo, "project_approved"), after);
    assert.match(await standing(bo, "project_too_late"), /^foreign/);
    assert.match(
      (await bo.done(["team"], { answers: [] })).stdout,
      /^Ana {11}…[a-z2-7]{6} left, 0 machines$/m,
    );
    assert.match((await bo.done(["team", "accept"], { answers: [] })).stdout, /^no card waits/);
  });
}

test("whoever comes back is accepted by their fingerprint, under the same card", async (t) => {
  const [ana, bo] = await acquainted(t);
  const { owner } = cardOf(ana);
  await ana.done(["team", "leave"], { answers: ["y"] });
  pull(bo, ana);
  await bo.done(["team", "accept"], { answers: ["keep"] });
  await joinTeam(ana);
  assert.equal(cardOf(ana).owner, owner);
  await ana.save("project_back_again", { answers: ["y"] });
  pull(bo, ana);
  assert.match(await standing(bo, "project_back_again"), /^foreign/);
  assert.equal(await accept(bo, ana), "accepted Ana\n");
  assert.equal(await standing(bo, "project_back_again"), BY_ANA);
});

/** Ana has lost her machine and taken it off; what its finder wrote since comes to Bo in the same pull. */
async function pullTheft(t: Parameters<typeof pair>[0]): Promise<Member> {
  const [ana, bo] = await acquainted(t);
  const thief = readFileSync(join(ana.state, "keys", "machine.json"));
  changeMachine(ana);
  await ana.done(["team", "leave", "--machine", MACHINE], { answers: ["y"] });
  await joinTeam(ana);
  const own = readFileSync(join(ana.state, "keys", "machine.json"));
  writeFileSync(join(ana.state, "keys", "machine.json"), thief);
  await ana.save("project_from_the_thief");
  writeFileSync(join(ana.state, "keys", "machine.json"), own);
  pull(bo, ana);
  return bo;
}

test("a lost machine is taken off the card, and what it says from then on is nobody's", async (t) => {
  const bo = await pullTheft(t);
  await bo.done(["team", "accept"], { answers: ["fall"] });
  assert.match(await standing(bo, "project_from_the_thief"), /^foreign/);
  assert.match(await standing(bo, "project_written"), /^foreign/);
  assert.equal(await standing(bo, "project_approved"), BY_ANA);
});

for (const look of [
  ["git-hook", "post-merge"],
  ["sync", "--scope", "project"],
]) {
  test(`credence ${look.join(" ")} takes nothing for seen that came with the news of a lost machine`, async (t) => {
    const bo = await pullTheft(t);
    await bo.call(look, { answers: [] });
    assert.match(await standing(bo, "project_from_the_thief"), /^foreign/);
    await bo.done(["team", "accept"], { answers: ["keep"] });
    assert.match(await standing(bo, "project_from_the_thief"), /^foreign/);
    assert.match(await standing(bo, "project_written"), /^inferred/);
  });
}

test("who is introduced needs a yes and no fingerprint, where the introducer may introduce, and counts for nothing before", async (t) => {
  const [ana, bo, cy] = await three(t);
  await cy.save("project_of_cy", { answers: ["y"] });
  for (const member of [ana, bo, cy]) await joinTeam(member);
  pullAll([ana, bo, cy]);
  for (const [member, other] of [
    [ana, cy],
    [bo, ana],
  ] as const)
    await member.done(["team", "accept"], { answers: await answersFor(other) });
  const introduce = ["team", "introduce", "Cy"];
  const yes = { answers: ["y"] };
  assert.equal((await ana.done(introduce, yes)).stdout, "you introduced Cy: commit and push it\n");
  assert.equal((await ana.done(introduce, yes)).stdout, "you introduced Cy before\n");
  pull(bo, ana);
  const list = async (): Promise<string> => (await bo.done(["team"], { answers: [] })).stdout;
  // Ana may not introduce here: her word changes nothing.
  assert.match(await list(), /^Cy {12}…[a-z2-7]{6} waits, 1 machine$/m);
  await bo.done(["trust", "add", "Ana", "--introduces"], yes);
  assert.match(await list(), /waits, introduced by Ana, 1 machine$/m);
  assert.equal(await standing(bo, "project_of_cy"), "foreign: unknown signer");
  const screens: string[] = [];
  const accepted = await bo.done(["team", "accept"], { ...yes, onAsk: (each) => screens.push(each) });
  assert.equal(accepted.stdout, "accepted Cy\n");
  assert.match(screens[0] ?? "", /introduced by Ana\n/);
  assert.equal(await standing(bo, "project_of_cy"), "verified: approved by Cy on 2026-05-01");
  // One level: Bo knows Cy by introduction only, and whom Cy introduces nobody here has let introduce.
  assert.match((await bo.call(introduce, yes)).stderr, /^error: DECLINED: you know Cy by introduction only/);
  await losesIntroducer(bo);
});

/** Who trusted the introducer is asked about each, and a slip decides about nobody. */
async function losesIntroducer(bo: Member): Promise<void> {
  const asked: string[] = [];
  const onAsk = (each: string): unknown => asked.push(each);
  const slip = await bo.call(["trust", "remove", "Ana"], { answers: ["y", "d", "dorp", ""], onAsk });
  assert.match(slip.stderr, /^error: DECLINED: neither keep nor drop was typed/);
  assert.match(await standing(bo, "project_of_cy"), /^verified/);
  const removed = await bo.done(["trust", "remove", "Ana"], { answers: ["y", "d", "drop"], onAsk });
  assert.deepEqual(asked.slice(5), [
    "Cy was accepted because Ana introduced them: keep or drop Cy? ",
    "keep or drop Cy? ",
  ]);
  assert.equal(removed.stdout, "Ana is no longer trusted\nCy dropped\n");
  assert.equal(await standing(bo, "project_of_cy"), "foreign: unknown signer");
}

/** Typed where that one is asked for, and Enter where it is another. */
async function answersFor(wanted: Member): Promise<(screen: string) => Promise<string>> {
  const typed = await readAloud(wanted);
  return async (screen) => (screen.includes(`\n${wanted.name}: `) ? typed : "");
}

test("where two machines of somebody each take the other off, neither has anything new to say to the others", async (t) => {
  const [desk, bo, laptop] = await three(t);
  for (const member of [desk, laptop]) await joinTeam({ ...member, name: "Ana" });
  await joinTeam(bo);
  pullAll([desk, bo, laptop]);
  const old = cardOf(laptop).owner;
  await desk.done(["team", "accept", "--mine"], { answers: [await readAloud(laptop)] });
  for (const { root } of [bo, laptop]) rmSync(join(root, "team", `${old}.json`));
  for (const member of [bo, laptop]) pull(member, desk);
  await laptop.done(["team", "accept", "--mine"], { answers: [await readAloud(desk)] });
  await bo.done(["team", "accept"], { answers: await answersFor({ ...desk, name: "Ana" }) });
  // Whoever stole the laptop is quicker than Ana.
  await laptop.done(["team", "leave", "--machine", MACHINE], { answers: ["fall", "y"] });
  pull(bo, laptop);
  await beginSession(bo);
  await desk.done(["team", "leave", "--machine", `${MACHINE}-2`], { answers: ["fall", "y"] });
  pull(bo, desk);
  await beginSession(bo);
  await laptop.save("project_stolen", { answers: ["y"] });
  await laptop.save("project_stolen_written");
  pull(bo, laptop);
  await beginSession(bo);
  for (const id of ["project_stolen", "project_stolen_written"])
    assert.match(await standing(bo, id), /^foreign/, id);
  // Whose the card is, only Ana's own screen tells.
  pull(desk, laptop);
  await desk.done(["team", "join"], { answers: ["y"] });
  pull(bo, desk);
  const answers = async (screen: string): Promise<string> =>
    /keep or fall/.test(screen) ? "fall" : readAloud(desk);
  await bo.done(["team", "accept"], { answers });
  await desk.save("project_of_desk", { answers: ["y"] });
  pull(bo, desk);
  assert.equal(await standing(bo, "project_of_desk"), BY_ANA);
  assert.match(await standing(bo, "project_stolen"), /^foreign/);
});

test("a damaged record of cards withholds what is new, says so, and is mended by accepting again", async (t) => {
  const [ana, bo] = await acquainted(t);
  writeFileSync(join(bo.state, "team.json"), "{");
  await ana.save("project_new", { answers: ["y"] });
  pull(bo, ana);
  assert.equal(await standing(bo, "project_approved"), BY_ANA);
  assert.match(await standing(bo, "project_new"), /^foreign/);
  assert.match(
    (await bo.call(["doctor"], { answers: [] })).stdout,
    /team\.json cannot be read[^:]*: credence team accept/,
  );
  await accept(bo, ana);
  assert.equal(await standing(bo, "project_new"), BY_ANA);
  rmSync(join(bo.state, "team.json"));
  assert.equal(await standing(bo, "project_new"), BY_ANA);
});
