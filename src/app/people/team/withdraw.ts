// Keys of this machine's own person that are over: those of a machine that was lost, stolen or given away, and a person key that was
// replaced. Their card says so to everybody; here it ends the word of those keys on the person's own machine.
//
// Attack: whoever has the old machine goes on in the person's name. So a key that is over counts by no entry and in no root;
// that one is over is taken from every version of the own card that is at hand, however old, while an older version that still
// lists it brings nothing back; and only the person takes a key back, by the characters of its fingerprint. Fails closed.

import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { readCardOf } from "../../../trust/card-files.ts";
import type { Card, CardMachine, CardPerson } from "../../../trust/cards.ts";
import { fingerprintKey, purposeOf } from "../../../trust/fingerprint.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import type { WithdrawnKey } from "../../../trust/team-file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { changeTrust, listWithdrawn } from "../signers.ts";
import type { Fate } from "./accept-cards.ts";
import { readKeptCard, readTakenBack, type TakenBack } from "./kept-card.ts";
import { isOfColleague } from "./key-holders.ts";
import { isOfKey, isOwnCard } from "./own-versions.ts";

/** In every root and by every entry, from now on. */
export function withdrawKeys(
  workspace: Workspace,
  { over, fate }: { readonly over: readonly Pick<KnownSigner, "signer" | "key">[]; readonly fate: Fate },
): void {
  const keys = new Set(over.map(({ key }) => key));
  changeTrust(workspace, ({ signers, cards, withdrawn }) => ({
    signers: signers.flatMap((each) => {
      if (!keys.has(each.key)) return [each];
      const { introduces: _, ...rest } = each;
      return fate === "fall" ? [] : [{ ...rest, former: true }];
    }),
    cards,
    withdrawn: [
      ...withdrawn.filter(({ key }) => !keys.has(key)),
      ...[...new Map(over.map((each) => [each.key, each])).values()].map(({ signer, key }) => {
        return { signer, key, fate };
      }),
    ],
  }));
}

/** What versions of the own card say is over, in the open roots or just come, and is not listed here yet. */
export function findWithdrawals(workspace: Workspace, come: readonly Card[] = []): WithdrawnKey[] {
  const cards = listOwnVersions(workspace, come).filter(isInUse);
  if (cards.length === 0) return [];
  const known = new Set(listWithdrawn(workspace).map(({ key }) => key));
  const mine = new Set(workspace.signers.flatMap(({ own, key }) => (own ? [key] : [])));
  const back = readTakenBack(workspace);
  const found = cards.flatMap((card) => [
    ...listOver(card, card.persons, back).map((key) => ({ kind: "person" as const, key })),
    ...listOver(card, card.machines, back).map((key) => ({ kind: "machine" as const, key })),
  ]);
  const owners = cards.map(({ owner }) => owner);
  const fresh = found.filter(
    // A stolen machine may list what a colleague has.
    ({ key }) => !known.has(key) && !mine.has(key) && !isOfColleague(workspace, key, owners),
  );
  return [...new Map(fresh.map((each) => [each.key, each])).values()].map(({ kind, key }) => {
    const isTrusted = workspace.signers.some((each) => each.key === key);
    // Of a key that nobody here trusts there is nothing to decide.
    const fate = isTrusted ? "undecided" : "fall";
    return { signer: `${kind}:${fingerprintKey(kind, key, purposeOf(workspace.state))}`, key, fate };
  });
}

/** One with nothing in use says that its owner left a team, which ends nothing between their own machines. */
function isInUse({ persons, machines }: Card): boolean {
  return [...persons, ...machines].some(({ until }) => until === undefined);
}

/** Dates decide nothing: a clock may be wrong, and a thief's says what they like. */
function listOver(
  { owner, seq }: Card,
  listed: readonly (CardPerson | CardMachine)[],
  back: readonly TakenBack[],
): string[] {
  const isPast = (key: string): boolean =>
    back.some((each) => each.key === key && each.owner === owner && seq <= each.seq);
  return listed.flatMap(({ key, until }) => (until === undefined || isPast(key) ? [] : [key]));
}

/** In machine state, in the open roots under each name that a card of this person has here, and among those that came. */
function listOwnVersions(workspace: Workspace, come: readonly Card[]): Card[] {
  const kept = readKeptCard(workspace);
  const cards = workspace.signers.flatMap(({ card, mine }) =>
    card !== undefined && mine === true ? [card] : [],
  );
  if (kept === null && cards.length === 0) return [];
  const owners = new Set([...(kept === null ? [] : [kept.owner]), ...cards]);
  const found = [...owners].flatMap((owner) =>
    workspace.roots.flatMap(({ path }) => readCardOf(path, owner)?.card ?? []),
  );
  const own = [...found, ...come.filter(({ owner }) => owners.has(owner))].filter(
    (card) => isOwnCard(workspace, card) || isDisputed(workspace, card),
  );
  return kept === null ? own : [kept, ...own];
}

/**
 * Two machines may each say that the other is over, and the stolen one is quick: until the person has decided about a key, it
 * still ends others, and neither counts.
 */
function isDisputed(workspace: Workspace, card: Card): boolean {
  const isUndecided = listWithdrawn(workspace).some(
    ({ key, fate }) => key === card.key && fate === "undecided",
  );
  return isUndecided && isOfKey(card, workspace.keys.personFile?.key ?? "");
}

/** Everything that is trusted here of the machine whose key this is: its person key and its machine key. */
export function listKeysOfMachine({ signers }: Workspace, one: KnownSigner): KnownSigner[] {
  const label = labelOf(one);
  const isSame = (each: KnownSigner): boolean =>
    each.key === one.key || (label !== null && each.card === one.card && labelOf(each) === label);
  const found = signers.filter((each) => !each.own && isSame(each));
  return [...new Map(found.map((each) => [each.key, each])).values()];
}

const OWN_NAMES = { person: "you on ", machine: "your machine " } as const;

/** What this machine calls a key of its person's other machine. */
export function nameOwnKey(kind: "person" | "machine", label: string): string {
  return `${OWN_NAMES[kind]}${label}`;
}

/** The name of the machine that has it. @returns null when it is no key of another machine of this person. */
export function findOwnLabel({ signers }: Workspace, key: string): string | null {
  const found = signers.find((each) => each.key === key && each.mine === true);
  return found === undefined ? null : labelOf(found);
}

/** @returns null when it is no key of another machine of this person. */
function labelOf({ signer, petname, mine }: KnownSigner): string | null {
  return mine === true ? petname.slice(OWN_NAMES[kindOfSigner(signer)].length) : null;
}
