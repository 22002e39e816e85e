// Somebody is removed: what they said is decided once, and their card is no stranger's that waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accept,
  beginSession,
  changeMachine,
  joinTeam,
  type Member,
  pair,
  pull,
  pullAll,
} from "../../fixture/team-machines.ts";
import { standingsOf } from "../../fixture/two-machines.ts";

async function standing(member: Member, id: string): Promise<string> {
  return (await standingsOf(member))[id] ?? "";
}

/** Two who joined; Bo accepted Ana. */
async function acquainted(t: Parameters<typeof pair>[0]): Promise<readonly [ana: Member, bo: Member]> {
  const [ana, bo] = await pair(t);
  await ana.save("project_approved", { answers: ["y"] });
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  assert.match(await standing(bo, "project_approved"), /^verified/);
  return [ana, bo];
}

for (const fate of ["keep", "fall"]) {
  test(`the card of somebody who was removed waits nowhere again, whatever it says next, where what they said may ${fate}`, async (t) => {
    const [ana, bo] = await acquainted(t);
    await bo.done(["team", "remove", "Ana"], { answers: [fate] });
    // A new machine, and then a new person key.
    changeMachine(ana);
    await joinTeam(ana);
    await ana.done(["key", "rotate"], { answers: ["y", "none", "none"] });
    await joinTeam(ana);
    await ana.save("project_after", { answers: ["y"] });
    pull(bo, ana);
    assert.deepEqual(
      (await beginSession(bo)).filter((line) => /cards? of your team/.test(line)),
      [],
    );
    assert.equal((await bo.done(["team", "accept"], { answers: [] })).stdout, "no card waits\n");
    const { members } = JSON.parse((await bo.done(["team", "--json"], { answers: [] })).stdout);
    assert.deepEqual(
      members.map(({ kind, name }: { kind: string; name: string }) => `${name}: ${kind}`),
      ["Bo: own", "Ana: removed"],
    );
    assert.match(await standing(bo, "project_after"), /^foreign/);
  });
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
