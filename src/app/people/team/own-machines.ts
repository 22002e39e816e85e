// Two machines of one person, each with a person key of its own, because no private key ever travels. On the first the person
// signs the keys of the second into their card; on the second they take that card for theirs. Each time they type what the
// other screen shows.
//
// Attack: somebody's card says that it is another machine of this person. It has a name, and a name proves nothing: the typed
// characters do.

import { ALL_PROJECTS } from "../../../memory/law/evidence.ts";
import { readTeamFiles } from "../../../trust/card-files.ts";
import { type Card, currentPersons, renderCard } from "../../../trust/cards.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { changeTrust, isCovered } from "../signers.ts";
import { fingerprintOf } from "./accept-cards.ts";
import { keepCard } from "./kept-card.ts";
import { isOfKey, isOwnCard, takeInto } from "./own-card.ts";

/** Cards in the root that could be this person's other machine: not one of theirs yet, and signed by another key. */
export function listOtherCards(workspace: Workspace, root: OpenRoot): Card[] {
  return readTeamFiles(root.path).cards.filter((card) => !isOwnCard(workspace, card));
}

/** Signs its keys into one's own card; or, where it has one's key already, takes it for one's own. */
export function uniteWith(workspace: Workspace, root: OpenRoot, other: Card): Card {
  const own = workspace.keys.personFile?.key ?? "";
  const isReturned = isOfKey(other, own) && currentPersons(other).includes(own);
  if (isReturned) keepCard(workspace, renderCard(other));
  const card = isReturned ? other : takeInto(workspace, root, other);
  trustOwn(workspace, root, other);
  return card;
}

/** A machine that has just begun: the person compared the card of their first one, which takes this one's keys in later. */
export function trustFirst(workspace: Workspace, root: OpenRoot, first: Card): void {
  trustOwn(workspace, root, first);
}

/** Everywhere where one's own word counts: in all projects, and in the user root. */
function trustOwn(workspace: Workspace, root: OpenRoot, other: Card): void {
  const userRoots = [root, ...workspace.roots].filter(({ scope }) => scope === "user").map(({ id }) => id);
  const roots = [...new Set([ALL_PROJECTS, ...userRoots])];
  const mine = new Set([workspace.keys.personFile?.key, workspace.keys.machine.key]);
  const persons = other.persons.filter(({ key, until }) => until === undefined && !mine.has(key));
  const machines = other.machines.filter(({ key }) => !mine.has(key));
  const keys = [
    ...persons.map(({ key, label }) => ({ kind: "person" as const, key, label })),
    ...machines.map(({ key, label }) => ({ kind: "machine" as const, key, label })),
  ];
  const added = keys.flatMap(({ kind, key, label = "another machine" }) =>
    roots.map(
      (each): KnownSigner => ({
        ...{
          signer: `${kind}:${fingerprintOf(workspace, kind, key)}`,
          key,
          root: each,
          own: false,
          via: "typed",
        },
        petname: kind === "person" ? `you on ${label}` : `your machine ${label}`,
      }),
    ),
  );
  changeTrust(workspace, ({ signers, cards }) => ({
    signers: [...signers.filter((each) => !added.some((entry) => isCovered(each, entry))), ...added],
    cards,
  }));
}
