// What waits for a person, one after the other: read the text, press a key, and the next one is there.

import { useEffect } from "preact/hooks";
import type { MemoryRef, QueueItem, QueueView } from "../../../app/page/views.ts";
import type { MarkView } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { goTo, hrefOf, route } from "../client/route.ts";
import { isSame, marks, useView } from "../client/server-state.ts";
import { useListKeys } from "../frame/keys.ts";
import { MemoryDetail } from "../memory/memory-detail.tsx";
import { Foreign, Loading, More, Refusal, RowText } from "../parts/labels.tsx";
import { count } from "../parts/words.ts";

export function QueuePage() {
  const { value, refused } = useView<QueueView>("/queue", ["queue"]);
  const { ref } = useCell(route);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  const all = [...value.items, ...value.observed];
  if (all.length === 0) return <Empty />;
  return <Queue view={value} all={all} chosen={ref} />;
}

function Empty() {
  return (
    <div class="empty">
      <h1>Nothing waits</h1>
      <p>What your agents propose appears here by itself. Everything they know is under Memories.</p>
    </div>
  );
}

type QueueProps = {
  readonly view: QueueView;
  readonly all: readonly QueueItem[];
  readonly chosen: MemoryRef | null;
};

function Queue({ view, all, chosen }: QueueProps) {
  const held = useCell(marks)?.marks ?? [];
  const markOf = (item: MemoryRef): MarkView | null => held.find((each) => isSame(each, item)) ?? null;
  const at = chosen === null ? -1 : all.findIndex((item) => isSame(item, chosen));
  const current = all[Math.max(0, at)] ?? null;
  const next = (): void => {
    const from = Math.max(0, at);
    const open = (item: QueueItem): boolean => item !== current && markOf(item) === null;
    choose(all.slice(from + 1).find(open) ?? all.slice(0, from).find(open));
  };
  const move = (by: number): void => choose(all[Math.max(0, at) + by]);
  useListKeys(move, { s: next });
  useScrollTo(current);
  return (
    <div class={chosen === null ? "split" : "split is-open"}>
      <div class="split-list">
        <h1>{count(view.waiting, "memory waits", "memories wait")} for you</h1>
        <Items items={view.items} current={current} markOf={markOf} />
        {view.observed.length > 0 && (
          <>
            <h2>Still observed</h2>
            <Items items={view.observed} current={current} markOf={markOf} />
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
  readonly markOf: (item: MemoryRef) => MarkView | null;
};

/** More than anybody decides in one sitting; what is beyond comes up as the first are decided. */
const ITEMS_SHOWN = 500;

function Items({ items, current, markOf }: ItemsProps) {
  return (
    <ul class="rows">
      {items.slice(0, ITEMS_SHOWN).map((item) => (
        <ItemRow
          item={item}
          isCurrent={item === current}
          mark={markOf(item)}
          key={`${item.scope}/${item.id}`}
        />
      ))}
      {items.length > ITEMS_SHOWN && <li class="none">and {items.length - ITEMS_SHOWN} more</li>}
    </ul>
  );
}

type ItemRowProps = { readonly item: QueueItem; readonly isCurrent: boolean; readonly mark: MarkView | null };

function ItemRow({ item, isCurrent, mark }: ItemRowProps) {
  return (
    <li>
      <a
        class={mark === null ? "row" : "row is-marked"}
        href={hrefOf({ view: "queue", ref: { scope: item.scope, id: item.id } })}
        aria-current={isCurrent ? "true" : undefined}
      >
        <RowText row={item} />
        <span class="row-why">
          {mark === null ? (
            <Foreign text={item.waits[0]?.why ?? ""} charsMax={120} />
          ) : (
            `✓ ${mark.says}, not signed yet`
          )}
        </span>
      </a>
    </li>
  );
}
