// Somebody is removed: what they said is decided once, and their card is no stranger's that waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beginSession,
  changeMachine,
  joinTeam,
  type Member,
  pair,
  pull,
  readAloud,
} from "../../fixture/team-machines.ts";
import { acquainted, standing } from "./acquainted.ts";

for (const fate of ["keep", "fall"]) {
  test(`the card of somebody who was removed waits nowhere again, whatever it says next, where what they said may ${fate}`, async (t) => {
    const [ana, bo] = await acquainted(t);
    const screens: string[] = [];
    const onAsk = (screen: string): unknown => screens.push(screen);
    const { stdout } = await bo.done(["team", "remove", "Ana"], { answers: [fate], onAsk });
    assert.match(
      stdout,
      fate === "keep" ? /^Ana / : /^Ana is no longer trusted, and nothing they said counts\n/,
    );
    assert.match(
      stdout,
      /\ntheir card stays in \.claude\/memory\/team\/[a-z2-7]{32}\.json, and does not wait here again: if the whole team is done with it, delete the file and commit that\n$/,
    );
    assert.match(screens[0] ?? "", /^Ana: 2 keys: .*\n2 memories stand on what they said:\n/);
    assert.match(await standing(bo, "project_approved"), fate === "keep" ? /^verified/ : /^foreign/);
    // A new machine, and then a new person key.
    changeMachine(ana);
    await joinTeam(ana);
    await ana.done(["key", "rotate"], { answers: ["y", "none", "none"] });
    await joinTeam(ana);
    await ana.save("project_after", { answers: ["y"] });
    pull(bo, ana);
    const notices = (await beginSession(bo)).filter((line) => /cards? of your team/.test(line));
    assert.deepEqual(notices, []);
    assert.equal((await bo.done(["team", "accept"], { answers: [] })).stdout, "no card waits\n");
    assert.deepEqual(await kindsIn(bo), ["Bo: own", "Ana: removed"]);
    assert.match(await standing(bo, "project_after"), /^foreign/);
  });

  test(`whoever was removed comes back by team add and their fingerprint, where what they said was to ${fate}`, async (t) => {
    const [ana, bo] = await acquainted(t);
    await bo.done(["team", "remove", "Ana"], { answers: [fate] });
    await ana.save("project_after", { answers: ["y"] });
    pull(bo, ana);
    const left = await bo.done(["team", "add", "Ana"], { answers: [""] });
    assert.equal(left.stdout, "nobody was accepted; 1 card waits\n");
    assert.equal((await bo.done(["team", "accept"], { answers: [] })).stdout, "no card waits\n");
    const added = await bo.done(["team", "add", "Ana"], { answers: [await readAloud(ana)] });
    assert.equal(added.stdout, "accepted Ana\n");
    for (const id of ["project_approved", "project_after"]) assert.match(await standing(bo, id), /^verified/);
    assert.deepEqual(await kindsIn(bo), ["Bo: own", "Ana: in"]);
  });
}

async function kindsIn(member: Member): Promise<string[]> {
  const { members } = JSON.parse((await member.done(["team", "--json"], { answers: [] })).stdout);
  return members.map(({ kind, name }: { kind: string; name: string }) => `${name}: ${kind}`);
}

test("whoever removes somebody twice hears that it is done, and an unknown name or root is refused before the passphrase", async (t) => {
  const [, bo] = await acquainted(t);
  await bo.done(["team", "remove", "Ana"], { answers: ["fall"] });
  assert.equal(
    (await bo.done(["team", "remove", "Ana"], { answers: [] })).stdout,
    "Ana was removed before\n",
  );
  const unknown = await bo.call(["team", "remove", "Cy"], { answers: [] });
  assert.match(unknown.stderr, /^error: NOT_FOUND: no signer here is named Cy\n/);
  const elsewhere = await bo.call(["team", "join", "--scope", "user"], { answers: [] });
  assert.match(elsewhere.stderr, /^error: NO_ROOT: there is no user memory root\n/);
});

test("team add puts one's own card there, takes whoever is named, and is done when it is run again", async (t) => {
  const [ana, bo] = await pair(t);
  await ana.save("project_approved", { answers: ["y"] });
  await joinTeam(ana);
  pull(bo, ana);
  const nobody = await bo.call(["team", "add", "Cy"], { answers: [] });
  assert.match(
    nobody.stderr,
    /^error: NOT_FOUND: no card of Cy is here\nhint: ask them to run credence team join /,
  );
  const typed = await readAloud(ana);
  const answers = (question: string): string =>
    /your team knows/.test(question) ? "Bo" : /8 characters/.test(question) ? typed : "y";
  // Stopped after the own card was signed: it goes on with the other one.
  const stopped = await bo.call(["team", "add", "Ana"], {
    answers: (question) => (/8 characters/.test(question) ? undefined : answers(question)),
  });
  assert.notEqual(stopped.exit, 0);
  const asked: string[] = [];
  const added = await bo.done(["team", "add", "Ana", "--json"], {
    answers,
    onAsk: (each) => asked.push(each),
  });
  assert.deepEqual(JSON.parse(added.stdout), { joined: null, accepted: ["Ana"], ended: [], left: 0 });
  assert.equal(asked.length, 1);
  assert.match(await standing(bo, "project_approved"), /^verified/);
  assert.equal((await bo.done(["team", "add", "Ana"], { answers: [] })).stdout, "Ana: in already\n");
  const agent = await bo.call(["team", "add", "Ana"], { answers: [], env: { CLAUDECODE: "1" } });
  assert.match(agent.stderr, /^error: NEEDS_PERSON/);
});
