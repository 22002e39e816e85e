// Whose key counts here: one pure function of the person statements that arrived and of the choices made on this machine. Equal
// statements and equal choices give equal trust, in whatever order the statements arrived.
//
// Attack: a stolen key claims keys of others, brings machines by the hundred, or revokes the keys of its owner first. A claim counts
// only with the consent of the claimed key; no statement makes a key a trusted person, because only characters typed here do; at most
// four machines count that no person confirmed; and a revoked key stays revoked, whoever was first.

import type { TrustedFor } from "../law/sets/sets.ts";
import {
  type Ends,
  type KeyRef,
  nameKey,
  OWN_PERSON,
  type PersonStatement,
  subjectOf,
} from "./person-statement.ts";
import { type Claims, reach, readClaims } from "./read-claims.ts";

/** A key that a person typed here, for one root, for all projects, or for every root. */
export type Accepted = {
  readonly kind: "person" | "machine";
  readonly key: string;
  /** The petname of a person: keys of one petname are keys of one person. */
  readonly person: string;
  readonly root: string | null;
  /** Another key of this machine's own person. */
  readonly mine: boolean;
  /** A person here ended the trust. */
  readonly ended: boolean;
  /** Of a machine that was typed. */
  readonly may: "all" | "wrote";
};

export type Choice = "honour" | "drop";

export type Choices = {
  /** The keys of this machine, which count by themselves. */
  readonly own: readonly KeyRef[];
  readonly accepted: readonly Accepted[];
  /** Machine keys that a person here confirmed, by public key. */
  readonly confirmed: ReadonlySet<string>;
  /** By `nameKey`. */
  readonly revoked: ReadonlyMap<string, Choice>;
};

export type TrustedKey = Pick<Accepted, "kind" | "key" | "person" | "root" | "mine"> & {
  /** The name that its owner gave the machine. */
  readonly label: string | null;
  readonly may: TrustedFor;
  /** It is typed, or came with the statements of a typed key. */
  readonly by: "typed" | "statement";
  /** What this machine recorded of it counts, and of what arrives only what `honours` names. */
  readonly former: boolean;
  readonly honours: ReadonlySet<string>;
};

export type NamedKey = Pick<TrustedKey, "kind" | "key" | "person" | "label" | "mine">;

/** `by` claims a key that belongs to another person here. */
export type Claim = { readonly by: string; readonly kind: "person" | "machine"; readonly key: string };

export type Decision = {
  readonly trusted: readonly TrustedKey[];
  /** Machines that count and that no person here confirmed. */
  readonly followed: readonly NamedKey[];
  /** Machines beyond the four that count without a yes. */
  readonly waiting: readonly NamedKey[];
  /** Revoked keys that no person here has decided about. */
  readonly undecided: readonly NamedKey[];
  /** By `nameKey`. */
  readonly revoked: ReadonlySet<string>;
  readonly claims: readonly Claim[];
  /** Person keys that are one person's with an accepted key: the petname by the public key, `OWN` for this machine's person. */
  readonly persons: ReadonlyMap<string, string>;
};

/** So many machines of one person count before a person here confirms them. */
const FOLLOWED_MAX = 4;
/** The group of this machine's own person. */
export const OWN = OWN_PERSON;

const NONE: ReadonlySet<string> = new Set();

export function decideTrust(statements: Iterable<PersonStatement>, choices: Choices): Decision {
  const said = readClaims(statements);
  const groups = listGroups(choices).map((group) => readGroup(group, said, choices));
  const revoked = new Set(groups.flatMap(({ revoked }) => [...revoked]));
  const decided = groups.map((group) => decideGroup({ group, said, choices, revoked }));
  const enrolled = choices.accepted
    .filter(({ kind, key }) => kind === "machine" && !revoked.has(nameKey({ kind, key })))
    // Ending a machine that may only write leaves it nothing to say.
    .filter(({ ended, may }) => !ended || may === "all")
    .map(({ ended, may, ...each }): TrustedKey => {
      const state = { former: ended, may: ended ? "ended" : may, honours: NONE } as const;
      return { ...each, ...state, label: null, by: "typed" };
    });
  return {
    trusted: [...decided.flatMap(({ trusted }) => trusted), ...enrolled],
    followed: decided.flatMap(({ followed }) => followed),
    waiting: decided.flatMap(({ waiting }) => waiting),
    undecided: decided.flatMap(({ undecided }) => undecided),
    revoked,
    claims: findClaims(groups, said, choices),
    persons: new Map(groups.flatMap(({ person, theirs }) => [...theirs].map((key) => [key, person]))),
  };
}

// The keys of one person, as they are accepted here.

type Group = { readonly person: string; readonly mine: boolean; readonly accepted: readonly Accepted[] };

type ReadGroup = Group & {
  /** Person keys of the same person, whatever became of them. */
  readonly theirs: ReadonlySet<string>;
  readonly machines: ReadonlySet<string>;
  readonly revoked: ReadonlySet<string>;
};

function listGroups({ own, accepted }: Choices): Group[] {
  const mine = new Set(ownPersons(own));
  const persons = accepted.filter(({ kind, key }) => kind === "person" && !mine.has(key));
  const byName = Map.groupBy(persons, ({ person, mine }) => (mine ? OWN : person));
  if (mine.size > 0 && !byName.has(OWN)) byName.set(OWN, []);
  return [...byName].map(([person, entries]) => ({ person, mine: person === OWN, accepted: entries }));
}

function ownPersons(own: readonly KeyRef[]): string[] {
  return own.filter(({ kind }) => kind === "person").map(({ key }) => key);
}

function readGroup({ person, mine, accepted }: Group, said: Claims, choices: Choices): ReadGroup {
  const typed = [
    ...new Set([...accepted.map(({ key }) => key), ...(mine ? ownPersons(choices.own) : [])]),
  ].sort();
  const others = new Set(listOthers(person, choices));
  const theirs = reach(typed, said.links, (key) => typed.includes(key) || !others.has(key));
  const machines = new Set([...theirs].flatMap((key) => [...(said.machines.get(key)?.keys() ?? [])]));
  const isTheirs = ({ kind, subject }: Ends): boolean => (kind === "person" ? theirs : machines).has(subject);
  const ended = said.ends.filter((each) => theirs.has(each.key) && isTheirs(each));
  const revoked = new Set(ended.map((each) => nameKey(subjectOf(each))));
  return { person, mine, accepted, theirs, machines, revoked };
}

/** Person keys that are another person's by what was typed here. */
function listOthers(person: string, { own, accepted }: Choices): string[] {
  const typed = accepted.filter(
    (each) => each.kind === "person" && (each.mine ? OWN : each.person) !== person,
  );
  return [...typed.map(({ key }) => key), ...(person === OWN ? [] : ownPersons(own))];
}

type Deciding = {
  readonly group: ReadGroup;
  readonly said: Claims;
  readonly choices: Choices;
  /** By any person's keys: a machine of two persons is revoked for both. */
  readonly revoked: ReadonlySet<string>;
};

type Decided = Pick<Decision, "trusted" | "followed" | "waiting" | "undecided">;

function decideGroup(deciding: Deciding): Decided {
  const roots = readRoots(deciding);
  const fresh = listFresh(deciding, roots);
  const counting = new Set(fresh.slice(0, FOLLOWED_MAX));
  const trusted = roots.flatMap((root) => listTrusted(deciding, { root, roots, counting }));
  const isOpen = (each: KeyRef): boolean => isRevoked(deciding, each) && choiceOf(deciding, each) === null;
  const undecided = new Map(trusted.filter(isOpen).map((each) => [nameKey(each), describe(deciding, each)]));
  const toNamed = (key: string): NamedKey => describe(deciding, { kind: "machine", key });
  return {
    trusted,
    followed: [...counting].map(toNamed),
    waiting: fresh.slice(FOLLOWED_MAX).map(toNamed),
    undecided: [...undecided.values()],
  };
}

/** The person key of this machine counts here whatever another one says. */
function isRevoked({ revoked, choices: { own } }: Deciding, ref: KeyRef): boolean {
  return revoked.has(nameKey(ref)) && !own.some((each) => nameKey(each) === nameKey(ref));
}

function choiceOf({ choices }: Deciding, ref: KeyRef): Choice | null {
  return choices.revoked.get(nameKey(ref)) ?? null;
}

function describe({ group: { person, mine }, said }: Deciding, { kind, key }: KeyRef): NamedKey {
  return { kind, key, person, mine, label: said.labels.get(nameKey({ kind, key })) ?? null };
}

type InRoot = {
  readonly root: string | null;
  readonly typed: readonly Accepted[];
  /** A person here ended the trust in all of them. */
  readonly isOver: boolean;
  /** Person keys that vouch for machines. */
  readonly live: ReadonlySet<string>;
  /** The same with revoked ones that were not dropped: a confirmed machine of theirs says nothing new. */
  readonly known: ReadonlySet<string>;
};

function readRoots(deciding: Deciding): InRoot[] {
  const { group, said, choices } = deciding;
  const { accepted, mine, theirs } = group;
  const roots = new Set([...accepted.map(({ root }) => root), ...(mine ? [null] : [])]);
  return [...roots].map((root) => {
    const typed = accepted.filter((each) => each.root === root);
    const all = [...typed.map(({ key }) => key), ...(mine ? ownPersons(choices.own) : [])];
    const inUse = all.filter((key) => !typed.some((each) => each.key === key && each.ended));
    const isLive = (key: string): boolean => theirs.has(key) && !isRevoked(deciding, { kind: "person", key });
    const isKnown = (key: string): boolean =>
      theirs.has(key) && choiceOf(deciding, { kind: "person", key }) !== "drop";
    return {
      ...{ root, typed, isOver: inUse.length === 0 },
      live: reach(inUse, said.links, isLive),
      known: reach(all, said.links, isKnown),
    };
  });
}

/** Machines that no person here confirmed, in an order that depends on the statements alone. */
function listFresh(deciding: Deciding, roots: readonly InRoot[]): string[] {
  const { said, choices } = deciding;
  const own = new Set(choices.own.map(nameKey));
  const first = new Map<string, string>();
  for (const by of new Set(roots.flatMap(({ live }) => [...live])))
    for (const [key, { hash }] of said.machines.get(by) ?? []) {
      const ref = { kind: "machine", key } as const;
      if (choices.confirmed.has(key) || own.has(nameKey(ref)) || isRevoked(deciding, ref)) continue;
      if (hash < (first.get(key) ?? "~")) first.set(key, hash);
    }
  return [...first].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key);
}

type Listing = {
  readonly root: InRoot;
  readonly roots: readonly InRoot[];
  readonly counting: ReadonlySet<string>;
};

function listTrusted(deciding: Deciding, { root, roots, counting }: Listing): TrustedKey[] {
  const { said, choices } = deciding;
  const toRow = (ref: KeyRef, by: TrustedKey["by"], state: { isOver: boolean; isFormer: boolean }) => {
    const choice = choiceOf(deciding, ref);
    const isEnded = isRevoked(deciding, ref);
    if (isEnded && choice === "drop") return [];
    const honours = isEnded && choice === "honour" ? listHonoured(deciding, ref, roots) : NONE;
    const former = state.isOver || state.isFormer || isEnded;
    const may: TrustedFor = state.isOver ? "ended" : "all";
    return [{ ...describe(deciding, ref), root: root.root, may, by, former, honours }];
  };
  const persons = root.typed.flatMap(({ key, ended }) =>
    toRow({ kind: "person", key }, "typed", { isOver: ended, isFormer: false }),
  );
  const live = listMachines(said, root.live);
  const own = new Set(choices.own.map(nameKey));
  const machines = [...new Set([...live, ...listMachines(said, root.known)])].filter((key) => {
    const mayCount = choices.confirmed.has(key) || (live.includes(key) && counting.has(key));
    return mayCount && !own.has(nameKey({ kind: "machine", key }));
  });
  const state = (key: string) => ({ isOver: root.isOver, isFormer: !live.includes(key) });
  return [...persons, ...machines.flatMap((key) => toRow({ kind: "machine", key }, "statement", state(key)))];
}

/** A list of a revoked key may name what its thief signed a moment before. */
function listHonoured({ said }: Deciding, { kind, key }: KeyRef, roots: readonly InRoot[]): Set<string> {
  const live = new Set(roots.flatMap((each) => [...each.live]));
  const lists = said.ends.filter((each) => each.kind === kind && each.subject === key && live.has(each.key));
  return new Set(lists.flatMap(({ honours }) => honours ?? []));
}

function listMachines({ machines }: Claims, persons: ReadonlySet<string>): string[] {
  return [...new Set([...persons].flatMap((key) => [...(machines.get(key)?.keys() ?? [])]))].sort();
}

/** Claims of keys that this machine knows as another person's. A claim changes nothing, and a person is told of it. */
function findClaims(groups: readonly ReadGroup[], said: Claims, { own }: Choices): Claim[] {
  const mine = new Set(own.map(nameKey));
  const claims = new Map<string, Claim>();
  for (const { person, theirs } of groups)
    for (const each of said.owns.filter(({ key, consent }) => theirs.has(key) && consent === null)) {
      const { kind, subject } = each;
      const isKnownTo = (other: ReadGroup): boolean =>
        other.person !== person && (kind === "person" ? other.theirs : other.machines).has(subject);
      const isMine = person !== OWN && mine.has(nameKey(subjectOf(each)));
      if (isMine || groups.some(isKnownTo))
        claims.set(`${person} ${subject}`, { by: person, kind, key: subject });
    }
  return [...claims.values()];
}
