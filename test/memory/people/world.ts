// A made-up world of keys: people sign what is true of theirs, a thief signs with what was stolen, and statements reach several machines
// in any order. The world notes who really has which key and who consented to what; the laws ask that, and never the code under test.

import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import type { Accepted, Choice, Choices } from "../../../src/memory/people/decide-trust.ts";
import { type KeyRef, nameKey, type PersonStatement } from "../../../src/memory/people/person-statement.ts";

const PEOPLE = ["Ana", "Bo", "Eve"] as const;
const TIME = "2026-05-01T12:00:00Z";

export type Holder = { readonly name: string; readonly persons: string[]; readonly machines: string[] };

export type World = {
  readonly seed: number;
  readonly chance: () => number;
  readonly people: readonly Holder[];
  /** Whoever made it, and whether with a key that is not theirs. */
  readonly made: Map<string, Maker>;
  readonly statements: Map<string, PersonStatement>;
  /** Names of people one of whose person keys was stolen, or who claimed a person key that is not theirs. */
  readonly tainted: Set<string>;
};

function makeChance(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>({ chance }: Pick<World, "chance">, items: readonly Item[]): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

export function makeWorld(seed: number): World {
  const chance = makeChance(seed);
  const people = PEOPLE.map((name): Holder => {
    const count = 1 + Math.floor(chance() * 3);
    const keys = (kind: string) =>
      Array.from({ length: count }, (_, at) => keyNamed(`${name} ${kind} ${at}`));
    return { name, persons: keys("person"), machines: keys("machine") };
  });
  return { seed, chance, people, made: new Map(), statements: new Map(), tainted: new Set() };
}

/** As long as a key, and told from others by its beginning. */
export function keyNamed(name: string): string {
  return `${sha256Hex(name).slice(0, 42)}A`;
}

type Said =
  | { readonly says: "owns"; readonly consent: boolean; readonly label?: string }
  | { readonly says: "ends"; readonly honours?: readonly string[] };

export function say(by: string, { kind, key }: KeyRef, said: Said): PersonStatement {
  const common = { v: 1, kind, subject: key, time: TIME } as const;
  const isSelf = kind === "person" && key === by;
  const content =
    said.says === "owns"
      ? {
          ...common,
          says: "owns" as const,
          name: isSelf ? "a name" : null,
          label: said.label ?? "desk",
          consent: said.consent ? "signed" : null,
        }
      : { ...common, says: "ends" as const, honours: said.honours ?? [] };
  const proof = { key: by, signature: "signed" };
  return { ...content, ...proof, hash: sha256Hex(JSON.stringify({ ...content, ...proof })) };
}

function put(world: World, statement: PersonStatement, who: Maker): void {
  world.statements.set(statement.hash, statement);
  if (!world.made.has(statement.hash)) world.made.set(statement.hash, who);
}

/** One random statement of somebody: what is true, what is false, and what a thief says. */
export function sayAnything(world: World): void {
  const { chance, people } = world;
  const who = pick(world, people);
  const victim = pick(world, people);
  const isStolen = who.name === "Eve" && victim.name !== "Eve" && chance() < 0.3;
  const signer = isStolen ? victim : who;
  if (isStolen) world.tainted.add(victim.name);
  const by = pick(world, signer.persons);
  const made = { by: who.name, isStolen };
  if (who.name === "Eve" && chance() < 0.1) flood(world, { by, made });
  const dice = chance();
  if (dice < 0.3) {
    const own = { kind: "person", key: pick(world, signer.persons) } as const;
    put(world, say(by, own, { says: "owns", consent: false }), made);
  } else if (dice < 0.55) {
    // Eve has machines without end, which consent to whatever she signs with.
    const isEve = who.name === "Eve";
    const key = isEve ? keyNamed(`Eve machine ${Math.floor(chance() * 12)}`) : pick(world, who.machines);
    put(world, say(by, { kind: "machine", key }, { says: "owns", consent: true }), made);
  } else if (dice < 0.7) {
    const other = pick(world, people);
    const ref = pickKey(world, other, 0.5);
    // Who calls a key of another person theirs, and is called so back, is one person with them until a person types otherwise.
    if (ref.kind === "person" && other !== who) world.tainted.add(signer.name);
    put(world, say(by, ref, { says: "owns", consent: false }), made);
    if (isStolen) linkBack(world, who, { by, key: ref.key });
  } else {
    const ref = pickKey(world, chance() < 0.7 ? signer : pick(world, people), 0.4);
    const honours = chance() < 0.5 ? [sha256Hex(`${by} ${chance()}`)] : [];
    put(world, say(by, ref, { says: "ends", honours }), made);
  }
}

type Maker = { readonly by: string; readonly isStolen: boolean };

function flood(world: World, { by, made }: { readonly by: string; readonly made: Maker }): void {
  for (let at = 0; at < 12; at += 1) {
    const ref = { kind: "machine", key: keyNamed(`Eve machine ${at}`) } as const;
    put(world, say(by, ref, { says: "owns", consent: true }), made);
  }
}

function pickKey(world: World, { persons, machines }: Holder, machineRate: number): KeyRef {
  return world.chance() < machineRate
    ? { kind: "machine", key: pick(world, machines) }
    : { kind: "person", key: pick(world, persons) };
}

/** Whom Eve claims with a stolen key, she lets claim her back where it is her own key. */
function linkBack(world: World, eve: Holder, { by, key }: { by: string; key: string }): void {
  const own = eve.persons.includes(key);
  if (!own || eve.persons.includes(by)) return;
  world.tainted.add(eve.name);
  put(world, say(key, { kind: "person", key: by }, { says: "owns", consent: false }), {
    by: eve.name,
    isStolen: false,
  });
}

/** What a person at some machine typed and decided. */
export function makeChoices(world: World): Choices {
  const { chance, people } = world;
  const machines = people.flatMap((each) => each.machines);
  const persons = people.flatMap((each) => each.persons);
  const all = [
    ...machines.map((key): KeyRef => ({ kind: "machine", key })),
    ...persons.map((key): KeyRef => ({ kind: "person", key })),
  ];
  const decided = all.filter(() => chance() < 0.25);
  const [bo] = people.filter(({ name }) => name === "Bo");
  const own = { person: bo?.persons[0] ?? "", machine: bo?.machines[0] ?? "" };
  return {
    own: [
      { kind: "person", key: own.person },
      { kind: "machine", key: own.machine },
    ],
    accepted: acceptSome(world, machines).filter(({ key }) => key !== own.person),
    confirmed: new Set(machines.filter(() => chance() < 0.3)),
    revoked: new Map(
      decided.map((ref): [string, Choice] => [nameKey(ref), chance() < 0.5 ? "honour" : "drop"]),
    ),
  };
}

function acceptSome(world: World, machines: readonly string[]): Accepted[] {
  const { chance, people } = world;
  const persons = people.flatMap(({ name, persons: keys }) =>
    keys
      .filter(() => chance() < 0.6)
      .map((key): Accepted => {
        const root = name === "Bo" ? null : pick(world, ["project", "other"]);
        const who = { kind: "person", key, person: name, mine: name === "Bo" } as const;
        return { ...who, root, ended: chance() < 0.1, may: "all" };
      }),
  );
  if (chance() > 0.3) return persons;
  const ci = { kind: "machine", person: "CI", root: "project", mine: false, ended: false } as const;
  return [...persons, { ...ci, key: pick(world, machines), may: "wrote" }];
}

export function shuffled<Item>({ chance }: Pick<World, "chance">, items: Iterable<Item>): Item[] {
  return [...items]
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
