// A list of any length of which only what is in sight exists. Every row has the same height, so that a place is a product.
// A frame has a few milliseconds: elements that left the sight are used again on the other side, and a row that is the same
// as before is not compared.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const ROW_HEIGHT = 60;
/** Rows drawn above and below what is in sight. */
const SPARE_ROWS = 6;

type VirtualListProps = {
  readonly label: string;
  readonly length: number;
  /** The row that has to be in sight. */
  readonly current: number | null;
  /** Gives the same element for a row that has not changed. */
  readonly renderRow: (at: number) => VNode;
  /** Told which rows are in sight. */
  readonly onSight: (from: number, to: number) => void;
};

export function VirtualList({ label, length, current, renderRow, onSight }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [from, to] = useSight(box, length);
  const slots = useRef(1);
  slots.current = Math.max(slots.current, to - from);
  const drawn = useRef<Drawn[]>([]);
  useEffect(() => onSight(from, to), [from, to, onSight]);
  useEffect(() => {
    if (current !== null && box.current !== null) bringIntoSight(box.current, current);
  }, [current]);
  drawn.current = Array.from({ length: Math.max(0, to - from) }, (_, place) => {
    const [at, inner] = [from + place, renderRow(from + place)];
    const slot = at % slots.current;
    const known = drawn.current.find((each) => each.at === at && each.slot === slot && each.inner === inner);
    return known?.length === length ? known : drawRow({ at, slot, inner, length });
  });
  return (
    <div class="list" ref={box}>
      <div
        class="list-whole"
        role="list"
        aria-label={label}
        style={{ "--height": `${length * ROW_HEIGHT}px` }}
      >
        {drawn.current.toSorted((a, b) => a.slot - b.slot).map(({ outer }) => outer)}
      </div>
    </div>
  );
}

type Row = { readonly at: number; readonly slot: number; readonly inner: VNode; readonly length: number };
type Drawn = Row & { readonly outer: VNode };

function drawRow(row: Row): Drawn {
  const { at, slot, inner, length } = row;
  const outer = (
    <div
      class="list-row"
      role="listitem"
      aria-posinset={at + 1}
      aria-setsize={length}
      style={{ top: `${at * ROW_HEIGHT}px` }}
      key={slot}
    >
      {inner}
    </div>
  );
  return { ...row, outer };
}

/** The first row to draw, and the one behind the last. Drawn anew only when one of them changes. */
function useSight(box: { readonly current: HTMLDivElement | null }, length: number): [number, number] {
  const [sight, setSight] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Asked for once: reading it while scrolling has the browser lay the page out in between.
    let height = element.clientHeight;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const from = Math.max(0, Math.min(first, length) - SPARE_ROWS);
      const to = Math.min(length, first + Math.ceil(height / ROW_HEIGHT) + SPARE_ROWS);
      setSight((now) => (now[0] === from && now[1] === to ? now : [from, to]));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(() => {
      height = element.clientHeight;
      look();
    });
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [box, length]);
  return [Math.min(sight[0], length), Math.min(sight[1], length)];
}

function bringIntoSight(element: HTMLDivElement, row: number): void {
  const [top, bottom] = [row * ROW_HEIGHT, (row + 1) * ROW_HEIGHT];
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom - element.clientHeight;
}
