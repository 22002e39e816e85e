// One code for people who sit together. It is made from the exact set of cards that they are about to accept, so screens that
// show the same code show the same cards. Whose a card is the code cannot tell: its owner can, who sits there and says that the
// card marked on their own screen is theirs.
//
// Attack: the remote gives two people different cards in each other's name, and looks for two sets with the same code. A try costs
// what scrypt costs, and half of the bits are for whoever tries pairs: 80 bits leave 2^40 tries of a third of a second.

import { scryptSync } from "node:crypto";
import { CredenceError } from "../../../memory/errors.ts";
import { isSameName } from "../../../memory/text/look-alikes.ts";
import type { Card } from "../../../trust/cards.ts";
import { purposeOf } from "../../../trust/fingerprint.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { describeClaim } from "./key-holders.ts";
import type { Team } from "./survey-team.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const CHARS = 16;
const GROUP = 4;
const COSTS = { real: 131_072, test: 16 } as const;

/** Four groups of four characters. */
export function computeCode({ state }: Workspace, root: OpenRoot, cards: readonly Card[]): string {
  const N = COSTS[purposeOf(state)];
  const hashes = [...new Set(cards.map(({ hash }) => hash))].sort().join("\n");
  const bytes = scryptSync(hashes, `credence-team-code-v1:${root.id}`, CHARS, {
    N,
    r: 8,
    maxmem: 256 * N * 8,
  });
  // Five bits of each byte: no character depends on another.
  const characters = [...bytes].map((byte) => ALPHABET.charAt(byte & 31));
  return Array.from({ length: CHARS / GROUP }, (_, at) =>
    characters.slice(at * GROUP, (at + 1) * GROUP).join(""),
  ).join(" ");
}

/** Refuses where one card could be taken for another's: then no code may say that all is well. */
export function refuseImpostors({ impostors, claims }: Team, cards: readonly Card[]): void {
  const [impostor] = impostors;
  if (impostor !== undefined) {
    throw new CredenceError(
      "DECLINED",
      "a card here has your name and is not yours, so there is no code",
      `find out who put team/${impostor.owner}.json there, and take it out of the root`,
    );
  }
  const claim = claims.find(({ card }) => cards.some(({ owner }) => owner === card.owner));
  if (claim !== undefined) {
    throw new CredenceError(
      "DECLINED",
      `${describeClaim(claim, true)}, and there is no code`,
      "leave that person out, or have them explain it and publish another card",
    );
  }
  const twin = cards.find((card, at) =>
    cards.slice(0, at).some((other) => isSameName(other.name, card.name)),
  );
  if (twin === undefined) return;
  throw new CredenceError(
    "DECLINED",
    "two of these cards have the same name, so there is no code",
    "leave one of them out, or have its owner choose another name: credence team join --name NAME",
  );
}
