// What holds in every world of keys, asked after its statements are made.

import {
  type Choices,
  type Decision,
  decideTrust,
  type TrustedKey,
} from "../../../src/memory/people/decide-trust.ts";
import { nameKey, type PersonStatement } from "../../../src/memory/people/person-statement.ts";
import { selectKept } from "../../../src/memory/people/read-claims.ts";
import { keyNamed, makeChoices, makeWorld, pick, say, sayAnything, shuffled, type World } from "./world.ts";

/** @returns the first laws that broke, each with the seed that repeats it. */
export function runWorlds(
  first: number,
  count: number,
): { readonly broken: string[]; readonly seen: Map<string, number> } {
  const broken: string[] = [];
  const seen = new Map<string, number>();
  for (let seed = first; seed < first + count && broken.length < 5; seed += 1) {
    const world = makeWorld(seed);
    for (let left = 4 + Math.floor(world.chance() * 24); left > 0; left -= 1) sayAnything(world);
    const choices = makeChoices(world);
    const all = [...world.statements.values()];
    const decision = decideTrust(all, choices);
    note(seen, decision);
    for (const [law, holds] of LAWS)
      if (!holds({ world, choices, all, decision })) broken.push(`world ${seed}: ${law}`);
  }
  return { broken, seen };
}

/** A law that no world comes near to says nothing. */
function note(seen: Map<string, number>, { trusted, followed, waiting, undecided, claims }: Decision): void {
  const count = (what: string, is: boolean): unknown => is && seen.set(what, (seen.get(what) ?? 0) + 1);
  count("followed", followed.length > 0);
  count("waiting", waiting.length > 0);
  count("undecided", undecided.length > 0);
  count("claims", claims.length > 0);
  count(
    "former",
    trusted.some(({ former }) => former),
  );
  count(
    "ended",
    trusted.some(({ may }) => may === "ended"),
  );
  count(
    "honoured",
    trusted.some(({ honours }) => honours.size > 0),
  );
  count(
    "lapsed",
    trusted.some((each) => each.former && each.may === "all" && each.by === "statement"),
  );
}

type Asked = {
  readonly world: World;
  readonly choices: Choices;
  readonly all: readonly PersonStatement[];
  readonly decision: Decision;
};

const LAWS: readonly (readonly [law: string, holds: (asked: Asked) => boolean])[] = [
  ["equal statements and equal choices give equal trust, however they arrived", isSameInAnyOrder],
  ["no statement makes a key a trusted person", isPersonTyped],
  ["a machine counts for the person who has it, or for one whose key was stolen", isMachineTheirs],
  ["at most four machines of one person count that no person here confirmed", areFewUnconfirmed],
  ["revoked is for ever", isRevokedForEver],
  ["a revoked key says nothing new, and a dropped one nothing", isRevokedSilent],
  ["a key is revoked by keys of its own person alone", isRevokedByOwn],
  ["a key that was typed as another person's revokes nothing of theirs", isTypedApart],
  ["the bound of a signer cuts the same everywhere", isBoundTheSame],
  ["what a stranger says of keys changes nothing", areStrangersIgnored],
  ["a claim of another person's key changes nothing", areClaimsIdle],
  ["what is honoured was named by a key that still counts", isHonouredByLive],
  ["ending trust adds nothing", doesEndingAddNothing],
  ["a key of this machine is trusted whatever another one says", isOwnUntouched],
];

function show(decision: Decision): string {
  const { revoked, persons: _, ...rest } = decision;
  const row = ({ honours, ...each }: TrustedKey): string => JSON.stringify([each, [...honours].sort()]);
  return JSON.stringify([{ ...rest, trusted: decision.trusted.map(row) }, [...revoked].sort()]);
}

/** Each machine keeps what it selects after every arrival, and has all of it in its root in the end. */
function isSameInAnyOrder({ world, choices, all, decision }: Asked): boolean {
  const persons = [...choices.accepted.filter(({ kind }) => kind === "person"), ...choices.own].map(
    ({ key }) => key,
  );
  const arriveAt = (): string => {
    const root: PersonStatement[] = [];
    let kept: PersonStatement[] = [];
    for (const each of shuffled(world, all)) {
      root.push(each);
      if (world.chance() < 0.5) kept = keep(kept, root, persons);
    }
    return show(decideTrust(keep(kept, root, persons), choices));
  };
  return arriveAt() === show(decision) && arriveAt() === show(decision);
}

function keep(kept: PersonStatement[], root: PersonStatement[], persons: string[]): PersonStatement[] {
  const union = new Map([...kept, ...root].map((each) => [each.hash, each]));
  return selectKept(union.values(), persons);
}

function isPersonTyped({ choices, decision }: Asked): boolean {
  return decision.trusted.every(({ kind, key, root }) => {
    return kind === "machine" || choices.accepted.some((each) => each.key === key && each.root === root);
  });
}

const isFollowed = ({ kind, by }: TrustedKey): boolean => kind === "machine" && by === "statement";

function isMachineTheirs({ world, decision }: Asked): boolean {
  return decision.trusted.filter(isFollowed).every(({ key, person }) => {
    const name = person === "" ? "Bo" : person;
    const isEves =
      name === "Eve" && Array.from({ length: 12 }, (_, at) => keyNamed(`Eve machine ${at}`)).includes(key);
    const holder = world.people.find((each) => each.name === name);
    return isEves || holder?.machines.includes(key) === true || world.tainted.has(name);
  });
}

function areFewUnconfirmed({ choices, decision }: Asked): boolean {
  const fresh = decision.trusted.filter((each) => isFollowed(each) && !choices.confirmed.has(each.key));
  const byPerson = Map.groupBy(fresh, ({ person }) => person);
  return [...byPerson.values()].every((rows) => new Set(rows.map(({ key }) => key)).size <= 4);
}

function isRevokedForEver({ world, choices, all, decision }: Asked): boolean {
  const less = all.filter(() => world.chance() < 0.7);
  return [...decideTrust(less, choices).revoked].every((each) => decision.revoked.has(each));
}

function isRevokedSilent({ choices, decision }: Asked): boolean {
  return decision.trusted.every((each) => {
    if (!decision.revoked.has(nameKey(each))) return true;
    return each.former && choices.revoked.get(nameKey(each)) !== "drop";
  });
}

/** By whoever has one of their keys: the person, or the thief of one. */
function isRevokedByOwn({ world, all, decision }: Asked): boolean {
  return [...decision.revoked].every((name) => {
    const holder = world.people.find(({ persons, machines }) =>
      [...persons.map((key) => `person:${key}`), ...machines.map((key) => `machine:${key}`)].includes(name),
    );
    // A machine of the thief consents to a stolen key as well, whose owner may revoke it.
    const isThiefs = holder?.name === "Eve" && name.startsWith("machine:");
    if (holder === undefined || isThiefs || world.tainted.has(holder.name)) return true;
    return all.some(
      (each) =>
        each.says === "ends" &&
        nameKey({ kind: each.kind, key: each.subject }) === name &&
        world.made.get(each.hash)?.by === holder.name,
    );
  });
}

function isTypedApart({ choices, all, decision }: Asked): boolean {
  const typed = choices.accepted.filter(({ kind }) => kind === "person");
  const nameOf = (key: string): string | undefined => typed.find((each) => each.key === key)?.person;
  return typed
    .filter(({ key }) => decision.revoked.has(`person:${key}`))
    .every(({ key, person }) =>
      all.some(
        (each) => each.says === "ends" && each.subject === key && (nameOf(each.key) ?? person) === person,
      ),
    );
}

function isBoundTheSame({ world, choices, all }: Asked): boolean {
  const persons = choices.accepted.map(({ key }) => key);
  const hashes = (statements: readonly PersonStatement[]): string =>
    selectKept(statements, persons, 2)
      .map(({ hash }) => hash)
      .sort()
      .join();
  return hashes(shuffled(world, all)) === hashes(all);
}

function areStrangersIgnored({ world, choices, all, decision }: Asked): boolean {
  const [stranger, machine] = [keyNamed("a stranger"), keyNamed("a stranger's machine")];
  const target = pick(world, world.people);
  const noise = [
    say(stranger, { kind: "person", key: stranger }, { says: "owns", consent: false }),
    say(stranger, { kind: "machine", key: machine }, { says: "owns", consent: true }),
    say(stranger, { kind: "person", key: pick(world, target.persons) }, { says: "owns", consent: false }),
    say(stranger, { kind: "person", key: pick(world, target.persons) }, { says: "ends" }),
    say(stranger, { kind: "machine", key: pick(world, target.machines) }, { says: "ends" }),
  ];
  return show(decideTrust([...all, ...noise], choices)) === show(decision);
}

/** It is named, and nothing else becomes of it. */
function areClaimsIdle({ world, choices, all, decision }: Asked): boolean {
  const [by, of] = shuffled(world, world.people);
  // A key that signed the same of the other is no stranger's.
  if (by === undefined || of === undefined || world.tainted.has(of.name)) return true;
  const isOthers = (key: string): boolean =>
    choices.accepted.some((each) => each.key === key && each.person === of.name);
  const person = of.persons
    .filter(isOthers)
    .slice(0, 1)
    .map((key) => ({ kind: "person" as const, key }));
  const machine = { kind: "machine" as const, key: pick(world, of.machines) };
  const claims = [...person, machine].map((ref) =>
    say(pick(world, by.persons), ref, { says: "owns", consent: false }),
  );
  const { claims: _, ...after } = decideTrust([...all, ...claims], choices);
  const { claims: __, ...before } = decision;
  return show({ ...after, claims: [] }) === show({ ...before, claims: [] });
}

function isHonouredByLive({ choices, all, decision }: Asked): boolean {
  return decision.trusted.every(({ kind, key, honours }) =>
    [...honours].every((hash) =>
      all.some(
        (each) =>
          each.says === "ends" &&
          each.kind === kind &&
          each.subject === key &&
          each.honours?.includes(hash) === true &&
          (!decision.revoked.has(`person:${each.key}`) || choices.own.some((own) => own.key === each.key)),
      ),
    ),
  );
}

/** Of what each key may say no more than before, whoever's trust is ended. */
function doesEndingAddNothing({ world, choices, all, decision }: Asked): boolean {
  const name = pick(world, ["Ana", "Eve"]);
  const accepted = choices.accepted.map((each) => (each.person === name ? { ...each, ended: true } : each));
  const after = decideTrust(all, { ...choices, accepted });
  return after.trusted.every((row) => {
    const before = decision.trusted.filter(
      (each) => nameKey(each) === nameKey(row) && each.root === row.root,
    );
    return before.some(
      ({ may, former }) => (may === row.may || row.may === "ended") && (!former || row.former),
    );
  });
}

/** Its own machine and person key stay out of what others decide: what they own goes on counting. */
function isOwnUntouched({ world, choices, all }: Asked): boolean {
  const bo = world.people.find(({ name }) => name === "Bo");
  const [own] = choices.own;
  const second = bo?.machines[1];
  const mine = choices.accepted.find(({ mine }) => mine);
  if (own === undefined || second === undefined || mine === undefined) return true;
  const claim = say(own.key, { kind: "machine", key: second }, { says: "owns", consent: true });
  const ends = say(mine.key, { kind: "person", key: own.key }, { says: "ends" });
  const confirmed = new Set([...choices.confirmed, second]);
  const isEnded = all.some((each) => each.says === "ends" && each.subject === second);
  const { trusted } = decideTrust([...all, claim, ends], { ...choices, confirmed });
  return isEnded || trusted.some(({ key, former, root }) => key === second && !former && root === null);
}
