// The end of a text, and whether a person had it before them. Attack: a bad line at the end of a long text is vouched for by
// somebody who saw its beginning. So a mark stands behind the last line, and whatever vouches stays closed until the mark was
// in view: on a page that is visible, inside the window, and not below anything. Whoever listens to the page comes to the mark
// in the order of reading, and its focus counts as well.

import { useLayoutEffect, useRef } from "preact/hooks";
import { makeCell, useCell } from "../client/cell.ts";
import { announcement } from "../client/server-state.ts";

/** What was shown to its end in this tab: texts by their digest, changes by their name; and whether it took a while. */
const seen = makeCell<ReadonlyMap<string, boolean>>(new Map());

const LOOK_MS = 100;
/** The last line has to be there, and not only what stands behind it: half of a line, and the room below a text. */
const ABOVE_PX = 18;

/** As it is at this moment, for a key that was pressed before the page was drawn again. */
export function isSeen(parts: readonly string[]): boolean {
  return parts.every((part) => seen.get().has(part));
}

/** Of the text with this digest: itself, and changes that led to it, whose names end with it. */
export function listSeen(digest: string): string[] {
  return [...seen.get().keys()].filter((part) => part === digest || part.endsWith(`..${digest}`));
}

export function useSeen(parts: readonly string[]): { readonly isWhole: boolean; readonly isLate: boolean } {
  const known = useCell(seen);
  const isWhole = parts.every((part) => known.has(part));
  return { isWhole, isLate: isWhole && parts.some((part) => known.get(part)) };
}

type EndMarkProps = {
  /** Named so that it fits no other text. */
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
    // Scrolling, another size, a closed question, a tab that comes to the front: whatever brings it into view.
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

/** Where the first end is that was not in view yet. */
function findUnseen(): HTMLElement | null {
  const mark = document.querySelector(".memory [data-unseen]");
  return mark instanceof HTMLElement ? mark : null;
}

/** A screen further, by less than a screen; back to the end, where somebody went past it. */
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
