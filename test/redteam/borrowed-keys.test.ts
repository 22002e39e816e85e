// A card proves that its owner holds the key that signed it. Whatever else it lists and somebody has here already stays theirs: no
// card of another takes, ends or drops it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type CardContent, type CardMachine, type CardPerson, signCard } from "../../src/trust/cards.ts";
import { parseKeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import {
  beginSession,
  cardOf,
  joinTeam,
  MACHINE,
  type Member,
  pullAll,
  readAloud,
  team,
} from "../fixture/team-machines.ts";
import { standingsOf } from "../fixture/two-machines.ts";

const NOON = "2026-05-01T12:00:00Z";

type World = { readonly ana: Member; readonly bo: Member; readonly eve: Member };

/** Three with a card each. What Ana approved and what her machine wrote lies in the root. */
async function world(t: TestContext): Promise<World> {
  const [ana, bo, eve] = await team(t, ["Ana", "Bo", "Eve"]);
  assert.ok(ana && bo && eve);
  await ana.save("project_approved", { answers: ["y"] });
  await ana.save("project_written");
  for (const member of [ana, bo, eve]) await joinTeam(member);
  pullAll([ana, bo, eve]);
  return { ana, bo, eve };
}

/** One after the other, whatever the order of their files. */
async function acceptInTurn(
  bo: Member,
  others: readonly Member[],
  more: readonly string[] = [],
): Promise<void> {
  const typed = await Promise.all(others.map(readAloud));
  for (const each of typed) {
    const answers = (screen: string): string => (/8 characters|tries? left/.test(screen) ? each : "y");
    await bo.call(["team", "accept", ...more], { answers });
  }
}

function keyOf({ state }: Pick<Member, "state">, kind: "machine" | "person"): SigningKey {
  const file = parseKeyFile(readFileSync(join(state, "keys", `${kind}.json`), "utf8"), kind);
  const key = file === null ? null : unlockKey(file, null);
  if (key === null) throw new Error("the keys of a test state are open");
  return key;
}

type Listed = { readonly persons?: readonly CardPerson[]; readonly machines?: readonly CardMachine[] };

/** The next version of somebody's card, signed on this machine of theirs, with these keys beside theirs; it comes to Bo. */
function list({ bo }: World, by: Member, { persons = [], machines = [] }: Listed): void {
  const path = join("team", `${cardOf(by).owner}.json`);
  const text = readFileSync(join(bo.root, path), "utf8");
  const { key: _, signature: __, ...content } = JSON.parse(text);
  const isNew = (added: readonly { key: string }[], { key }: { key: string }): boolean =>
    !added.some((each) => each.key === key);
  const next: CardContent = {
    ...content,
    persons: [...content.persons.filter((each: CardPerson) => isNew(persons, each)), ...persons],
    machines: [...content.machines.filter((each: CardMachine) => isNew(machines, each)), ...machines],
    seq: content.seq + 1,
    previous: createHash("sha256").update(text).digest("hex"),
  };
  const signed = signCard(next, keyOf(by, "person")).text;
  for (const { root } of [by, bo]) writeFileSync(join(root, path), signed);
}

const machineOf = (member: Member): CardMachine => ({ key: keyOf(member, "machine").key, label: "a" });
const personOf = (member: Member): CardPerson => ({
  key: keyOf(member, "person").key,
  from: NOON,
  label: "a",
});
const over = <Item extends object>(item: Item): Item & { until: string } => ({ ...item, until: NOON });

/** All but the cards, which lie there as they were put. */
function pullMemories(to: Member, from: Member): void {
  for (const name of ["memories", "attest"])
    cpSync(join(from.root, name), join(to.root, name), { recursive: true });
}

/** Ana and Bo say something new, and it counts as theirs on Bo's machine. */
async function bothCount({ ana, bo }: World, number: number): Promise<void> {
  await ana.save(`project_a${number}`, { answers: ["y"] });
  await ana.save(`project_am${number}`);
  pullMemories(bo, ana);
  await bo.save(`project_bm${number}`);
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

for (const more of [[], ["--all-roots"]]) {
  test(`an accepted card takes and ends no machine of others or of this one ${more.join("")}`, async (t) => {
    const here = await world(t);
    const { ana, bo, eve } = here;
    await acceptInTurn(bo, [ana, eve], more);
    list(here, eve, { machines: [machineOf(ana), { ...machineOf(bo), label: "b" }] });
    await beginSession(bo);
    const shown = await show(bo);
    assert.match(
      shown,
      new RegExp(
        `^warning {7}Eve's card lists the key that you know as Ana's ${MACHINE}: it is left out`,
        "m",
      ),
    );
    assert.match(shown, /^warning {7}Eve's card lists a key of yours: it is left out$/m);
    const { stdout: doctor } = await bo.call(["doctor"], { answers: [] });
    assert.match(doctor, /Eve's card lists a key of yours/);
    await bothCount(here, 1);
    list(here, eve, { machines: [over(machineOf(ana)), over({ ...machineOf(bo), label: "b" })] });
    await beginSession(bo);
    await show(bo);
    await bothCount(here, 2);
    list(here, eve, { persons: [over(personOf(ana))] });
    await beginSession(bo);
    await bo.done(["team", "accept"], { answers: [] });
    await bothCount(here, 3);
  });
}

test("a person key of somebody accepted is not taken with a yes to another's card, nor ended by it", async (t) => {
  const here = await world(t);
  const { ana, bo, eve } = here;
  await acceptInTurn(bo, [ana, eve]);
  const [extra] = await team(t, ["Extra"]);
  assert.ok(extra);
  list(here, eve, {
    persons: [personOf(ana), { ...personOf(extra), label: "b" }],
    machines: [machineOf(ana)],
  });
  const screens: string[] = [];
  const { stdout, stderr } = await bo.done(["team", "accept"], {
    answers: ["y"],
    onAsk: (each) => screens.push(each),
  });
  assert.match(screens.join(""), /1 person key is new, signed for by the key that you know\./);
  assert.match(screens.join(""), /Eve's card lists the key that you know as Ana: it is left out/);
  assert.equal(stdout, "accepted Eve\n");
  assert.equal(stderr, "");
  await bothCount(here, 1);
  list(here, eve, {
    persons: [over(personOf(ana)), { ...personOf(extra), label: "b" }],
    machines: [over(machineOf(ana))],
  });
  await beginSession(bo);
  await bothCount(here, 2);
  await bo.done(["team", "remove", "Eve"], { answers: ["fall"] });
  await bothCount(here, 3);
});

test("a first card with the keys of others brings its own alone, and its removal takes no other's along", async (t) => {
  const here = await world(t);
  const { ana, bo, eve } = here;
  await acceptInTurn(bo, [ana]);
  list(here, eve, { persons: [personOf(ana)], machines: [machineOf(ana), { ...machineOf(bo), label: "b" }] });
  await acceptInTurn(bo, [eve]);
  await bothCount(here, 1);
  const { signers } = JSON.parse((await bo.done(["trust", "list", "--json"])).stdout);
  const names = signers.map(({ petname }: { petname: string }) => petname).sort();
  assert.deepEqual(names, ["Ana", `Ana's ${MACHINE}`, "Eve", `Eve's ${MACHINE}`]);
  await bo.done(["team", "remove", "Eve"], { answers: ["fall"] });
  await bothCount(here, 2);
});

test("whoever was accepted first with the key of another loses it to its own signature, and a machine to a decision", async (t) => {
  const here = await world(t);
  const { ana, bo, eve } = here;
  const anas = join(bo.root, "team", `${cardOf(ana).owner}.json`);
  const text = readFileSync(anas, "utf8");
  rmSync(anas);
  list(here, eve, { persons: [personOf(ana)], machines: [machineOf(ana)] });
  await acceptInTurn(bo, [eve], ["--all-roots"]);
  assert.equal((await standingsOf(bo))["project_approved"], "verified: approved by Eve on 2026-05-01");
  writeFileSync(anas, text);
  // A yes is not enough: a key that is on two cards is compared.
  const screens: string[] = [];
  const answers = [await readAloud(ana)];
  await bo.done(["team", "accept"], { answers, onAsk: (each) => screens.push(each) });
  assert.match(screens.join(""), /Ana's card lists the key that you know as Eve's a: it is left out/);
  assert.equal((await standingsOf(bo))["project_approved"], "verified: approved by Ana on 2026-05-01");
  assert.equal((await standingsOf(bo))["project_written"], "inferred: written by Eve's a on 2026-05-01");
  list(here, eve, { persons: [over(personOf(ana))] });
  await beginSession(bo);
  await bo.done(["trust", "remove", "Eve's a"], { answers: ["y"] });
  assert.match(await show(bo), /^Ana .* waits, 1 new machine/m);
  await bo.done(["team", "accept"], { answers: ["y"] });
  await bothCount(here, 1);
  list(here, eve, { machines: [over(machineOf(ana))] });
  await beginSession(bo);
  await bothCount(here, 2);
});

test("a key that is on two cards before anybody has it counts for neither, in whatever order they are accepted", async (t) => {
  const here = await world(t);
  const { ana, bo, eve } = here;
  list(here, eve, { machines: [machineOf(ana)] });
  const code = await bo.call(["team", "accept", "--code"], { answers: ["y", "", "3", "y"] });
  assert.match(
    code.stderr,
    /^error: DECLINED: (?:Eve|Ana)'s card lists a key that is on (?:Eve|Ana)'s card, too/m,
  );
  await acceptInTurn(bo, [eve, ana]);
  assert.deepEqual(await standingsOf(bo), {
    project_approved: "verified: approved by Ana on 2026-05-01",
    project_written: "foreign: unknown signer",
  });
  list(here, eve, { machines: [over(machineOf(ana))] });
  await beginSession(bo);
  assert.match(
    await show(bo),
    /^warning {7}Ana's card lists a key that is on Eve's card, too: it counts for neither until one of them drops it$/m,
  );
  // As soon as the other card is gone.
  rmSync(join(bo.root, "team", `${cardOf(eve).owner}.json`));
  await bo.done(["team", "accept"], { answers: ["y"] });
  await bothCount(here, 1);
});

test("two accepted cards that list one new machine at once bring it for neither", async (t) => {
  const here = await world(t);
  const { ana, bo, eve } = here;
  await acceptInTurn(bo, [ana, eve]);
  const [extra] = await team(t, ["Extra"]);
  assert.ok(extra);
  for (const by of [ana, eve]) list(here, by, { machines: [{ ...machineOf(extra), label: "x" }] });
  await beginSession(bo);
  const { signers } = JSON.parse((await bo.done(["trust", "list", "--json"])).stdout);
  assert.equal(signers.length, 4);
  await bothCount(here, 1);
});

test("a stolen machine of one's own takes and ends no key of a colleague by one's own card", async (t) => {
  const [ana, bo, stolen] = await team(t, ["Ana", "Bo", "Bo"]);
  assert.ok(ana && bo && stolen);
  const here = { ana, bo, eve: stolen };
  await ana.save("project_approved", { answers: ["y"] });
  for (const member of [ana, bo, stolen]) await joinTeam(member);
  pullAll([ana, bo, stolen]);
  await bo.done(["team", "accept", "--mine"], { answers: [await readAloud(stolen)] });
  await acceptInTurn(bo, [ana]);
  cpSync(join(bo.root, "team"), join(stolen.root, "team"), { recursive: true });
  await stolen.done(["team", "accept", "--mine"], { answers: [await readAloud(bo)] });
  const [extra] = await team(t, ["Extra"]);
  assert.ok(extra);
  list(here, stolen, {
    persons: [personOf(ana), { ...personOf(extra), label: "x" }],
    machines: [machineOf(ana)],
  });
  await bo.done(["team", "accept"], { answers: ["y"] });
  await bothCount(here, 1);
  list(here, stolen, { persons: [over(personOf(ana))], machines: [over(machineOf(ana))] });
  await beginSession(bo);
  await bothCount(here, 2);
  await bo.done(["team", "leave", "--machine", `${MACHINE}-2`], { answers: ["fall", "y"] });
  await bothCount(here, 3);
});
