// Memories that wait for the user, one after the other: read the text, press a key, and the next one appears.

import { useEffect, useState } from "preact/hooks";
import type { ListView, MemoryRef, QueueItem, QueueView } from "../../../app/page/views.ts";
import type { MarkView } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { goTo, hrefOf, route } from "../client/route.ts";
import { type OnPick, usePicking } from "../client/selection.ts";
import { isSame, marks, useView } from "../client/server-state.ts";
import { useListKeys } from "../frame/keys.ts";
import { MemoryDetail } from "../memory/memory-detail.tsx";
import { Foreign, Loading, More, Refusal, RowText } from "../parts/labels.tsx";
import { PickRow } from "../parts/pick-row.tsx";
import { count } from "../parts/words.ts";
import { Facets } from "./facets.tsx";
import { Many } from "./many.tsx";
import { EVERYTHING, type Filter } from "./use-windows.ts";

export function QueuePage() {
  const { value, refused } = useView<QueueView>("/queue", ["queue"]);
  const { ref } = useCell(route);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  if (value.items.length + value.observed.length === 0) return <Empty />;
  return <Queue view={value} chosen={ref} />;
}

function Empty() {
  return (
    <div class="empty">
      <h1>Nothing waits</h1>
      <p>What your agents propose appears here by itself. Everything they know is under Memories.</p>
    </div>
  );
}

type MarkOf = (item: MemoryRef) => MarkView | null;

function Queue({ view, chosen }: { readonly view: QueueView; readonly chosen: MemoryRef | null }) {
  const held = useCell(marks)?.marks ?? [];
  const [filter, setFilter] = useState(EVERYTHING);
  const waiting = view.items.filter((item) => isIn(filter, item));
  const observed = view.observed.filter((item) => isIn(filter, item));
  const shown = [...waiting, ...observed];
  const markOf: MarkOf = (item) => held.find((each) => isSame(each, item)) ?? null;
  const { current, next, onPick } = useWalk({ shown, filter, markOf }, chosen);
  useScrollTo(current);
  const list = { current, markOf, onPick };
  return (
    <div class={chosen === null ? "split" : "split is-open"}>
      <div class="split-list">
        <h1>{count(view.waiting, "memory waits", "memories wait")} for you</h1>
        <Facets filter={filter} facets={countFacets(shown)} onChange={setFilter} isQueue />
        <Many total={shown.length} readAll={async (max) => shown.slice(0, max)} />
        {shown.length === 0 && <p class="none">Nothing matches.</p>}
        <Items items={waiting} first={0} {...list} />
        {observed.length > 0 && (
          <>
            <h2>Still observed</h2>
            <Items items={observed} first={waiting.length} {...list} />
          </>
        )}
        <More number={view.more} />
      </div>
      <div class="split-detail">
        <a class="back" href={hrefOf({ view: "queue", ref: null })}>
          Back to the queue
        </a>
        {current !== null && <MemoryDetail target={current} item={current} onDecided={next} />}
      </div>
    </div>
  );
}

type WalkProps = {
  readonly shown: readonly QueueItem[];
  readonly filter: Filter;
  readonly markOf: MarkOf;
};

/** Moves along the shown items by keys; starts at the first if none is chosen. */
function useWalk({ shown, filter, markOf }: WalkProps, chosen: MemoryRef | null) {
  const at =
    chosen === null
      ? 0
      : Math.max(
          0,
          shown.findIndex((item) => isSame(item, chosen)),
        );
  const current = shown[at] ?? null;
  const next = (): void => {
    const open = (item: QueueItem): boolean => item !== current && markOf(item) === null;
    choose(shown.slice(at + 1).find(open) ?? shown.slice(0, at).find(open));
  };
  const readRows = async (from: number, to: number) => shown.slice(from, to + 1);
  const onPick = usePicking({ rowAt: (place) => shown[place] ?? null, readRows }, filter);
  const keys = { s: next, c: () => onPick(at, false), C: () => onPick(at, true) };
  useListKeys((by) => choose(shown[at + by]), keys);
  return { current, next, onPick };
}

function choose(item: MemoryRef | undefined): void {
  if (item !== undefined) goTo({ view: "queue", ref: { scope: item.scope, id: item.id } }, "replace");
}

function useScrollTo(current: QueueItem | null): void {
  const id = current?.id;
  useEffect(() => {
    if (id !== undefined)
      document.querySelector('.rows [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

type ItemsProps = {
  readonly items: readonly QueueItem[];
  readonly current: QueueItem | null;
  readonly markOf: MarkOf;
  /** The position of the first item among all shown items. */
  readonly first: number;
  readonly onPick: OnPick;
};

/** More than a user decides in one sitting; the rest appears as the first ones are decided. */
const ITEMS_SHOWN = 500;

function Items({ items, current, markOf, first, onPick }: ItemsProps) {
  return (
    <ul class="rows">
      {items.slice(0, ITEMS_SHOWN).map((item, place) => (
        <ItemRow
          item={item}
          isCurrent={item === current}
          mark={markOf(item)}
          onPick={(isRange) => onPick(first + place, isRange)}
          key={`${item.scope}/${item.id}`}
        />
      ))}
      {items.length > ITEMS_SHOWN && <li class="none">and {items.length - ITEMS_SHOWN} more</li>}
    </ul>
  );
}

type ItemRowProps = {
  readonly item: QueueItem;
  readonly isCurrent: boolean;
  readonly mark: MarkView | null;
  readonly onPick: (isRange: boolean) => void;
};

function ItemRow({ item, isCurrent, mark, onPick }: ItemRowProps) {
  return (
    <li>
      <PickRow row={item} view="queue" isCurrent={isCurrent} isMarked={mark !== null} onPick={onPick}>
        <RowText row={item} />
        <span class="row-why">
          {mark === null ? (
            <Foreign text={item.waits[0]?.why ?? ""} charsMax={120} />
          ) : (
            `✓ ${mark.says}, not signed yet`
          )}
        </span>
      </PickRow>
    </li>
  );
}

// Filters the queue here, because the page has all of it; the server filters the list of all memories.

const DAY_MS = 86_400_000;

type FacetName = keyof ListView["facets"];

const VALUES: Readonly<Record<FacetName, (item: QueueItem) => readonly (string | null)[]>> = {
  standing: ({ standing }) => [standing],
  type: ({ type }) => [type],
  category: ({ category }) => [category],
  tag: ({ tags }) => tags,
  author: ({ author }) => [author],
  flagged: ({ flagged }) => [flagged === null ? null : "yes"],
  alike: ({ alike }) => [alike],
};

const NAMES: readonly FacetName[] = ["standing", "type", "category", "tag", "author", "flagged", "alike"];

function isIn(filter: Filter, item: QueueItem): boolean {
  const { days, older } = filter;
  const age = (Date.now() - Date.parse(item.createdAt ?? "")) / DAY_MS;
  const isOf = (name: FacetName): boolean =>
    filter[name] === null || VALUES[name](item).includes(filter[name]);
  // The age of a memory without a date is unknown.
  return NAMES.every(isOf) && (days === null || age <= days) && (older === null || age > older);
}

function countFacets(items: readonly QueueItem[]): ListView["facets"] {
  const count = (name: FacetName): ListView["facets"][FacetName] => {
    const values = items.flatMap((item) => VALUES[name](item)).filter((value) => value !== null);
    return [...Map.groupBy(values, (value) => value)]
      .map(([value, found]) => ({ value, count: found.length }))
      .sort((a, b) => b.count - a.count);
  };
  return {
    ...{ standing: count("standing"), type: count("type"), category: count("category"), tag: count("tag") },
    ...{ author: count("author"), flagged: count("flagged"), alike: count("alike") },
  };
}
