// Nothing that a clone brings raises trust without this machine's person: every card and introduction that somebody put into the
// root without being who it says counts for nothing, and says why.

import assert from "node:assert/strict";
import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type CardContent, signCard, signIntroduction } from "../../src/trust/cards.ts";
import { fingerprintKey } from "../../src/trust/fingerprint.ts";
import { parseKeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import {
  accept,
  beginSession,
  cardOf,
  changeMachine,
  joinTeam,
  type Member,
  pull,
  pullAll,
  three,
} from "../fixture/team-machines.ts";
import { standingsOf } from "../fixture/two-machines.ts";

const NOON = "2026-05-01T12:00:00Z";

type World = { readonly ana: Member; readonly bo: Member; readonly mallory: Member };

/** Bo accepted Ana. Mallory can write to the repository, and what Mallory approved lies there. */
async function world(t: TestContext): Promise<World> {
  const [ana, bo, mallory] = await three(t);
  await ana.save("project_of_ana", { answers: ["y"] });
  for (const member of [ana, bo]) await joinTeam(member);
  pullAll([ana, bo]);
  await accept(bo, ana);
  pull(mallory, bo);
  await mallory.save("project_evil", { answers: ["y"] });
  await mallory.save("project_evil_machine");
  return { ana, bo, mallory };
}

function keyOf({ state }: Member, kind: "machine" | "person"): SigningKey {
  const file = parseKeyFile(readFileSync(join(state, "keys", `${kind}.json`), "utf8"), kind);
  const key = file === null ? null : unlockKey(file, null);
  if (key === null) throw new Error("the keys of a test state are open");
  return key;
}

/** The card of Ana as it lies in the root. */
function contentOf(member: Member, owner: string): CardContent & { hash: string } {
  const text = readFileSync(join(member.root, "team", `${owner}.json`), "utf8");
  const { key: _, signature: __, ...content } = JSON.parse(text);
  return { ...content, hash: "" };
}

function put({ root }: Member, owner: string, text: string): void {
  mkdirSync(join(root, "team", "introductions"), { recursive: true });
  writeFileSync(join(root, "team", `${owner}.json`), text);
}

/** What Bo's machine makes of it, by itself and when Bo looks. */
async function nothingRose({ bo, mallory }: World): Promise<string> {
  pull(bo, mallory);
  await beginSession(bo);
  const { stdout } = await bo.done(["team"], { answers: [] });
  await beginSession(bo);
  const standings = await standingsOf(bo);
  for (const id of ["project_evil", "project_evil_machine"])
    assert.match(standings[id] ?? "", /^foreign/, id);
  assert.equal(standings["project_of_ana"], "verified: approved by Ana on 2026-05-01");
  return stdout;
}

type Attack = (world: World) => void | Promise<void>;

/** Signed by Mallory, in the place of Ana's card or beside it. */
function forge(change: (world: World) => Partial<CardContent>): Attack {
  return (here) => {
    const { owner } = cardOf(here.ana);
    const { hash: _, ...content } = contentOf(here.bo, owner);
    const forged = { ...content, ...change(here) };
    put(here.mallory, forged.owner, signCard(forged, keyOf(here.mallory, "person")).text);
  };
}

function withMallory({ bo, ana, mallory }: World): Pick<CardContent, "persons" | "machines"> {
  const { persons, machines } = contentOf(bo, cardOf(ana).owner);
  return {
    persons: [...persons, { key: keyOf(mallory, "person").key, from: NOON }],
    machines: [...machines, { key: keyOf(mallory, "machine").key, label: "evil" }],
  };
}

for (const [what, attack, says] of [
  [
    "a card of their own that nobody accepted",
    async (here) => void (await joinTeam(here.mallory)),
    /Cy {12}…[a-z2-7]{6} waits/,
  ],
  [
    "a newer version of Ana's card with their keys, signed by themselves",
    forge((here) => ({ ...withMallory(here), seq: 2, previous: "a".repeat(64) })),
    /it contradicts the version that you know/,
  ],
  [
    "the same far ahead, where nothing contradicts it",
    forge((here) => ({ ...withMallory(here), seq: 9, previous: "a".repeat(64) })),
    /^Ana .* waits, changed, and signed by a key that you did not accept/m,
  ],
  [
    "Ana's card in which one byte of a key is theirs",
    ({ ana, bo, mallory }) => {
      const { owner } = cardOf(ana);
      const text = readFileSync(join(bo.root, "team", `${owner}.json`), "utf8");
      const hers = contentOf(bo, owner).machines[0]?.key ?? "";
      put(mallory, owner, text.replace(hers, keyOf(mallory, "machine").key));
    },
    /its signature does not hold/,
  ],
  [
    "their own card under Ana's file name",
    async ({ ana, mallory }) => {
      await joinTeam(mallory);
      const text = readFileSync(join(mallory.root, "team", `${cardOf(mallory).owner}.json`), "utf8");
      put(mallory, cardOf(ana).owner, text);
    },
    /its name is not that of its owner/,
  ],
  [
    "a card that lists Bo's key beside theirs",
    ({ bo, mallory }) => {
      const key = keyOf(mallory, "person");
      const owner = key.signer.slice("person:".length);
      const persons = [key.key, keyOf(bo, "person").key].map((each) => ({ key: each, from: NOON }));
      const content = {
        v: 1,
        owner,
        name: "Bo",
        persons,
        machines: [],
        seq: 1,
        previous: null,
        time: NOON,
      } as const;
      put(mallory, owner, signCard(content, key).text);
    },
    /it lists your key, and you did not sign it/,
  ],
  [
    "a link in the place of a card",
    async ({ ana, mallory }) => {
      await joinTeam(mallory);
      const file = join(mallory.root, "team", `${cardOf(mallory).owner}.json`);
      cpSync(file, join(mallory.base, "card.json"));
      rmSync(file);
      symlinkSync(join(mallory.base, "card.json"), file);
      assert.ok(ana.root);
    },
    /it is not a plain file/,
  ],
  [
    "a file of 64 kB and more",
    ({ mallory, ana }) => put(mallory, cardOf(ana).owner, `{"v":1,"name":"${"a".repeat(70_000)}"}`),
    /it is too large/,
  ],
  [
    "something that is no JSON",
    ({ mallory, ana }) => put(mallory, cardOf(ana).owner, "{"),
    /it is not a JSON object/,
  ],
  [
    "an introduction by themselves",
    async (here) => {
      await joinTeam(here.mallory);
      introduceBy(here, keyOf(here.mallory, "person"));
    },
    /Cy {12}…[a-z2-7]{6} waits, 1 machine/,
  ],
  [
    "an introduction in Ana's name, signed by themselves",
    async (here) => {
      await joinTeam(here.mallory);
      introduceBy(here, { ...keyOf(here.mallory, "person"), signer: keyOf(here.ana, "person").signer });
    },
    /Cy {12}…[a-z2-7]{6} waits, 1 machine/,
  ],
  [
    "an introduction that Ana gave in another root",
    async (here) => {
      await joinTeam(here.mallory);
      introduceBy(here, keyOf(here.ana, "person"), { root: "f".repeat(32) });
    },
    /Cy {12}…[a-z2-7]{6} waits, 1 machine/,
  ],
  [
    "an introduction that Ana gave for another key of the same card",
    async (here) => {
      await joinTeam(here.mallory);
      introduceBy(here, keyOf(here.ana, "person"), { person: keyOf(here.bo, "person").key });
    },
    /Cy {12}…[a-z2-7]{6} waits, 1 machine/,
  ],
] as readonly (readonly [string, Attack, RegExp])[]) {
  test(`nobody is trusted by ${what}`, async (t) => {
    const here = await world(t);
    // Bo lets Ana introduce others: whatever is wrong then is wrong with the introduction.
    await here.bo.done(["trust", "add", "Ana", "--introduces"], { answers: ["y"] });
    await attack(here);
    assert.match(await nothingRose(here), says);
  });
}

function introduceBy(
  { mallory, bo }: World,
  key: SigningKey,
  change: Partial<Record<"root" | "person", string>> = {},
): void {
  const { root } = JSON.parse(readFileSync(join(bo.root, "root.json"), "utf8"));
  const person = keyOf(mallory, "person").key;
  const said = { root, owner: cardOf(mallory).owner, person, time: NOON, ...change };
  const { hash, text } = signIntroduction(said, key);
  mkdirSync(join(mallory.root, "team", "introductions"), { recursive: true });
  writeFileSync(join(mallory.root, "team", "introductions", `${hash}.json`), text);
}

test("an older version of a card is not gone back to: a machine that was taken off stays off", async (t) => {
  const { ana, bo, mallory } = await world(t);
  const { owner } = cardOf(ana);
  const old = readFileSync(join(ana.root, "team", `${owner}.json`), "utf8");
  changeMachine(ana);
  await ana.done(["team", "leave", "--machine", JSON.parse(old).machines[0]?.label], {
    answers: ["y"],
  });
  pull(bo, ana);
  await beginSession(bo);
  put(mallory, owner, old);
  pull(bo, mallory);
  await beginSession(bo);
  const { stdout } = await bo.done(["team"], { answers: [] });
  assert.match(stdout, /it is an older version than the one that you know/);
  const { signers } = JSON.parse((await bo.done(["trust", "list", "--json"])).stdout);
  const machine = signers.find(({ kind }: { kind: string }) => kind === "machine");
  assert.equal(machine.former, true);
});

test("a forged card is not signed on: joining again makes no version that has another's keys", async (t) => {
  const { bo, mallory } = await world(t);
  const key = keyOf(mallory, "person");
  const owner = cardOf(bo).owner;
  const { hash: _, ...content } = contentOf(bo, owner);
  const persons = [...content.persons, { key: key.key, from: NOON }];
  put(bo, owner, signCard({ ...content, persons, seq: 7, previous: "a".repeat(64) }, key).text);
  assert.match(
    (await bo.done(["team"], { answers: [] })).stdout,
    /it lists your key, and you did not sign it/,
  );
  await joinTeam(bo);
  const own = contentOf(bo, owner);
  assert.deepEqual([own.seq, own.persons.map((each) => each.key)], [1, [keyOf(bo, "person").key]]);
});

test("a card that lies under a fingerprint which its first key does not make is not accepted", async (t) => {
  const { bo, mallory } = await world(t);
  const key = keyOf(mallory, "person");
  const owner = "a".repeat(32);
  const content: CardContent = {
    ...{ v: 1, owner, name: "Dee", machines: [], seq: 1, previous: null, time: NOON },
    persons: [{ key: key.key, from: NOON }],
  };
  put(bo, owner, signCard(content, key).text);
  const typed = fingerprintKey("person", key.key, "test").slice(0, 8);
  const { stderr } = await bo.call(["team", "accept"], { answers: [typed] });
  assert.match(
    stderr,
    /^error: NOT_FOUND: this card lies under a fingerprint that its first key does not make/,
  );
  assert.match((await standingsOf(bo))["project_evil"] ?? "foreign", /^foreign/);
});

test("hard links, a link in the place of the directory and thousands of files are bounded and inert", async (t) => {
  const { bo, mallory } = await world(t);
  await joinTeam(mallory);
  const directory = join(bo.root, "team");
  const file = `${cardOf(mallory).owner}.json`;
  linkSync(join(mallory.root, "team", file), join(directory, file));
  assert.match((await bo.done(["team"], { answers: [] })).stdout, /it is not a plain file/);
  for (let number = 0; number < 600; number += 1) writeFileSync(join(directory, `x${number}.json`), "{}");
  const { odd } = JSON.parse((await bo.done(["team", "--json"], { answers: [] })).stdout);
  assert.ok(odd.length <= 256);
  cpSync(join(mallory.root, "team"), join(bo.base, "elsewhere"), { recursive: true });
  rmSync(directory, { recursive: true });
  symlinkSync(join(bo.base, "elsewhere"), directory);
  assert.equal(
    (await bo.done(["team"], { answers: [] })).stdout,
    "You have no card here: credence team join\n",
  );
  const { exit } = await bo.call(["team", "join", "--name", "Bo"], { answers: ["y"] });
  assert.notEqual(exit, 0);
  assert.deepEqual(readdirSync(join(bo.base, "elsewhere")), readdirSync(join(mallory.root, "team")));
});
