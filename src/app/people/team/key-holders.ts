// Whose a key is on this machine.
//
// Attack: somebody who was accepted lists the keys of others on their card, of a colleague or of this machine itself, and says in
// the next version that these are over. A card proves that its owner holds one key: the one that signed it. So what
// somebody has here stays theirs, whatever another card says of it: every version is read without the keys of others. Who had
// a key first keeps it, and its own signature alone moves it. One that is on two cards before anybody has it counts
// for neither. Fails closed.

import { join } from "node:path";
import { kindOfSigner } from "../../../memory/law/attestation.ts";
import { type Card, currentPersons } from "../../../trust/cards.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import { NO_TEAM, readTeamFile } from "../../../trust/team-file.ts";
import { TEAM_FILE, type Workspace } from "../../workspace/workspace.ts";
import { readKeptCard } from "./kept-card.ts";

/** A key that a card lists and that does not count by it. */
export type Claim = {
  readonly key: string;
  readonly of:
    | { readonly kind: "yours" }
    /** What this machine calls whoever has it. */
    | { readonly kind: "known"; readonly petname: string }
    /** Nobody has it here, and another card lists it, too. */
    | { readonly kind: "disputed"; readonly card: Card };
};

export type Reading = {
  /** The other cards that are looked at. */
  readonly beside: readonly Card[];
  /** True when a person is answering; otherwise machines on a revoked card stay pending. */
  readonly isAsked: boolean;
};

/** The card of somebody else as it counts here. */
export function withoutClaims(workspace: Workspace, card: Card, reading: Reading): Card {
  const claims = new Set(listClaims(workspace, card, reading).map(({ key }) => key));
  if (claims.size === 0) return card;
  const isTheirs = ({ key }: { readonly key: string }): boolean => !claims.has(key);
  return { ...card, persons: card.persons.filter(isTheirs), machines: card.machines.filter(isTheirs) };
}

/** What the card of somebody else lists and they do not have here. */
export function listClaims(workspace: Workspace, card: Card, reading: Reading): Claim[] {
  const kept = readKeptCard(workspace);
  const record = readTeamFile(join(workspace.state.path, TEAM_FILE)) ?? NO_TEAM;
  const mine = new Set([...listListed(kept), ...record.withdrawn.map(({ key }) => key)]);
  // Taken from there once, and removed by a person since.
  const isGivenUp = (owner: string, key: string): boolean =>
    record.cards.some((each) => each.owner === owner && each.listed.includes(key));
  return listListed(card).flatMap((key): Claim[] => {
    const known = workspace.signers.filter((each) => each.key === key);
    if (known.some(({ own }) => own)) return [{ key, of: { kind: "yours" } }];
    // Whoever has the key signed this, or the card had it first.
    if (key === card.key || known.some((each) => each.card === card.owner)) return [];
    const [holder] = known.filter((each) => !reading.isAsked || isInUse(workspace, each));
    if (holder?.mine === true || (holder === undefined && mine.has(key)))
      return [{ key, of: { kind: "yours" } }];
    if (holder !== undefined) return [{ key, of: { kind: "known", petname: holder.petname } }];
    const other = reading.beside.find(
      (each) => isRival(each, card) && listListed(each).includes(key) && !isGivenUp(each.owner, key),
    );
    return other === undefined ? [] : [{ key, of: { kind: "disputed", card: other } }];
  });
}

function listListed(card: Card | null): string[] {
  return card === null ? [] : [...card.persons, ...card.machines].map(({ key }) => key);
}

/** One whose owner left, or began anew, disputes nothing. */
function isRival(one: Card, card: Card): boolean {
  return one.owner !== card.owner && currentPersons(one).length > 0;
}

/** A machine of somebody whose card is over as a whole is free for the card that they begin anew. */
function isInUse({ signers }: Workspace, { card, signer }: KnownSigner): boolean {
  if (card === undefined || kindOfSigner(signer) === "person") return true;
  return signers.some(
    (each) => each.card === card && kindOfSigner(each.signer) === "person" && each.former !== true,
  );
}

/** Has somebody else than whoever works here this key, by a card that was accepted here? */
export function isOfColleague(
  { signers }: Pick<Workspace, "signers">,
  key: string,
  own: readonly string[],
): boolean {
  return signers.some(
    (each) =>
      each.key === key &&
      !each.own &&
      each.mine !== true &&
      each.card !== undefined &&
      !own.includes(each.card),
  );
}

export type ListedClaim = Claim & {
  readonly card: Card;
  /** What this machine calls the owner of the card; null of somebody new. */
  readonly petname: string | null;
};

/** In words. No agent is shown a name that nobody here accepted. */
export function describeClaim({ petname, card, of }: ListedClaim, isPerson: boolean): string {
  const nameOf = ({ name }: Card): string => (isPerson ? `${name}'s card` : "a card");
  const lists = `${petname === null ? nameOf(card) : `${petname}'s card`} lists`;
  switch (of.kind) {
    case "yours":
      return `${lists} a key of yours: it is left out`;
    case "known":
      return `${lists} the key that you know as ${of.petname}: it is left out`;
    case "disputed":
      return `${lists} a key that is on ${isPerson ? nameOf(of.card) : "another card"}, too: it counts for neither until one of them drops it`;
  }
}
