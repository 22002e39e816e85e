// A person here takes somebody's card for theirs: from then on its person keys approve and its machines give advice, in this root
// or in every project. And the reverse: what becomes of the statements of keys that are over.
//
// Attack: an agent, a clone or a typing error makes this machine trust a key. So only the holder of the unlocked person key gets
// here, a card lies under the fingerprint that its first key makes, and what a person types is compared with the fingerprint
// of the key that signed the card: that one says what the rest of it is worth. Fails closed.

import { CredenceError } from "../../../memory/errors.ts";
import type { KeyKind } from "../../../memory/law/attestation.ts";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { ALL_PROJECTS } from "../../../memory/law/evidence.ts";
import { isSameName } from "../../../memory/text/look-alikes.ts";
import { readTeamFiles } from "../../../trust/card-files.ts";
import { type Card, currentMachines, currentPersons } from "../../../trust/cards.ts";
import { fingerprintKey, purposeOf } from "../../../trust/fingerprint.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import { type KnownCard, nameMachine } from "../../../trust/team-file.ts";
import { isTrustedIn } from "../../memories/known-signers.ts";
import { type OpenRoot, renewWorkspace, type Workspace } from "../../workspace/workspace.ts";
import { isBeginningOf } from "../describe-trust.ts";
import { changeTrust, isCovered, type Trust } from "../signers.ts";
import { withoutClaims } from "./key-holders.ts";

/** Is it the beginning of the fingerprint of the key that signed this card? */
export function matchesTyped(workspace: Workspace, card: Card, typed: string): boolean {
  return isBeginningOf(fingerprintOf(workspace, "person", card.key), typed);
}

/** What others read on the owner's screen. */
export function fingerprintOf({ state }: Workspace, kind: KeyKind, key: string): string {
  return fingerprintKey(kind, key, purposeOf(state));
}

/** What this machine will call the owner: the name on the card, unless somebody has it. */
export function choosePetname({ signers }: Workspace, { name, owner }: Card): string {
  const isTaken = (petname: string): boolean =>
    signers.some((each) => each.card !== owner && isSameName(each.petname, petname));
  // No card makes its owner look like whoever works here.
  const wanted = isOurs(name) ? `somebody called ${name}` : name;
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!isTaken(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** How this machine's own keys are called, and those of its person's other machines. */
const OURS = ["you", "you on", "you by", "your machine", "my machine", "this machine", "a check"];

function isOurs(name: string): boolean {
  const words = name.split(/[\s,]+/);
  return OURS.some((each) => isSameName(words.slice(0, 2).join(" "), each));
}

export type Admission = {
  readonly card: Card;
  readonly petname: string;
  /** `typed`, `code`, `known` or `introduced by NAME`. */
  readonly via: string;
  readonly allRoots: boolean;
};

/** Every key that the card has in use is trusted from here on. */
export function admitCard(workspace: Workspace, root: OpenRoot, admission: Admission): void {
  if (fingerprintOf(workspace, "person", admission.card.persons[0]?.key ?? "") !== admission.card.owner) {
    throw new CredenceError(
      "NOT_FOUND",
      "this card lies under a fingerprint that its first key does not make",
      "somebody forged it: ask its owner to run credence team join",
    );
  }
  changeTrust(workspace, (found) => {
    // As it is at this moment.
    const beside = readTeamFiles(root.path).cards;
    const card = withoutClaims(renewWorkspace(workspace, workspace.now), admission.card, {
      beside,
      isAsked: true,
    });
    const trust = moveKey(found, card);
    const earlier = trust.signers.filter((each) => each.card === card.owner || each.key === card.key);
    const added = listKeys(workspace, root, { ...admission, card, earlier });
    const others = trust.signers.filter((each) => !added.some((entry) => isCovered(each, entry)));
    const before = trust.cards.find(({ owner }) => owner === card.owner);
    const known = toKnownCard(card, { before, earlier, added });
    // Whoever is accepted again in one root stays removed in the others.
    const removedIn = (before?.removedIn ?? []).filter((each) => !added.some((entry) => isFor(each, entry)));
    const cards = [...trust.cards.filter(({ owner }) => owner !== card.owner), { ...known, removedIn }];
    return { signers: [...others, ...added], cards, withdrawn: trust.withdrawn };
  });
}

/** The key that signed this card is on no other one from here on: whoever listed it there did not have it. */
function moveKey({ signers, cards, withdrawn }: Trust, { owner, key }: Card): Trust {
  const isElsewhere = (each: KnownSigner): boolean =>
    each.key === key && each.card !== undefined && each.card !== owner;
  const moved = new Set(signers.filter(isElsewhere).map(({ signer }) => signer));
  return {
    signers: signers.filter((each) => !isElsewhere(each)),
    cards: cards.map((each) =>
      each.owner === owner
        ? each
        : {
            ...each,
            persons: each.persons.filter((person) => person !== key),
            ended: each.ended.filter((signer) => !moved.has(signer)),
          },
    ),
    withdrawn,
  };
}

/** Does an entry for the one root, or for all projects, speak of the other? */
function isFor(removedIn: string, { root }: Pick<KnownSigner, "root">): boolean {
  return [removedIn, root].includes(ALL_PROJECTS) || removedIn === root;
}

type Compared = {
  readonly before: KnownCard | undefined;
  readonly earlier: readonly KnownSigner[];
  readonly added: readonly KnownSigner[];
};

/** What was trusted and is not on this version is over. */
function toKnownCard(card: Card, { before, earlier, added }: Compared): KnownCard {
  const inUse = new Set(added.map(({ signer }) => signer));
  const followed = (before?.followed ?? []).filter(({ signer }) => !inUse.has(signer));
  const theirs = earlier.filter((each) => each.card === card.owner && each.former !== true);
  const over = [...theirs, ...followed].map(({ signer }) => signer);
  return {
    owner: card.owner,
    seq: card.seq,
    hash: card.hash,
    founder: card.persons[0]?.key ?? "",
    persons: currentPersons(card),
    listed: currentMachines(card).map(({ key }) => key),
    followed,
    ended: [...new Set([...(before?.ended ?? []), ...over])].filter((signer) => !inUse.has(signer)),
  };
}

function listKeys(
  workspace: Workspace,
  root: OpenRoot,
  { card, petname, via, allRoots, earlier }: Admission & { readonly earlier: readonly KnownSigner[] },
): KnownSigner[] {
  const isWide = allRoots || earlier.some((each) => each.root === ALL_PROJECTS && each.former !== true);
  const common = { root: isWide ? ALL_PROJECTS : root.id, own: false, via, card: card.owner };
  const mayIntroduce = earlier.some(({ introduces, former }) => introduces === true && former !== true);
  const persons = currentPersons(card).map((key) => ({
    ...common,
    signer: `person:${fingerprintOf(workspace, "person", key)}`,
    key,
    petname,
    ...(mayIntroduce ? { introduces: true as const } : {}),
  }));
  const machines = currentMachines(card).map(({ key, label }) => ({
    ...common,
    signer: `machine:${fingerprintOf(workspace, "machine", key)}`,
    key,
    petname: nameMachine(petname, label),
  }));
  return [...persons, ...machines];
}

/** What becomes of the statements of a key that is over: they count as far as they were seen here, or not at all. */
export type Fate = "keep" | "fall";

export type Decided = {
  readonly over: readonly KnownSigner[];
  readonly fate: Fate;
  /** A person here has done with their owner, whose card waits for nobody from then on. */
  readonly isRemoval?: boolean;
};

/** Of some keys: in this root and wherever else the same entry counts, or, where no root is given, everywhere. */
export function decideFate(
  workspace: Workspace,
  root: OpenRoot | null,
  { over, fate, isRemoval = false }: Decided,
): void {
  const isHere = (each: KnownSigner): boolean => root === null || isTrustedIn(each, root);
  const isOver = (signer: string, card: string | undefined): boolean =>
    over.some((each) => each.signer === signer && each.card === card);
  const isMeant = (each: KnownSigner): boolean => isOver(each.signer, each.card) && isHere(each);
  changeTrust(workspace, (trust) => {
    const entries = trust.signers.filter((each) => !isMeant(each));
    const former = over.filter(isHere).map(toFormer);
    return dropUnused({
      signers: fate === "keep" ? [...entries, ...former] : entries,
      cards: trust.cards.map((card) => ({
        ...card,
        followed: card.followed.filter(({ signer }) => !isOver(signer, card.owner)),
        ended: card.ended.filter((signer) => !isOver(signer, card.owner)),
        ...(isRemoval ? { removedIn: listRemoved(card, over.filter(isHere)) } : {}),
      })),
      withdrawn: trust.withdrawn,
    });
  });
}

function toFormer(signer: KnownSigner): KnownSigner {
  const { introduces: _, ...rest } = signer;
  return { ...rest, former: true };
}

function listRemoved({ owner, removedIn = [] }: KnownCard, over: readonly KnownSigner[]): string[] {
  return [
    ...new Set([...removedIn, ...over.flatMap(({ card, root }) => (card === owner ? (root ?? []) : []))]),
  ];
}

/** Of somebody who is trusted nowhere any more no card is followed; of whom a person removed, only that is remembered. */
function dropUnused({ signers, cards, withdrawn }: Trust): Trust {
  const inUse = new Set(signers.filter(({ former }) => former !== true).map(({ card }) => card));
  const left = cards.flatMap((card) => {
    if (inUse.has(card.owner) || card.ended.length > 0) return [card];
    return (card.removedIn ?? []).length === 0 ? [] : [{ ...card, persons: [], followed: [] }];
  });
  return { signers, cards: left, withdrawn };
}

/** Everything of one person that counts in this root, or anywhere: their keys and their machines'. */
export function listKeysOf(
  { signers }: Workspace,
  root: OpenRoot | null,
  person: KnownSigner,
): KnownSigner[] {
  return signers.filter((each) => {
    const isTheirs =
      each.signer === person.signer || (person.card !== undefined && each.card === person.card);
    return !each.own && isTheirs && (root === null || isTrustedIn(each, root));
  });
}

/** Those who are trusted here because this person introduced them. */
export function listIntroducedBy(
  { signers }: Workspace,
  root: OpenRoot | null,
  petname: string,
): KnownSigner[] {
  const found = signers.filter(
    (each) =>
      each.via === `introduced by ${petname}` &&
      kindOfSigner(each.signer) === "person" &&
      each.former !== true &&
      (root === null || isTrustedIn(each, root)),
  );
  return [...new Map(found.map((each) => [each.signer, each])).values()];
}
