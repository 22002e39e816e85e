// The end of a text, and whether the user had it in view.
//
// Attack: a bad line at the end of a long text is vouched for by a user who saw only its beginning. So a mark follows the
// last line, and every act that vouches stays disabled until the mark was in view: on a visible page, inside the window,
// and not covered. A user who listens to the page reaches the mark in the order of reading, so its focus counts as well.

import { useLayoutEffect, useRef } from "preact/hooks";
import { makeCell, useCell } from "../client/cell.ts";
import { announcement } from "../client/server-state.ts";

/** The parts shown to their end in this tab, texts by digest and changes by name. The value is true when the end was not in
 * view at once. */
const seen = makeCell<ReadonlyMap<string, boolean>>(new Map());

const LOOK_MS = 100;
/** The mark must be this far up, so that the last line is in view and not only the space below it. */
const ABOVE_PX = 18;

/** Reads the present state, for a key that is pressed before the next render. */
export function isSeen(parts: readonly string[]): boolean {
  return parts.every((part) => seen.get().has(part));
}

/** The seen parts that concern the text with this digest: the text itself, and changes to it, whose names end with the
 * digest. */
export function listSeen(digest: string): string[] {
  return [...seen.get().keys()].filter((part) => part === digest || part.endsWith(`..${digest}`));
}

export function useSeen(parts: readonly string[]): { readonly isWhole: boolean; readonly isLate: boolean } {
  const known = useCell(seen);
  const isWhole = parts.every((part) => known.has(part));
  return { isWhole, isLate: isWhole && parts.some((part) => known.get(part)) };
}

type EndMarkProps = {
  /** A name that no other text has. */
  readonly part: string;
  readonly what: string;
};

export function EndMark({ part, what }: EndMarkProps) {
  const box = useRef<HTMLParagraphElement>(null);
  const isKnown = useCell(seen).has(part);
  const note = (isLate: boolean): void => {
    if (isSeen([part])) return;
    seen.set(new Map(seen.get()).set(part, isLate));
    if (isLate) announcement.set(`Shown to the end of ${what}.`);
  };
  useLayoutEffect(() => {
    const look = (isLate: boolean): void => {
      if (box.current !== null && isInView(box.current)) note(isLate);
    };
    look(false);
    if (isSeen([part])) return;
    // Polled, because scrolling, resizing, a closed dialog or a tab coming to the front can bring the mark into view.
    const timer = setInterval(() => look(true), LOOK_MS);
    return () => clearInterval(timer);
  }, [part, isKnown]);
  return (
    <p
      class="text-end"
      ref={box}
      tabIndex={isKnown ? -1 : 0}
      data-unseen={isKnown ? undefined : ""}
      onFocus={() => note(true)}
    >
      {isKnown ? `✓ End of ${what}` : `End of ${what}`}
    </p>
  );
}

function isInView(mark: HTMLElement): boolean {
  if (document.visibilityState !== "visible") return false;
  const { left, right, top, bottom } = mark.getBoundingClientRect();
  const isOnTop = (y: number): boolean => {
    const found = document.elementFromPoint((left + right) / 2, y);
    return found !== null && mark.parentElement?.contains(found) === true;
  };
  return isOnTop(top - ABOVE_PX) && isOnTop((top + bottom) / 2);
}

/** The first end that was not in view yet. */
function findUnseen(): HTMLElement | null {
  const mark = document.querySelector(".memory [data-unseen]");
  return mark instanceof HTMLElement ? mark : null;
}

/** Scrolls by less than a screen, or back to the end if the user scrolled past it. */
export function readOn(): void {
  const mark = findUnseen();
  const area = mark?.closest(".split-detail");
  if (mark === null || area == null) return;
  const bar = document.querySelector(".choices")?.getBoundingClientRect().height ?? 0;
  const isPast = mark.getBoundingClientRect().top < area.getBoundingClientRect().top;
  if (isPast) goToEnd();
  else area.scrollBy({ top: (area.clientHeight - bar) * 0.85 });
}

export function goToEnd(): void {
  findUnseen()?.scrollIntoView({ block: "center" });
}
