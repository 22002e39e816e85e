// The next version of one's own card with one machine over, because it was lost, stolen or given away.
//
// Attack: whoever has the machine changed the card first. They gave it the name of another one, put keys of their own beside
// it, or said that the machine which the person sits at is over. So a machine is meant by the name that it has here; what
// the card lists and nobody took here goes with it, which is said before the yes; and the keys at hand stay in use.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import {
  type Card,
  type CardContent,
  type CardMachine,
  type CardPerson,
  currentMachines,
} from "../../../trust/cards.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { KnownSigner } from "../signers.ts";
import { fingerprintOf } from "./accept-cards.ts";
import { readKeptCard } from "./kept-card.ts";
import { isOfColleague } from "./key-holders.ts";
import { complete, withoutEnd } from "./next-version.ts";
import { followOn } from "./own-card.ts";
import { findOwnCard } from "./own-versions.ts";
import { findOwnLabel } from "./withdraw.ts";

/** One machine of the card, with the keys that it has. */
export type ListedMachine = {
  readonly label: string;
  /** The end of its fingerprint, which tells it from one of the same name. */
  readonly end: string;
  /** It is the one that the person sits at. */
  readonly isHere: boolean;
  /** Person keys that are over with it; the one that signs here is never among them. */
  readonly persons: readonly string[];
  readonly key: string;
};

export type TakeOff = {
  readonly gone: ListedMachine;
  /** Names of what goes with it: on the card, and never taken here. */
  readonly strays: readonly string[];
  /** Names of the machines that stay. */
  readonly keeps: readonly string[];
  readonly over: readonly Pick<KnownSigner, "signer" | "key">[];
  readonly content: CardContent;
};

/**
 * By its name, or by the end of its fingerprint where two have the name. The newest card counts, in machine state or wherever
 * one lies. Nothing is published yet. @returns null when the card says already that it is over.
 */
export function planTakeOff(workspace: Workspace, given: string): TakeOff | null {
  const base = findOwnCard(workspace, ...workspace.roots);
  if (base === null)
    throw new CredenceError(
      "NOT_FOUND",
      "you have no card, so none of your machines is on it",
      "credence trust remove NAME ends the keys of one on this machine; credence trust list has the names",
    );
  if (isOver(workspace, base, given)) return null;
  const gone = findListed(workspace, base, given);
  const strays = listStrays(workspace, base, gone);
  const persons = [...gone.persons, ...strays.persons.map(({ key }) => key)];
  const machines = [gone.key, ...strays.machines.map(({ key }) => key)];
  const content = planWithout(workspace, base, new Set([...persons, ...machines]));
  // Off the card goes everything; here a colleague keeps what a stolen machine listed of theirs.
  const isOurs = (key: string): boolean => !isOfColleague(workspace, key, [base.owner]);
  return {
    gone,
    strays: [...new Set([...strays.persons, ...strays.machines].map(({ label = "a key" }) => label))],
    keeps: currentMachines(content).map(({ key, label }) => findOwnLabel(workspace, key) ?? label),
    over: [
      ...persons
        .filter(isOurs)
        .map((key) => ({ signer: `person:${fingerprintOf(workspace, "person", key)}`, key })),
      ...machines
        .filter(isOurs)
        .map((key) => ({ signer: `machine:${fingerprintOf(workspace, "machine", key)}`, key })),
    ],
    content,
  };
}

/** One of that name is over, and none in use has it. */
function isOver(workspace: Workspace, base: Card, given: string): boolean {
  const isNamed = ({ key, label }: CardMachine): boolean => (findOwnLabel(workspace, key) ?? label) === given;
  return base.machines.some(isNamed) && !currentMachines(base).some(isNamed);
}

const END_CHARS = 6;

function findListed(workspace: Workspace, base: Card, given: string): ListedMachine {
  const listed = listMachines(workspace, base);
  const wanted = given.replace(/^…/, "");
  const found = listed.filter(({ label, end }) => label === given || end === wanted);
  const [first, second] = found;
  if (first === undefined) {
    const names = listed.map(nameListed).join(", ");
    throw new CredenceError(
      "NOT_FOUND",
      given === "" ? "say which machine" : `your card lists no machine ${given}`,
      names === "" ? "it lists none" : `it lists ${names}`,
    );
  }
  if (second !== undefined) {
    throw new CredenceError(
      "USAGE",
      `${found.length} machines on your card are called ${given}: ${found.map(nameListed).join(", ")}`,
      `say which one by its end: --machine ${found.find(({ isHere }) => !isHere)?.end ?? first.end}`,
    );
  }
  return first;
}

function listMachines(workspace: Workspace, base: Card): ListedMachine[] {
  const own = workspace.keys.personFile?.key;
  const nameOf = ({ key, label }: CardPerson | CardMachine): string =>
    findOwnLabel(workspace, key) ?? label ?? "";
  return currentMachines(base).map((machine) => ({
    label: nameOf(machine),
    end: fingerprintOf(workspace, "machine", machine.key).slice(-END_CHARS),
    isHere: machine.key === workspace.keys.machine.key,
    persons: base.persons.flatMap((each) =>
      nameOf(each) === nameOf(machine) && each.key !== own && each.until === undefined ? [each.key] : [],
    ),
    key: machine.key,
  }));
}

function nameListed({ label, end, isHere }: ListedMachine): string {
  return `${label} …${end}${isHere ? " (this machine)" : ""}`;
}

type Strays = { readonly persons: readonly CardPerson[]; readonly machines: readonly CardMachine[] };

function listStrays(workspace: Workspace, { persons, machines }: Card, gone: ListedMachine): Strays {
  const known = new Set([
    ...workspace.signers.flatMap(({ key, own, mine }) => (own || mine === true ? [key] : [])),
    ...[gone.key, ...gone.persons],
  ]);
  const isStray = ({ key, until }: CardPerson | CardMachine): boolean =>
    until === undefined && !known.has(key);
  return { persons: persons.filter(isStray), machines: machines.filter(isStray) };
}

function planWithout(workspace: Workspace, base: Card, over: ReadonlySet<string>): CardContent {
  const time = renderInstant(workspace.now);
  const settle = <Item extends CardPerson | CardMachine>(each: Item): Item => {
    if (over.has(each.key)) return { ...each, until: each.until ?? time };
    return each.until !== undefined && isOfHere(workspace, each.key)
      ? { ...withoutEnd(each), from: time }
      : each;
  };
  const { owner, name, persons, machines } = base;
  return complete(workspace, {
    ...{ v: 1, owner, name, ...followOn(workspace, base, workspace.roots), time },
    persons: persons.map(settle),
    machines: machines.map(settle),
  });
}

/** A key of this machine that its person did not take off here. */
function isOfHere(workspace: Workspace, key: string): boolean {
  const { persons, machines } = readKeptCard(workspace) ?? { persons: [], machines: [] };
  const isOwn = key === workspace.keys.personFile?.key || key === workspace.keys.machine.key;
  return isOwn && [...persons, ...machines].some((each) => each.key === key && each.until === undefined);
}
