// Two machines of one person, each with a person key of its own, because no private key ever travels. On the first the person
// signs the keys of the second into their card; on the second they take that card for theirs. Each time they type what the
// other screen shows.
//
// Attack: somebody's card says that it is another machine of this person. It has a name, and a name proves nothing: the typed
// characters do.

import { ALL_PROJECTS } from "../../../memory/law/evidence.ts";
import { readTeamFiles } from "../../../trust/card-files.ts";
import { type Card, currentMachines, currentPersons, renderCard } from "../../../trust/cards.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { changeTrust, isCovered, listWithdrawn } from "../signers.ts";
import { fingerprintOf } from "./accept-cards.ts";
import { keepCard, readKeptCard, recordTakenBack } from "./kept-card.ts";
import { isOfColleague } from "./key-holders.ts";
import { planUnion, renameMachines } from "./next-version.ts";
import { publishNext } from "./own-card.ts";
import { findOwnCard, isOfKey, isOwnCard } from "./own-versions.ts";
import { listUndecided } from "./undecided.ts";
import { nameOwnKey } from "./withdraw.ts";

/** Cards in the root that could be this person's other machine: not one of theirs yet, and signed by another key. */
export function listOtherCards(workspace: Workspace, root: OpenRoot): Card[] {
  return readTeamFiles(root.path).cards.filter((card) => !isOwnCard(workspace, card));
}

/** Was it taken off the own card before? */
export function isWithdrawn(workspace: Workspace, { key }: Card): boolean {
  return listWithdrawn(workspace).some((each) => each.key === key);
}

/** Signs its keys into one's own card; or, where it has one's key already, takes it for one's own. */
export function uniteWith(workspace: Workspace, root: OpenRoot, other: Card): Card {
  const own = workspace.keys.personFile?.key ?? "";
  const isReturned = isOfKey(other, own) && currentPersons(other).includes(own);
  if (isReturned) {
    keepCard(workspace, renderCard(other));
    trustOwn(workspace, root, { card: other, typed: other });
    return other;
  }
  const allowed = withoutColleagues(workspace, withoutWithdrawn(workspace, other));
  const content = planUnion(workspace, root, allowed);
  const names = renameMachines(findOwnCard(workspace, root) ?? content, allowed);
  const card = publishNext(workspace, root, { content, instead: other });
  trustOwn(workspace, root, { card: other, typed: other, names, own: card });
  return card;
}

/** A machine that has just begun: the person compared the card of their first one, which takes this one's keys in later. */
export function trustFirst(workspace: Workspace, root: OpenRoot, first: Card): void {
  trustOwn(workspace, root, { card: first, typed: first });
}

/** What another machine of theirs signed into the own card, after a yes. */
export function trustListed(workspace: Workspace, root: OpenRoot, card: Card): void {
  trustOwn(workspace, root, { card, typed: null });
}

/** What the own card says and nobody here has decided. */
export type OwnNews = {
  readonly card: Card | null;
  /** Keys that are over, in use here until now. */
  readonly over: readonly KnownSigner[];
  /** Names of machines with keys that are on the card and count for nothing here yet. */
  readonly added: readonly string[];
  /** Names of machines that are on the card again although they were taken off here. */
  readonly back: readonly string[];
};

export function surveyOwn(workspace: Workspace, root: OpenRoot): OwnNews {
  const card = findOwnCard(workspace, root);
  const withdrawn = new Set(listWithdrawn(workspace).map(({ key }) => key));
  const known = new Set(workspace.signers.map(({ key }) => key));
  const listed = card === null ? [] : listKeys(workspace, card);
  const nameOf = (isMeant: (key: string) => boolean): string[] => [
    ...new Set(listed.flatMap(({ key, label }) => (isMeant(key) ? [label] : []))),
  ];
  return {
    card,
    over: listUndecided(workspace),
    added: nameOf((key) => !known.has(key) && !withdrawn.has(key)),
    back: nameOf((key) => withdrawn.has(key)),
  };
}

/** The card without what was taken off: only the key that was typed comes back, with the machines that it vouches for. */
function withoutWithdrawn(workspace: Workspace, card: Card): Card {
  const over = new Set(listWithdrawn(workspace).map(({ key }) => key));
  const isBack = over.has(card.key);
  return {
    ...card,
    persons: card.persons.filter(({ key }) => key === card.key || !over.has(key)),
    machines: card.machines.filter(({ key }) => isBack || !over.has(key)),
  };
}

/** Whatever a machine of this person put on the card, the keys of somebody who was accepted here stay theirs. */
function withoutColleagues(workspace: Workspace, card: Card): Card {
  const isOurs = ({ key }: { readonly key: string }): boolean =>
    !isOfColleague(workspace, key, [card.owner, readKeptCard(workspace)?.owner ?? ""]);
  return { ...card, persons: card.persons.filter(isOurs), machines: card.machines.filter(isOurs) };
}

type Trusted = {
  readonly card: Card;
  /** The card that the person compared; what it vouches for is taken back where it was over. */
  readonly typed: Card | null;
  /** What its machines are called on the own card, where that is another one. */
  readonly names?: ReadonlyMap<string, string>;
  readonly own?: Card;
};

/** Everywhere where one's own word counts: in all projects, and in the user root. */
function trustOwn(workspace: Workspace, root: OpenRoot, { card, typed, names, own = card }: Trusted): void {
  const userRoots = [root, ...workspace.roots].filter(({ scope }) => scope === "user").map(({ id }) => id);
  const roots = [...new Set([ALL_PROJECTS, ...userRoots])];
  const ours = withoutColleagues(workspace, card);
  const keys = listKeys(workspace, typed === null ? ours : withoutWithdrawn(workspace, ours));
  const added = keys.flatMap(({ kind, key, label }) =>
    roots.map((each): KnownSigner => {
      const petname = nameOwnKey(kind, names?.get(label) ?? label);
      const signer = `${kind}:${fingerprintOf(workspace, kind, key)}`;
      return {
        signer,
        key,
        root: each,
        petname,
        own: false,
        via: "typed",
        card: own.owner,
        mine: true,
      };
    }),
  );
  const { owner, seq } = own;
  const over = new Set(listWithdrawn(workspace).map(({ key }) => key));
  const back = new Set(typed === null ? [] : added.map(({ key }) => key));
  const taken = [...back].filter((key) => over.has(key)).map((key) => ({ key, owner, seq }));
  changeTrust(workspace, ({ signers, cards, withdrawn }) => {
    const allowed = added.filter(({ key }) => back.has(key) || !withdrawn.some((each) => each.key === key));
    return {
      signers: [...signers.filter((each) => !allowed.some((entry) => isCovered(each, entry))), ...allowed],
      cards,
      withdrawn: withdrawn.filter(({ key }) => !back.has(key)),
    };
  });
  recordTakenBack(workspace, taken);
}

type OwnKey = { readonly kind: "person" | "machine"; readonly key: string; readonly label: string };

/** Those in use, without this machine's own. */
function listKeys({ keys }: Workspace, card: Card): OwnKey[] {
  const mine = new Set([keys.personFile?.key, keys.machine.key]);
  const persons = card.persons.filter(({ until }) => until === undefined);
  const found = [
    ...persons.map(({ key, label = "another machine" }) => ({ kind: "person" as const, key, label })),
    ...currentMachines(card).map(({ key, label }) => ({ kind: "machine" as const, key, label })),
  ];
  return found.filter(({ key }) => !mine.has(key));
}
