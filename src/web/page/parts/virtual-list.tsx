// A list of any length of which only what is in sight exists. Every row has the same height, so that a place is a product.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const ROW_HEIGHT = 60;
/** Rows drawn above and below what is in sight. */
const SPARE_ROWS = 6;

type VirtualListProps = {
  readonly label: string;
  readonly length: number;
  /** The row that has to be in sight. */
  readonly current: number | null;
  readonly renderRow: (at: number) => ComponentChildren;
  /** Told which rows are in sight. */
  readonly onSight: (from: number, to: number) => void;
};

export function VirtualList({ label, length, current, renderRow, onSight }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [from, to] = useSight(box, length);
  useEffect(() => onSight(from, to), [from, to, onSight]);
  useEffect(() => {
    if (current !== null && box.current !== null) bringIntoSight(box.current, current);
  }, [current]);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <div class="list" ref={box}>
      <div
        class="list-whole"
        role="list"
        aria-label={label}
        style={{ "--height": `${length * ROW_HEIGHT}px` }}
      >
        {rows.map((at) => (
          <div
            class="list-row"
            role="listitem"
            aria-posinset={at + 1}
            aria-setsize={length}
            style={{ "--top": `${at * ROW_HEIGHT}px` }}
            key={at}
          >
            {renderRow(at)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The first row to draw, and the one behind the last. Drawn anew only when one of them changes. */
function useSight(box: { readonly current: HTMLDivElement | null }, length: number): [number, number] {
  const [sight, setSight] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const rows = Math.ceil(element.clientHeight / ROW_HEIGHT);
      const from = Math.max(0, Math.min(first, length) - SPARE_ROWS);
      const to = Math.min(length, first + rows + SPARE_ROWS);
      setSight((now) => (now[0] === from && now[1] === to ? now : [from, to]));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
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
