// What this machine goes by of the cards that a person here accepted: the version, and what later versions changed. A hook may
// write it, so it can add nothing but advice: a machine key that an accepted person signed into their card. Whom to trust
// as a person is in signers.json, and an entry here counts only as long as the person's own is there.
//
// A key that its owner took off the card is a former one at once. Fails closed: where this file is damaged, nobody
// has anything new to say.
//
// Attack: a stolen machine of this person goes on in their name, by another entry, by its machine key, or by an older copy of
// the card that somebody puts back. So their own keys that are over stay listed here, and such a key counts by no entry.

import { areTexts, isRecord, parseJson } from "../memory/json.ts";
import type { KnownVersion } from "./cards.ts";
import { type KnownSigner, readIfThere } from "./signers-file.ts";

export type FollowedKey = {
  readonly signer: string;
  readonly key: string;
  readonly label: string;
  /** A person was told that it is trusted. */
  readonly told: boolean;
};

export type KnownCard = KnownVersion & {
  readonly owner: string;
  /** Machine keys of every version so far: one that a person here removed is not followed again. */
  readonly listed: readonly string[];
  /** Machine keys of a later version than the accepted one. */
  readonly followed: readonly FollowedKey[];
  /** Signers that the newest version has no longer in use, and about whose statements no person here has decided. */
  readonly ended: readonly string[];
  /** Roots in which a person here removed its owner, in the words of `KnownSigner.root`: there it waits for nobody. */
  readonly removedIn?: readonly string[];
};

/** A key of this machine's person that is over. Only the person takes it back. */
export type WithdrawnKey = {
  readonly signer: string;
  readonly key: string;
  /** What becomes of what it said: it counts as far as it was seen here, also until a person decides, or not at all. */
  readonly fate: "undecided" | "keep" | "fall";
};

export type TeamRecord = {
  readonly cards: readonly KnownCard[];
  readonly withdrawn: readonly WithdrawnKey[];
};

export const NO_TEAM: TeamRecord = { cards: [], withdrawn: [] };

/** @returns null when the file is damaged. */
export function readTeamFile(path: string): TeamRecord | null {
  const text = readIfThere(path);
  if (text === null) return NO_TEAM;
  const value = parseJson(text);
  if (!isRecord(value)) return null;
  const { cards, withdrawn = [] } = value;
  if (!Array.isArray(cards) || !cards.every(isKnownCard)) return null;
  return Array.isArray(withdrawn) && withdrawn.every(isWithdrawn) ? { cards, withdrawn } : null;
}

export function renderTeamFile({ cards, withdrawn }: TeamRecord): string {
  return `${JSON.stringify({ v: 1, cards, withdrawn }, null, 2)}\n`;
}

/** The signers with what their cards have become since they were accepted. */
export function applyCards(signers: readonly KnownSigner[], record: TeamRecord | null): KnownSigner[] {
  if (record === null) return signers.map(toFormer);
  return withFollowed(signers, record.cards).flatMap((each) => {
    const fate = record.withdrawn.find(({ key }) => key === each.key)?.fate;
    return fate === undefined ? [each] : fate === "fall" ? [] : [toFormer(each)];
  });
}

/** With this machine's own keys first. What is kept of the cards of others says nothing about these. */
export function joinSigners(own: readonly KnownSigner[], others: readonly KnownSigner[]): KnownSigner[] {
  const keys = new Set(own.map(({ key }) => key));
  return [...own, ...others.filter(({ key }) => !keys.has(key))];
}

function withFollowed(signers: readonly KnownSigner[], cards: readonly KnownCard[]): KnownSigner[] {
  const known = signers.map((each) => {
    const isOver = cards.some(({ owner, ended }) => owner === each.card && ended.includes(each.signer));
    return isOver ? toFormer(each) : each;
  });
  return [...known, ...cards.flatMap((card) => listFollowed(known, card))];
}

/** Once for each root in which a person of the card is trusted. */
function listFollowed(signers: readonly KnownSigner[], { owner, followed, ended }: KnownCard): KnownSigner[] {
  const persons = signers.filter(({ card, signer }) => card === owner && signer.startsWith("person:"));
  const byRoot = new Map(persons.map((person) => [person.root, person]));
  // A key that somebody else has by their own entry is theirs.
  const isTheirs = ({ key }: FollowedKey): boolean =>
    !signers.some((each) => each.key === key && each.card !== owner);
  return [...byRoot].flatMap(([root, { petname }]) =>
    followed.filter(isTheirs).map(({ signer, key, label }) => {
      const entry: KnownSigner = {
        ...{ signer, key, root, petname: nameMachine(petname, label) },
        ...{ own: false, via: "card", card: owner },
      };
      // Of somebody who left, or whose key was replaced, no machine has anything new to say.
      const isInUse = persons.some((each) => each.root === root && each.former !== true);
      return isInUse && !ended.includes(signer) ? entry : toFormer(entry);
    }),
  );
}

/** What this machine calls a machine of somebody. */
export function nameMachine(petname: string, label: string): string {
  return `${petname}'s ${label}`;
}

function toFormer(signer: KnownSigner): KnownSigner {
  return { ...signer, former: true };
}

function isKnownCard(value: unknown): value is KnownCard {
  if (!isRecord(value)) return false;
  const { owner, seq, hash, founder, persons, listed, followed, ended, removedIn = [] } = value;
  return (
    Number.isSafeInteger(seq) &&
    [[owner, hash, founder], persons, listed, ended, removedIn].every(areTexts) &&
    Array.isArray(followed) &&
    followed.every(isFollowed)
  );
}

function isWithdrawn(value: unknown): value is WithdrawnKey {
  if (!isRecord(value)) return false;
  // With any word but `fall` it is a former key.
  return areTexts([value["signer"], value["key"], value["fate"]]);
}

/** A machine's: nothing that a hook writes makes anybody a person. */
function isFollowed(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { signer, key, label, told } = value;
  return areTexts([signer, key, label]) && String(signer).startsWith("machine:") && typeof told === "boolean";
}
