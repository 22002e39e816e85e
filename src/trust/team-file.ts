// What this machine goes by of the cards that a person here accepted: the version, and what later versions changed. A hook may
// write it, so it can add nothing but advice: a machine key that an accepted person signed into their card. Whom to trust
// as a person is in signers.json, and an entry here counts only as long as the person's own is there.
//
// A key that its owner took off the card is a former one at once. Fails closed: where this file is damaged, every key that came
// with a card is.

import { existsSync, readFileSync } from "node:fs";
import { isRecord, parseJson } from "../memory/json.ts";
import type { KnownVersion } from "./cards.ts";
import type { KnownSigner } from "./signers-file.ts";

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
};

/** @returns null when the file is damaged. */
export function readTeamFile(path: string): KnownCard[] | null {
  if (!existsSync(path)) return [];
  const value = parseJson(readFileSync(path, "utf8"));
  const cards = isRecord(value) ? value["cards"] : null;
  return Array.isArray(cards) && cards.every(isKnownCard) ? cards : null;
}

export function renderTeamFile(cards: readonly KnownCard[]): string {
  return `${JSON.stringify({ v: 1, cards }, null, 2)}\n`;
}

/** The signers with what their cards have become since they were accepted. */
export function applyCards(
  signers: readonly KnownSigner[],
  cards: readonly KnownCard[] | null,
): KnownSigner[] {
  if (cards === null) return signers.map((each) => (each.card === undefined ? each : toFormer(each)));
  const byOwner = new Map(cards.map((card) => [card.owner, card]));
  const known = signers.map((each) => {
    const isOver = each.card !== undefined && byOwner.get(each.card)?.ended.includes(each.signer) === true;
    return isOver ? toFormer(each) : each;
  });
  return [...known, ...cards.flatMap((card) => listFollowed(known, card))];
}

/** Once for each root in which a person of the card is trusted. */
function listFollowed(signers: readonly KnownSigner[], { owner, followed, ended }: KnownCard): KnownSigner[] {
  const persons = signers.filter(({ card, signer }) => card === owner && signer.startsWith("person:"));
  const byRoot = new Map(persons.map((person) => [person.root, person]));
  return [...byRoot].flatMap(([root, { petname }]) =>
    followed.map(({ signer, key, label }) => {
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
  const { owner, seq, hash, founder, persons, listed, followed, ended } = value;
  return (
    [owner, hash, founder].every((each) => typeof each === "string") &&
    Number.isSafeInteger(seq) &&
    [persons, listed, ended].every(isTexts) &&
    Array.isArray(followed) &&
    followed.every(isFollowed)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** A machine's: nothing that a hook writes makes anybody a person. */
function isFollowed(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { signer, key, label, told } = value;
  return (
    typeof signer === "string" &&
    signer.startsWith("machine:") &&
    typeof key === "string" &&
    typeof label === "string" &&
    typeof told === "boolean"
  );
}
