// Which cards are those of whoever works here.
//
// Attack: somebody's card lists this person's key beside their own, under a high number, so that the next version which this
// person signs has the other's keys in it. So a card is one's own by its signature, and not by what it lists; and a key that
// the person took off signs no new version of it.

import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { readTeamFiles } from "../../../trust/card-files.ts";
import { CARD_AHEAD_MAX, type Card, type CardContent, currentPersons } from "../../../trust/cards.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { listWithdrawn } from "../signers.ts";
import { readKeptCard } from "./kept-card.ts";

/** Of the versions in machine state and in these roots, the newest one that has this person's key in use. */
export function findOwnCard(workspace: Workspace, ...roots: readonly OpenRoot[]): Card | null {
  const kept = readKeptCard(workspace);
  const found = roots.flatMap(({ path }) => readTeamFiles(path).cards);
  const candidates = [...(kept === null ? [] : [kept]), ...found];
  const mine = candidates.filter((card) => isOwnCard(workspace, card));
  return mine.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}

/** It has this person's key, and that key signed it, or another one of theirs did. */
export function isOwnCard(workspace: Workspace, card: Card): boolean {
  const own = workspace.keys.personFile?.key;
  if (own === undefined || !isOfKey(card, own)) return false;
  const kept = readKeptCard(workspace);
  if (kept?.owner === card.owner && card.seq > kept.seq + CARD_AHEAD_MAX) return false;
  if (card.key === own || kept?.hash === card.hash || isOwnElsewhere(workspace, card.key)) return true;
  if (kept?.owner !== card.owner) return false;
  if (card.seq <= kept.seq) return isOfKey(kept, card.key);
  // A key of theirs that is over has signed earlier versions, and signs no newer one.
  const isOver = listWithdrawn(workspace).some(({ key }) => key === card.key);
  return !isOver && currentPersons(kept).includes(card.key);
}

/** A person key of theirs on another machine: compared as such, or for the user root, which is one person's alone. */
export function isOwnElsewhere({ roots, signers }: Workspace, key: string): boolean {
  const [own] = roots.filter(({ kind }) => kind === "user");
  return signers.some(
    (each) =>
      each.key === key &&
      (each.mine === true || each.root === own?.id) &&
      each.former !== true &&
      kindOfSigner(each.signer) === "person",
  );
}

/** Does the card list this key, in use or over? */
export function isOfKey({ persons }: Pick<CardContent, "persons">, key: string): boolean {
  return persons.some((each) => each.key === key);
}

/** Signed by a key of this person that they decided to be over. */
export function isTakenOff(workspace: Workspace, { key }: Card): boolean {
  return listWithdrawn(workspace).some((each) => each.key === key && each.fate !== "undecided");
}
