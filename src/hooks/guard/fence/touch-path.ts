// Does a path touch a guarded place, and how?

import { followLinks, type ShellState } from "../expand/state.ts";
import { type Match, matchPath } from "./match-path.ts";
import type { Fence, Place, PlaceKind } from "./places.ts";

export type Touch = { readonly place: Place; readonly match: Match };

/** `none`: the place and what is in it. `near`: its parent directory too. `any`: every directory above. */
export type Reach = "none" | "near" | "any";

export function findTouch(
  state: ShellState,
  text: string,
  { places, reach }: { readonly places: readonly Place[]; readonly reach: Reach },
): Touch | null {
  return listTouches(state, text, places).find(({ match }) => isWithin(match, reach)) ?? null;
}

function isWithin(match: Match, reach: Reach): boolean {
  if (match.kind === "inside" || reach === "any") return true;
  return reach === "near" && match.rest.length === 1;
}

/** All touches, those inside of a place before those above one. */
export function listTouches(state: ShellState, text: string, places: readonly Place[]): Touch[] {
  const { finder } = state.fence;
  const spellings = spellingsOf(text);
  const paths = spellings.flatMap((spelling) => [
    ...finder.find(spelling, state.cwds),
    ...followLinks(state, spelling).flatMap((led) => finder.find(led, ["/"])),
  ]);
  const kinds = kindsMeant(state.fence, places);
  const touches = paths.flatMap((path) => {
    const others = state.fence.findOthers(path).filter(({ kind }) => kinds.has(kind));
    return [...places, ...others].flatMap((place) => touchesOf(path, place));
  });
  return touches.sort((a, b) => rankOf(a) - rankOf(b));
}

/** A session without a root of its own still meets those of others. */
function kindsMeant({ written, withheld }: Fence, places: readonly Place[]): ReadonlySet<PlaceKind> {
  const kinds = new Set(places.map(({ kind }) => kind));
  if (written.every((place) => places.includes(place))) kinds.add("root");
  if (withheld.every((place) => places.includes(place))) kinds.add("withheld");
  return kinds;
}

function touchesOf(path: readonly string[], place: Place): Touch[] {
  return place.forms.flatMap((form) => {
    const match = matchPath(path, form);
    return match === null ? [] : [{ place, match }];
  });
}

function rankOf({ match }: Touch): number {
  return match.kind === "inside" ? 0 : 1;
}

/** The path as it stands, and without what some programs put before one. */
function spellingsOf(text: string): string[] {
  if (text.startsWith("file://")) return [decode(text.slice("file://".length))];
  return text.startsWith("@") ? [text, text.slice(1)] : [text];
}

function decode(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Of some words, those that name something guarded. */
export function listGuarded(texts: readonly string[], state: ShellState): string[] {
  const { written, withheld } = state.fence;
  return texts.filter(
    (text) => findTouch(state, text, { places: [...written, ...withheld], reach: "none" }) !== null,
  );
}
