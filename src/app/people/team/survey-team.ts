// Who is in the team of a root and what waits for a person: each card of the root beside what this machine knows of its owner.
//
// Attack: a card that would be taken for somebody else's, an older or a second version of a known one, an introduction by
// somebody who may not introduce, one of another root, or one for another key. Each is named with the reason and counts for
// nothing. Reading a root decides nothing: accept-cards.ts does, with a person.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { isSameName } from "../../../memory/text/look-alikes.ts";
import { cardPath, type OddTeamFile, readTeamFiles } from "../../../trust/card-files.ts";
import {
  type Card,
  type CardMachine,
  compareVersions,
  currentMachines,
  currentPersons,
  type Introduction,
} from "../../../trust/cards.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import { type KnownCard, NO_TEAM, readTeamFile } from "../../../trust/team-file.ts";
import { namesSecret } from "../../memories/hide-secrets.ts";
import { findSigner, isTrustedIn } from "../../memories/known-signers.ts";
import { type OpenRoot, TEAM_FILE, type Workspace } from "../../workspace/workspace.ts";
import { findUnknownSigners } from "../describe-trust.ts";
import { listWithdrawn } from "../signers.ts";
import { isRemoved } from "./follow-cards.ts";
import { readEndedCards } from "./kept-card.ts";
import { type ListedClaim, listClaims, withoutClaims } from "./key-holders.ts";
import { isOfKey, isOwnCard, isOwnElsewhere } from "./own-versions.ts";

export type { Card };

export type TeamMember =
  | { readonly kind: "own"; readonly card: Card }
  /** Accepted, and nothing of it waits. */
  | { readonly kind: "in"; readonly card: Card; readonly petname: string }
  /** No key of it is in use. */
  | { readonly kind: "left"; readonly card: Card; readonly petname: string | null }
  /** A person here has done with its owner. */
  | { readonly kind: "removed"; readonly card: Card; readonly petname: string | null }
  | WaitingCard;

export type WaitingCard = {
  readonly kind: "waits";
  readonly card: Card;
  /** What this machine calls its owner; null of somebody new. */
  readonly petname: string | null;
  /** What vouches for it here, so that a yes is enough; null where its fingerprint has to be typed. */
  readonly basis: Basis | null;
  /** A newer card of somebody who was accepted: what is new or over in it. */
  readonly change: CardChange | null;
};

export type Basis =
  /** A key that was compared before signed it. */
  { readonly kind: "known"; readonly petname: string } | { readonly kind: "introduced"; readonly by: string };

export type CardChange = {
  /** Person keys that nobody here has accepted. */
  readonly persons: readonly string[];
  /** Machines that came too many at once to be taken without a word. */
  readonly machines: readonly CardMachine[];
  /** Keys that were taken off the card, or are over, and of whose statements nobody here has decided. */
  readonly ended: readonly KnownSigner[];
  /** Signed by a key that was never accepted. */
  readonly isUnlinked: boolean;
};

export type Team = {
  readonly members: readonly TeamMember[];
  readonly odd: readonly OddTeamFile[];
  /** Cards of others under the name of whoever works here. */
  readonly impostors: readonly Card[];
  /** Keys that cards list and that are somebody else's. */
  readonly claims: readonly ListedClaim[];
};

export function surveyTeam(workspace: Workspace, root: OpenRoot): Team {
  const { cards, introductions, odd } = readTeamFiles(root.path);
  const known = (readTeamFile(join(workspace.state.path, TEAM_FILE)) ?? NO_TEAM).cards;
  const members: TeamMember[] = [];
  const refused: OddTeamFile[] = [...odd];
  for (const card of cards) {
    const member = describeCard(workspace, root, { card, beside: cards, introductions, known });
    if ("why" in member) refused.push({ name: `${card.owner}.json`, why: member.why });
    else members.push(member);
  }
  const [own] = members.filter(({ kind }) => kind === "own").toSorted((a, b) => b.card.seq - a.card.seq);
  const isOther = (card: Card): boolean =>
    !isOwnElsewhere(workspace, card.key) && !isFormerOwn(workspace, card);
  const isPartOfOwn = (member: TeamMember): boolean =>
    own !== undefined && member !== own && isListedOn(member.card, own.card);
  const shown = members.filter((each) => !isPartOfOwn(each));
  const others = shown.filter(({ kind }) => kind === "waits" || kind === "in").map(({ card }) => card);
  const impostors =
    own === undefined ? [] : others.filter((card) => isSameName(card.name, own.card.name) && isOther(card));
  return { members: shown, odd: refused, impostors, claims: listTeamClaims(workspace, shown, cards) };
}

function listTeamClaims(
  workspace: Workspace,
  members: readonly TeamMember[],
  cards: readonly Card[],
): ListedClaim[] {
  return members.flatMap((member) => {
    const card = cards.find(({ owner }) => owner === member.card.owner);
    if (card === undefined || isOwnSide(workspace, member)) return [];
    const claims = listClaims(workspace, card, { beside: cards, isAsked: true });
    const petname = member.kind === "own" ? null : member.petname;
    return claims.map((claim) => ({ ...claim, petname, card }));
  });
}

/** One's own card, or that of another machine of one's own. */
function isOwnSide(workspace: Workspace, { kind, card }: TeamMember): boolean {
  return kind === "own" || isOwnElsewhere(workspace, card.key) || isFormerOwn(workspace, card);
}

/** A card of another machine whose keys are all on this one: a sync deletes no card. */
export function isListedOn(card: Card, own: Card): boolean {
  const listed = new Set([...own.persons, ...own.machines].map(({ key }) => key));
  return [...card.persons, ...card.machines].every(({ key }) => listed.has(key));
}

/** Signers of statements here whom no card explains. */
export function countCardless(workspace: Workspace, { members }: Team): number {
  const keys = new Set(
    members.flatMap(({ card }) => [...card.persons, ...card.machines]).map(({ key }) => key),
  );
  return findUnknownSigners(workspace).filter(({ key }) => !keys.has(key)).length;
}

/** @returns null when the root has no card of that owner. */
export function findCardFile({ path }: OpenRoot, owner: string): string | null {
  return existsSync(join(path, cardPath(owner))) ? cardPath(owner) : null;
}

type Compared = {
  readonly card: Card;
  readonly beside: readonly Card[];
  readonly introductions: readonly Introduction[];
  readonly known: readonly KnownCard[];
};

function describeCard(
  workspace: Workspace,
  root: OpenRoot,
  compared: Compared,
): TeamMember | { readonly why: string } {
  const { card } = compared;
  if (isOwnCard(workspace, card)) return { kind: "own", card };
  if (namesSecret(card)) return { why: "a name on it looks like a secret" };
  if (isOfKey(card, workspace.keys.personFile?.key ?? "")) return refuseUnsigned(workspace, card);
  // Not on one card yet, and compared already; or the own card of before, whose key was distrusted.
  const isOfMine = currentPersons(card).some((key) => isOwnElsewhere(workspace, key));
  const isFormer = isFormerOwn(workspace, card);
  if (isOwnElsewhere(workspace, card.key) || (isFormer && isOfMine))
    return { kind: "in", card, petname: card.name };
  if (isFormer) return { kind: "left", card, petname: card.name };
  return describeOther(workspace, root, compared);
}

/** Of whom it is not known to be one's own. */
function describeOther(
  workspace: Workspace,
  root: OpenRoot,
  { card: read, beside, introductions, known }: Compared,
): TeamMember | { readonly why: string } {
  const card = withoutClaims(workspace, read, { beside, isAsked: true });
  const version = known.find(({ owner }) => owner === card.owner);
  const persons = listPersons(workspace, root, card.owner);
  const petname = persons[0]?.petname ?? null;
  if (version !== undefined && isRemoved(workspace, root, version)) return { kind: "removed", card, petname };
  const succession = version === undefined ? null : compareVersions(version, card);
  if (succession === "replayed") return { why: "it is an older version than the one that you know" };
  if (succession === "forked") {
    return { why: "it contradicts the version that you know: ask its owner which one is theirs" };
  }
  const hasLeft = currentPersons(card).length === 0;
  if (petname === null || version === undefined || succession === null) {
    if (hasLeft) return { kind: "left", card, petname };
    const basis = findBasis(workspace, root, { card, introductions });
    return { kind: "waits", card, petname, basis, change: null };
  }
  const change = findChange(workspace, root, { card, version, isUnlinked: succession === "unlinked" });
  if (change === null) return { kind: hasLeft ? "left" : "in", card, petname };
  const basis: Basis | null = change.isUnlinked ? null : { kind: "known", petname };
  return { kind: "waits", card, petname, basis, change };
}

/** The own card of before, whose key was distrusted. */
function isFormerOwn(workspace: Workspace, card: Card): boolean {
  return readEndedCards(workspace).some(({ owner }) => owner === card.owner);
}

/** It lists the key of whoever works here. */
function refuseUnsigned(workspace: Workspace, { key }: Card): { readonly why: string } {
  const isOver = listWithdrawn(workspace).some((each) => each.key === key);
  if (isOver) return { why: "it is signed by a key of yours that is over" };
  const mine = "if another machine of yours did, credence team accept --mine";
  return { why: `it lists your key, and you did not sign it: ${mine}` };
}

/** Those of a card whom this machine trusts here, in use or former. */
function listPersons({ signers }: Workspace, root: OpenRoot, owner: string): KnownSigner[] {
  return signers.filter(
    (each) => each.card === owner && kindOfSigner(each.signer) === "person" && isTrustedIn(each, root),
  );
}

function findChange(
  workspace: Workspace,
  root: OpenRoot,
  {
    card,
    version,
    isUnlinked,
  }: { readonly card: Card; readonly version: KnownCard } & Pick<CardChange, "isUnlinked">,
): CardChange | null {
  const persons = currentPersons(card).filter((key) => !version.persons.includes(key));
  const undecided = isUnlinked ? [] : listUndecided(workspace, root, version);
  const isBack = (key: string): boolean => undecided.some((each) => each.key === key);
  const machines = currentMachines(card).filter(({ key }) => !version.listed.includes(key) || isBack(key));
  const inUse = new Set([...persons, ...machines.map(({ key }) => key)]);
  const ended = undecided.filter(({ key }) => !inUse.has(key));
  const isNothing = persons.length + machines.length + ended.length === 0 && !isUnlinked;
  return isNothing ? null : { persons, machines, ended, isUnlinked };
}

function listUndecided({ signers }: Workspace, root: OpenRoot, { owner, ended }: KnownCard): KnownSigner[] {
  return signers.filter(
    (each) => each.card === owner && isTrustedIn(each, root) && ended.includes(each.signer),
  );
}

/** @returns null when nothing but its fingerprint can say whose it is. */
function findBasis(
  workspace: Workspace,
  root: OpenRoot,
  { card, introductions }: Pick<Compared, "card" | "introductions">,
): Basis | null {
  const known = workspace.signers.find(
    // Whoever knows it from another card goes by what is typed: one of the two lists a key that is not theirs.
    ({ key, own, former, signer, card: owner = card.owner }) =>
      key === card.key &&
      owner === card.owner &&
      !own &&
      former !== true &&
      kindOfSigner(signer) === "person",
  );
  if (known !== undefined) return { kind: "known", petname: known.petname };
  const introduction = introductions.find((each) => {
    const isThisOne = each.owner === card.owner && each.person === card.key && each.root === root.id;
    return isThisOne && findIntroducer(workspace, root, each) !== null;
  });
  if (introduction === undefined) return null;
  const by = findIntroducer(workspace, root, introduction);
  return by === null ? null : { kind: "introduced", by: by.petname };
}

/** @returns null when whoever says it may not introduce here; the signature was checked under the key that it names. */
function findIntroducer(workspace: Workspace, root: OpenRoot, said: Introduction): KnownSigner | null {
  const by = findSigner(workspace, root, said.by);
  const mayIntroduce = by?.introduces === true && by.former !== true && by.key === said.key;
  return mayIntroduce ? by : null;
}
