// Single keys. The part of the page that was drawn last is asked first; whoever types into a field types.

import { useLayoutEffect } from "preact/hooks";
import { goTo, VIEW_NAMES, VIEWS } from "../client/route.ts";
import { connection } from "../client/server-state.ts";
import { isDialogOpen } from "../parts/dialog.tsx";

type Keys = Readonly<Record<string, () => void>>;

const layers: { current: Keys }[] = [];
const PREFIX_MS = 1_500;
let prefixUntil = 0;

/** What keys mean while this component is there. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const layer = { current: keys };
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  });
}

/** Along a list, by letters or arrows; Enter goes into what is open beside it. */
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

/** A link or a button that has the focus is what Enter means, and the space bar too, unless the button is closed. */
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

/** Enter and the arrows belong to a field; a key on a button or a link is still a key of the page. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** For the search field of whichever view is open. */
export function focusSearch(): void {
  const field = document.querySelector("[data-search]");
  if (field instanceof HTMLElement) field.focus();
}

/** From the list into what is open beside it. */
function focusDetail(): void {
  const article = document.querySelector(".memory");
  if (article instanceof HTMLElement) article.focus();
}

// Where the focus goes when what had it is no longer there: a button that was pressed is gone once its decision is marked,
// signed or undone. Whoever works by keyboard or by ear goes on from the memory, and not from the top of the page.

let isLost = false;

/** Said by what takes its own button off the page. */
export function keepFocus(): void {
  isLost = true;
  requestAnimationFrame(settleFocus);
}

/** Also called when a memory has been drawn: it may have been asked for from the server meanwhile. */
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
