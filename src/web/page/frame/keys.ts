// Single keys. The part of the page that was drawn last handles a key first; keys typed into a field are text.

import { useLayoutEffect } from "preact/hooks";
import { goTo, VIEW_NAMES, VIEWS } from "../client/route.ts";
import { connection } from "../client/server-state.ts";
import { isDialogOpen } from "../parts/dialog.tsx";

type Keys = Readonly<Record<string, () => void>>;

const layers: { current: Keys }[] = [];
const PREFIX_MS = 1_500;
let prefixUntil = 0;

/** Binds keys while this component is mounted. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const layer = { current: keys };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  });
}

/** Keys for a list: letters or arrows move along it, and Enter moves into the open memory. */
export function useListKeys(move: (by: number) => void, more: Keys = {}): void {
  const [next, previous] = [() => move(1), () => move(-1)];
  useKeys({ j: next, k: previous, ArrowDown: next, ArrowUp: previous, Enter: focusDetail, ...more });
}

export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (connection.get() === "gone") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isDialogOpen()) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (isOwnKey(event.key, event.target)) return;
    const act = findAct(event.key);
    if (act === null) return;
    event.preventDefault();
    act();
  });
}

/** Enter activates a focused link or button, and so does the space bar unless the button is closed. */
function isOwnKey(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === "Enter") return target.matches("a, button, summary, input");
  return key === " " && target.matches("button:not([aria-disabled]), summary, input");
}

function findAct(key: string): (() => void) | null {
  if (performance.now() < prefixUntil) {
    prefixUntil = 0;
    const view = VIEW_NAMES.find((name) => VIEWS[name].letter === key);
    if (view !== undefined) return () => goTo({ view, ref: null });
  }
  if (key === "g") {
    return () => {
      prefixUntil = performance.now() + PREFIX_MS;
    };
  }
  return layers.findLast(({ current }) => Object.hasOwn(current, key))?.current[key] ?? null;
}

/** Enter and the arrows belong to a text field; on a button or a link they are keys of the page. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Focuses the search field of the open view. */
export function focusSearch(): void {
  const field = document.querySelector("[data-search]");
  if (field instanceof HTMLElement) field.focus();
}

/** Moves the focus from the list into the open memory. */
function focusDetail(): void {
  const article = document.querySelector(".memory");
  if (article instanceof HTMLElement) article.focus();
}

// Restores the focus when the focused element has disappeared: a button vanishes once its decision is marked, signed or
// undone. A user who works by keyboard or by ear continues at the memory instead of the top of the page.

let isLost = false;

/** To be called by an action that removes its own button. */
export function keepFocus(): void {
  isLost = true;
  requestAnimationFrame(settleFocus);
}

/** Also called after a memory was drawn, because it may have been loading meanwhile. */
export function settleFocus(): void {
  if (!isLost) return;
  const { activeElement, body } = document;
  const isFree = activeElement === null || activeElement === body;
  const places = [".memory .marked button", ".memory"].map((each) => document.querySelector(each));
  const place = isFree ? (places.find((each) => each !== null) ?? null) : null;
  if (isFree && place === null) return;
  isLost = false;
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
