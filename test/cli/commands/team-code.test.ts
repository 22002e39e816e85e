// People who sit together compare one code. It proves that their screens show the same cards, and each of them says whose is whose.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { joinTeam, type Member, pair, pull, pullAll, three } from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

type Sitting = {
  /** Numbers of those who are away. */
  readonly away?: string;
  readonly count?: number;
  readonly same?: "y" | "n";
};

type Seen = { readonly code: string | null; readonly stdout: string; readonly stderr: string };

/** Somebody goes through the questions, and reads the code. */
async function sit(member: Member, { away = "", count = 3, same = "y" }: Sitting = {}): Promise<Seen> {
  let code: string | null = null;
  const outcome = await member.call(["team", "accept", "--code"], {
    answers: ["y", away, String(count), same],
    onAsk: (screen) => {
      code = /^ {2}((?:[a-z2-7]{4} ?){4})$/m.exec(screen)?.[1] ?? code;
    },
  });
  return { code, ...outcome };
}

async function isTrusting(member: Member, id: string): Promise<boolean> {
  return (await standingsOf(member))[id]?.startsWith("verified") === true;
}

test("all who sit together see one code, and accept each other by it", async (t) => {
  const [ana, bo, cy] = await three(t);
  await ana.save("project_of_ana", { answers: ["y"] });
  for (const member of [ana, bo, cy]) await joinTeam(member);
  pullAll([ana, bo, cy]);
  const codes = await Promise.all([ana, bo, cy].map(async (member) => (await sit(member)).code));
  assert.match(codes[0] ?? "", /^[a-z2-7]{4}(?: [a-z2-7]{4}){3}$/);
  assert.deepEqual(new Set(codes).size, 1);
  for (const member of [bo, cy]) assert.equal(await isTrusting(member, "project_of_ana"), true);
  const { signers } = JSON.parse((await bo.done(["trust", "list", "--json"])).stdout);
  assert.deepEqual(new Set(signers.map(({ via }: { via: string }) => via)), new Set(["code"]));
  assert.equal(signers.length, 4);
});

test("another card on one screen is another code, and no is no", async (t) => {
  const [ana, bo] = await pair(t);
  await ana.save("project_of_ana", { answers: ["y"] });
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  const first = await sit(ana, { count: 2, same: "n" });
  assert.match(first.stderr, /^error: DECLINED: you did not say yes/);
  // The remote shows Bo another machine on Ana's card.
  rmSync(join(ana.state, "keys", "machine.json"));
  await joinTeam(ana);
  pull(bo, ana);
  const second = await sit(bo, { count: 2, same: "n" });
  assert.notEqual(second.code, first.code);
  assert.equal(await isTrusting(bo, "project_of_ana"), false);
  assert.equal(existsSync(join(bo.state, "signers.json")), false);
});

test("the code covers those who are here, and nobody else is accepted by it", async (t) => {
  const [ana, bo, cy] = await three(t);
  for (const member of [ana, cy])
    await member.save(`project_of_${member.name.toLowerCase()}`, { answers: ["y"] });
  for (const member of [ana, bo, cy]) await joinTeam(member);
  pullAll([ana, bo, cy]);
  const all = await sit(bo, { same: "n" });
  // Cy's card is there, and Cy is not: one card more than people.
  const tooMany = await sit(bo, { count: 2 });
  assert.match(
    tooMany.stderr,
    /^error: DECLINED: 3 cards are left, and that is not the number of people here/,
  );
  assert.equal(tooMany.code, null, "no code is shown");
  const { stdout } = await bo.done(["team", "--json"], { answers: [] });
  const others: { name: string; kind: string }[] = JSON.parse(stdout).members;
  const place = others.filter(({ kind }) => kind !== "own").findIndex(({ name }) => name === "Cy");
  const without = await sit(bo, { away: String(place + 1), count: 2 });
  assert.notEqual(without.code, all.code);
  assert.equal(without.stdout, "accepted Ana\n");
  assert.deepEqual(
    [await isTrusting(bo, "project_of_ana"), await isTrusting(bo, "project_of_cy")],
    [true, false],
  );
});

test("a foreign card under one's own name, however it is spelt, gives no code", async (t) => {
  const [ana, bo, mallory] = await three(t);
  for (const member of [ana, bo]) await joinTeam(member);
  for (const name of ["Bo", "bo", "В\u043e", "B o", "Bо."]) {
    await joinTeam({ ...mallory, name });
    pullAll([ana, bo, mallory]);
    const { code, stderr } = await sit(bo);
    assert.equal(code, null, name);
    assert.match(stderr, /^error: DECLINED: a card here has your name and is not yours, so there is no code/);
    // On the screens of others both are there, and cannot be told apart.
    const other = await sit(ana);
    const same = "error: DECLINED: two of these cards have the same name, so there is no code";
    assert.deepEqual([other.code, other.stderr.split("\n")[0]], [null, same], name);
  }
});

test("whoever has no card here, or says that it is not theirs, sees no code", async (t) => {
  const [ana, bo] = await pair(t);
  await joinTeam(ana);
  pull(bo, ana);
  const without = await sit(bo, { count: 2 });
  assert.deepEqual(
    [without.code, without.stderr.split("\n")[0]],
    [null, "error: NOT_FOUND: you have no card here"],
  );
  await joinTeam(bo);
  const denied = await bo.call(["team", "accept", "--code"], { answers: ["n"] });
  assert.match(denied.stderr, /^error: DECLINED: /);
  // Somebody put another card in the place of one's own: it does not have one's key, and so is not one's own.
  const [own = ""] = readdirSync(join(bo.root, "team")).filter(
    (name) => !existsSync(join(ana.root, "team", name)),
  );
  mkdirSync(join(bo.base, "kept"));
  cpSync(join(bo.root, "team", own), join(bo.base, "kept", own));
  const [hers = ""] = readdirSync(join(ana.root, "team"));
  cpSync(join(ana.root, "team", hers), join(bo.root, "team", own));
  const forged = await sit(bo, { count: 2 });
  assert.deepEqual(
    [forged.code, forged.stderr.split("\n")[0]],
    [null, "error: NOT_FOUND: you have no card here"],
  );
});
