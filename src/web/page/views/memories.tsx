// All memories: search as you type, filter, open one.

import type { VNode } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { MemoryRef } from "../../../app/page/views.ts";
import { useCell } from "../client/cell.ts";
import { goTo, hrefOf, route } from "../client/route.ts";
import { type OnPick, usePicking } from "../client/selection.ts";
import { isSame, useIsGone } from "../client/server-state.ts";
import { useListKeys } from "../frame/keys.ts";
import { MemoryDetail } from "../memory/memory-detail.tsx";
import { Refusal, RowText } from "../parts/labels.tsx";
import { PickRow } from "../parts/pick-row.tsx";
import { count } from "../parts/words.ts";
import { Facets } from "./facets.tsx";
import { Many } from "./many.tsx";
import { EVERYTHING, type Filter, type ListRow, useWindows } from "./use-windows.ts";

export function MemoriesPage() {
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const { ref } = useCell(route);
  const list = useWindows(filter);
  const [at, setAt] = useState<number | null>(null);
  // Positions change with the list.
  useEffect(() => setAt(null), [filter]);
  const open = (place: number): void => {
    const row = list.rowAt(place);
    if (row === null) return;
    setAt(place);
    goTo({ view: "memories", ref: { scope: row.scope, id: row.id } }, "replace");
  };
  const move = (by: number): void => open(Math.min(list.total - 1, Math.max(0, at === null ? 0 : at + by)));
  const pick = usePicking(list, filter);
  const pickOpen = (isRange: boolean): void => (at === null ? undefined : pick(at, isRange));
  useListKeys(move, { c: () => pickOpen(false), C: () => pickOpen(true) });
  return (
    <div class={ref === null ? "split with-facets" : "split with-facets is-open"}>
      <Facets filter={filter} facets={list.facets} onChange={setFilter} />
      <div class="split-list">
        <Search filter={filter} total={list.total} isReading={list.isReading} onChange={setFilter} />
        {list.refused !== null && <Refusal message={list.refused.message} hint={list.refused.hint} />}
        <Many total={list.total} readAll={(max) => list.readRows(0, Math.min(max, list.total) - 1)} />
        <Rows list={list} current={at} chosen={ref} onOpen={setAt} onPick={pick} />
      </div>
      <div class="split-detail">
        <a class="back" href={hrefOf({ view: "memories", ref: null })}>
          Back to the list
        </a>
        {ref === null ? (
          <p class="placeholder">Choose a memory to read it in full.</p>
        ) : (
          <MemoryDetail target={ref} />
        )}
      </div>
    </div>
  );
}

type SearchProps = {
  readonly filter: Filter;
  readonly total: number;
  readonly isReading: boolean;
  readonly onChange: (filter: Filter) => void;
};

function Search({ filter, total, isReading, onChange }: SearchProps) {
  const isGone = useIsGone();
  const search = (query: string): void => {
    const sort = query === "" ? (filter.sort === "relevance" ? "newest" : filter.sort) : "relevance";
    onChange({ ...filter, query, sort });
  };
  return (
    <search>
      <h1 class="unseen">Memories</h1>
      <input
        type="search"
        data-search=""
        placeholder="Search"
        aria-label="Search memories"
        autocomplete="off"
        readOnly={isGone}
        value={filter.query}
        onInput={(event) => search(event.currentTarget.value)}
      />
      <p class="total" role="status">
        {isReading ? "Reading…" : count(total, "memory", "memories")}
      </p>
    </search>
  );
}

type RowsProps = {
  readonly list: ReturnType<typeof useWindows>;
  readonly current: number | null;
  readonly chosen: MemoryRef | null;
  readonly onOpen: (at: number) => void;
  readonly onPick: OnPick;
};

function Rows({ list, current, chosen, onOpen, onPick }: RowsProps) {
  const { onSight, rowAt } = list;
  const renderRow = useCallback(keepRows(rowAt, { chosen, onOpen, onPick }), [rowAt, chosen, onOpen, onPick]);
  if (list.total === 0 && !list.isReading) return <p class="none">Nothing matches.</p>;
  return (
    <VirtualList
      label="Memories"
      length={list.total}
      current={current}
      renderRow={renderRow}
      onSight={onSight}
    />
  );
}

const ROWS_KEPT = 300;

/** Creates each row's element once per list. */
function keepRows(
  rowAt: (at: number) => ListRow | null,
  { chosen, onOpen, onPick }: Pick<RowsProps, "chosen" | "onOpen" | "onPick">,
): (at: number) => VNode {
  const kept = new Map<number, VNode>();
  return (at) => {
    const row = rowAt(at);
    if (row === null) return EMPTY_ROW;
    const known = kept.get(at);
    if (known !== undefined) return known;
    if (kept.size >= ROWS_KEPT) kept.clear();
    const made = (
      <PickRow
        row={row}
        view="memories"
        isCurrent={chosen !== null && isSame(row, chosen)}
        onOpen={() => onOpen(at)}
        onPick={(isRange) => onPick(at, isRange)}
      >
        <RowText row={row} snippet={row.snippet} />
      </PickRow>
    );
    kept.set(at, made);
    return made;
  };
}

const EMPTY_ROW = <div class="row is-empty" />;

// A list of any length that contains only the visible rows. Every row has the same height, so a position is a product. A
// frame has a few milliseconds: elements that leave the view are reused on the other side, and an unchanged row is not
// compared.

const ROW_HEIGHT = 60;
/** Rows drawn above and below the visible ones. */
const SPARE_ROWS = 6;

type VirtualListProps = {
  readonly label: string;
  readonly length: number;
  /** The row that must be visible. */
  readonly current: number | null;
  /** Returns the same element for a row that has not changed. */
  readonly renderRow: (at: number) => VNode;
  /** Called with the visible rows. */
  readonly onSight: (from: number, to: number) => void;
};

function VirtualList({ label, length, current, renderRow, onSight }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [from, to] = useSight(box, length);
  const slots = useRef(1);
  slots.current = Math.max(slots.current, to - from);
  const drawn = useRef<RowElement[]>([]);
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
type RowElement = Row & { readonly outer: VNode };

function drawRow(row: Row): RowElement {
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

/** The first row to draw, and the one after the last. Updates only when one of them changes. */
function useSight(box: { readonly current: HTMLDivElement | null }, length: number): [number, number] {
  const [sight, setSight] = useState<[number, number]>([0, 0]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Read once, because reading it while scrolling would force a layout.
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
