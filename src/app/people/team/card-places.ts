// Where one's own card lies: each root that this machine has seen and that is still there. A card that changed has to be put into
// each of them, for the people who go by the one that lies there.

import { sep } from "node:path";
import { listRootPaths } from "../../../store/root-location.ts";
import { readCardOf } from "../../../trust/card-files.ts";
import type { Card } from "../../../trust/cards.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { readEndedCards, readKeptCard } from "./kept-card.ts";

export type CardPlace = {
  readonly path: string;
  readonly shown: string;
  /** What puts the newest version there. */
  readonly command: string;
};

/** Those with a card, in whatever version, whose key was distrusted. */
export function findEndedCards(workspace: Workspace): CardPlace[] {
  const ended = readEndedCards(workspace);
  return listRootPaths(workspace.state.path)
    .filter((path) => ended.some(({ owner }) => readCardOf(path, owner) !== null))
    .map((path) => describe(workspace, path));
}

/** Those with an earlier version of what machine state keeps. */
export function findOldCards(workspace: Workspace): CardPlace[] {
  const kept = readKeptCard(workspace);
  return kept === null ? [] : findCardPlaces(workspace, kept);
}

/** Those with an earlier version of this card, or of the one before whose key was distrusted. */
export function findCardPlaces(workspace: Workspace, card: Card): CardPlace[] {
  const newest = [card, ...readEndedCards(workspace)];
  const isOld = (path: string): boolean =>
    newest.some(({ owner, seq }) => {
      const there = readCardOf(path, owner)?.card;
      return there !== undefined && there.seq < seq;
    });
  return listRootPaths(workspace.state.path)
    .filter(isOld)
    .map((path) => describe(workspace, path));
}

function describe({ roots, home }: Workspace, path: string): CardPlace {
  const open = roots.find((each) => each.path === path);
  if (open?.kind === "user") return { path, shown: open.shown, command: "credence team join --scope user" };
  const shown = open?.shown ?? (path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path);
  return { path, shown, command: open === undefined ? "credence team join there" : "credence team join" };
}
