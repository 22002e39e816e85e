// A statement about a key proves that its signer holds one key: the one that signed it. Whatever else it claims or revokes and another
// person has stays theirs: no colleague takes, ends or drops it, and no clone makes a stranger count.

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import {
  accept,
  beginSession,
  CLAIM,
  ENDS,
  forge,
  joinTeam,
  keyOf,
  MACHINE,
  type Member,
  pull,
  pullAll,
  three,
} from "../fixture/team-machines.ts";
import { standingsOf } from "../fixture/two-machines.ts";

type World = { readonly ana: Member; readonly bo: Member; readonly eve: Member };

/** Three who joined. What Ana approved and what her machine wrote lies in the root. */
async function world(t: TestContext): Promise<World> {
  const [ana, bo, eve] = await three(t);
  await ana.save("project_approved", { answers: ["y"] });
  await ana.save("project_written");
  for (const member of [ana, bo, eve]) await joinTeam(member);
  pullAll([ana, bo, eve]);
  return { ana, bo, eve };
}

/** Ana and Bo say something new, and it counts as theirs on Bo's machine. */
async function bothCount({ ana, bo }: World, number: number): Promise<void> {
  await ana.save(`project_a${number}`, { answers: ["y"] });
  await ana.save(`project_am${number}`);
  pull(bo, ana);
  await bo.save(`project_bm${number}`);
  await beginSession(bo);
  const standings = await standingsOf(bo);
  assert.deepEqual(
    ["project_approved", `project_a${number}`, `project_am${number}`, `project_bm${number}`].map(
      (id) => standings[id],
    ),
    [
      "verified: approved by Ana on 2026-05-01",
      "verified: approved by Ana on 2026-05-01",
      `inferred: written by Ana's ${MACHINE} on 2026-05-01`,
      "inferred: written here",
    ],
  );
}

const show = async (member: Member): Promise<string> => (await member.done(["team"], { answers: [] })).stdout;

/** Eve claims, and then revokes, keys of Ana and of Bo. */
async function attack({ ana, bo, eve }: World, said: typeof CLAIM | typeof ENDS): Promise<void> {
  const by = keyOf(eve, "person");
  for (const victim of [ana, bo])
    for (const kind of ["person", "machine"] as const) {
      const label = kind === "machine" ? "tablet" : null;
      forge(
        bo.root,
        { by, kind, key: keyOf(victim, kind).key },
        said.says === "owns" ? { ...said, label } : said,
      );
    }
  await beginSession(bo);
}

for (const more of [[], ["--all-roots"]]) {
  test(`an accepted person claims and revokes no key of others or of this machine ${more.join("")}`, async (t) => {
    const here = await world(t);
    await accept(here.bo, here.ana, more);
    await accept(here.bo, here.eve, more);
    await attack(here, CLAIM);
    const shown = await show(here.bo);
    assert.match(
      shown,
      new RegExp(
        `^warning {7}Cy's card lists the key that you know as Ana's ${MACHINE}: it is left out$`,
        "m",
      ),
    );
    assert.match(shown, /^warning {7}Cy's card lists the key that you know as Ana: it is left out$/m);
    assert.match(shown, /^warning {7}Cy's card lists a key of yours: it is left out$/m);
    assert.match((await here.bo.call(["doctor"], { answers: [] })).stdout, /Cy's card lists a key of yours/);
    await bothCount(here, 1);
    await attack(here, ENDS);
    await bothCount(here, 2);
    await here.bo.done(["team", "remove", "Cy"], { answers: ["y"] });
    await bothCount(here, 3);
  });
}

test("whoever was accepted first with a claim of another's keys brings none of them", async (t) => {
  const here = await world(t);
  await attack(here, CLAIM);
  await accept(here.bo, here.eve);
  assert.deepEqual(await standingsOf(here.bo), {
    project_approved: "foreign: unknown signer",
    project_written: "foreign: unknown signer",
  });
  await attack(here, ENDS);
  await accept(here.bo, here.ana);
  await bothCount(here, 1);
});

test("a stranger's statements about keys change nothing, whatever they say", async (t) => {
  const here = await world(t);
  await accept(here.bo, here.ana);
  await here.eve.save("project_evil", { answers: ["y"] });
  await here.eve.save("project_evil_machine");
  pull(here.bo, here.eve);
  await attack(here, CLAIM);
  await attack(here, ENDS);
  await bothCount(here, 1);
  const standings = await standingsOf(here.bo);
  for (const id of ["project_evil", "project_evil_machine"])
    assert.match(standings[id] ?? "", /^foreign/, id);
  assert.doesNotMatch(await show(here.bo), /warning/);
});

test("one who says Ana's name is named as somebody else, and her name is no basis", async (t) => {
  const [ana, bo, mallory] = await three(t);
  await joinTeam(ana);
  await mallory.done(["team", "join", "--name", "Ana"], { answers: ["y"] });
  await joinTeam(bo);
  pullAll([ana, bo, mallory]);
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  await bo.done(["team", "add"], { answers: () => "", onAsk });
  assert.equal(screens.length, 2);
  assert.match(await show(bo), /with the same name as another/);
  assert.match(await show(ana), /^warning {7}1 key has your name, and no key of yours names it$/m);
});
