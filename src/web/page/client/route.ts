// The place of the user in the page, kept in the fragment so that back, forward and reload work. Every name in it is
// encoded, because an id may come from a hostile file.

import type { MemoryRef } from "../../../app/page/views.ts";
import { SCOPES } from "../../../memory/memory.ts";
import { makeCell } from "./cell.ts";

/** `letter` follows the key `g`. */
export const VIEWS = {
  queue: { title: "Queue", letter: "q" },
  memories: { title: "Memories", letter: "m" },
  recall: { title: "Recall", letter: "r" },
  "kept-out": { title: "Kept out", letter: "k" },
  sessions: { title: "Sessions", letter: "s" },
  health: { title: "Health", letter: "h" },
} as const;

export type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES: readonly ViewName[] = [
  "queue",
  "memories",
  "recall",
  "kept-out",
  "sessions",
  "health",
];

export type Route = { readonly view: ViewName; readonly ref: MemoryRef | null };

export const route = makeCell<Route>({ view: "queue", ref: null });

export function startRouting(): void {
  const read = (): void => route.set(parseRoute(location.hash));
  window.addEventListener("hashchange", read);
  read();
}

function parseRoute(hash: string): Route {
  const [name, scope, id] = hash.replace(/^#\//, "").split("/");
  const view = VIEW_NAMES.find((each) => each === name) ?? "queue";
  const known = SCOPES.find((each) => each === scope);
  return { view, ref: known === undefined || id === undefined ? null : { scope: known, id: decode(id) } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The fragment was typed by hand and names no memory, which the server will answer.
    return text;
  }
}

export function hrefOf({ view, ref }: Route): string {
  return ref === null ? `#/${view}` : `#/${view}/${ref.scope}/${encodeURIComponent(ref.id)}`;
}

/** Moving along a list adds nothing to the history; opening an entry does. */
export function goTo(next: Route, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", hrefOf(next));
  else history.replaceState(null, "", hrefOf(next));
  route.set(next);
}
