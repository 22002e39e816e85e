// What no model may read: is it named, is it reached, and is anything in it?

import { denyRead } from "../denials.ts";
import type { ShellState } from "../expand/state.ts";
import type { Denial, Place } from "./places.ts";
import { listTouches, type Touch } from "./touch-path.ts";

/** Names between a copied directory and what is withheld in it: `.claude/memory/quarantine` has two. */
const NEAR = 2;

/** The withheld place with something in it that a search from here gets to. */
export function findReached(
  state: ShellState,
  root: string,
  { hidden }: { readonly hidden: boolean },
): (Touch & { readonly rest: readonly string[] }) | null {
  for (const touch of listTouches(state, root, state.fence.withheld)) {
    const rest = touch.match.kind === "above" ? touch.match.rest : [];
    const isVisible = hidden || !rest.some((name) => name.startsWith("."));
    if (isVisible && !isBare(state, touch.place)) return { ...touch, rest };
  }
  return null;
}

/** Nothing is in it, so nothing of it can be shown. */
export function isBare(state: ShellState, place: Place): boolean {
  return place.kind === "withheld" && (state.fence.given.list(place.path)?.length ?? 0) === 0;
}

export function denyReadOf(state: ShellState, path: string): Denial | null {
  const touch = listTouches(state, path, state.fence.withheld).find(
    ({ place, match }) => match.kind === "inside" && !(match.byPattern && isBare(state, place)),
  );
  return touch === undefined ? null : denyRead(touch.place);
}

/** A copy of quarantine is quarantine: denied for the root, its parent and deeper. A whole project may be copied. */
export function denyCopyOf(state: ShellState, path: string): Denial | null {
  const touch = listTouches(state, path, state.fence.withheld).find(
    ({ place, match }) => (match.kind === "inside" || match.rest.length <= NEAR) && !isBare(state, place),
  );
  return touch === undefined ? null : denyRead(touch.place);
}
