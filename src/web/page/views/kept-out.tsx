// Memories withheld from agents, each with the reason and the way to release it.

import { useState } from "preact/hooks";
import type { KeptOutView, MemoryRef } from "../../../app/page/views.ts";
import { useCell } from "../client/cell.ts";
import { goTo, hrefOf, route } from "../client/route.ts";
import { isSame, useView } from "../client/server-state.ts";
import { useListKeys } from "../frame/keys.ts";
import { MemoryDetail } from "../memory/memory-detail.tsx";
import { Foreign, Loading, More, Refusal, RowText } from "../parts/labels.tsx";
import { minuteOf, sayFirst } from "../parts/words.ts";

type KeptOutMemory = KeptOutView["memories"][number];

const KINDS = {
  foreign: ["Foreign", "Nobody you trust has vouched for these."],
  quarantined: ["In quarantine", "Set aside, by you or by a check."],
  flagged: [
    "Flagged",
    "A check found something, and nobody has accepted it yet. Agents see a weak finding with its mark, and of a strong one nothing.",
  ],
  unreadable: ["No memories", "Files among your memories that cannot be read as one."],
  declined: ["Your no", "You said no to these. Nobody asks again unless a text changes."],
} as const;
const KIND_NAMES = ["flagged", "foreign", "quarantined", "unreadable", "declined"] as const;
const ROWS_SHOWN = 200;

export function KeptOutPage() {
  const { value, refused } = useView<KeptOutView>("/kept-out", ["queue", "memories"]);
  const { ref } = useCell(route);
  const all = KIND_NAMES.flatMap((kind) => value?.memories.filter((each) => each.kind === kind) ?? []);
  const at = ref === null ? -1 : all.findIndex((each) => isSame(each, ref));
  const move = (by: number): void => {
    const next = all[at === -1 ? 0 : at + by];
    if (next !== undefined) goTo({ view: "kept-out", ref: { scope: next.scope, id: next.id } }, "replace");
  };
  useListKeys(move);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  const number = all.length + value.strangers.length + value.refused.length;
  if (number === 0) return <Empty />;
  return <KeptOut view={value} all={all} chosen={ref} />;
}

type KeptOutProps = {
  readonly view: KeptOutView;
  readonly all: readonly KeptOutMemory[];
  readonly chosen: MemoryRef | null;
};

function KeptOut({ view, all, chosen }: KeptOutProps) {
  return (
    <div class={chosen === null ? "split" : "split is-open"}>
      <div class="split-list">
        <h1 class="unseen">KeptOutMemory out</h1>
        {KIND_NAMES.map((kind) => (
          <Kind kind={kind} items={all.filter((each) => each.kind === kind)} chosen={chosen} key={kind} />
        ))}
        {view.strangers.length > 0 && <Strangers items={view.strangers} />}
        <More number={view.more} />
        {view.refused.length > 0 && <RefusedTexts items={view.refused} />}
      </div>
      <div class="split-detail">
        <a class="back" href={hrefOf({ view: "kept-out", ref: null })}>
          Back to the list
        </a>
        {chosen === null ? (
          <p class="placeholder">Choose one to see its text and what would let it in.</p>
        ) : (
          <MemoryDetail target={chosen} />
        )}
      </div>
    </div>
  );
}

function Empty() {
  return (
    <div class="empty">
      <h1>Nothing is kept out</h1>
      <p>Every memory here has been vouched for, and no text was refused.</p>
    </div>
  );
}

type KindProps = {
  readonly kind: KeptOutMemory["kind"];
  readonly items: readonly KeptOutMemory[];
  readonly chosen: MemoryRef | null;
};

function Kind({ kind, items, chosen }: KindProps) {
  const [title, about] = KINDS[kind];
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) return null;
  return (
    <section class="kind">
      <h2>
        {title} <span class="tally">{items.length}</span>
      </h2>
      <p class="kind-about">{about}</p>
      <ul class="rows">
        {(isWhole ? items : items.slice(0, ROWS_SHOWN)).map((item) => (
          <KeptRow
            item={item}
            isChosen={chosen !== null && isSame(item, chosen)}
            key={`${item.scope}/${item.id}`}
          />
        ))}
      </ul>
      {items.length > ROWS_SHOWN && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "fewer" : `all ${items.length}`}
        </button>
      )}
    </section>
  );
}

function KeptRow({ item, isChosen }: { item: KeptOutMemory; isChosen: boolean }) {
  return (
    <li>
      <a
        class="row"
        href={hrefOf({ view: "kept-out", ref: { scope: item.scope, id: item.id } })}
        aria-current={isChosen ? "true" : undefined}
      >
        <RowText row={item} />
        <span class="row-why">{item.reason}</span>
        {item.remedy !== null && <span class="row-remedy">{sayFirst(item.remedy)}.</span>}
      </a>
    </li>
  );
}

/** Files that are not memories, so they cannot be opened. */
function Strangers({ items }: { items: KeptOutView["strangers"] }) {
  return (
    <section class="kind">
      <h2>
        Other files <span class="tally">{items.length}</span>
      </h2>
      <p class="kind-about">Their names are none of a memory, so nothing reads them.</p>
      <ul class="rows">
        {items.slice(0, ROWS_SHOWN).map(({ path, remedy }) => (
          <li class="row" key={path}>
            <code>
              <Foreign text={path} charsMax={300} />
            </code>
            <span class="row-remedy">{sayFirst(remedy)}.</span>
          </li>
        ))}
        {items.length > ROWS_SHOWN && <li class="none">and {items.length - ROWS_SHOWN} more</li>}
      </ul>
    </section>
  );
}

function RefusedTexts({ items }: { items: KeptOutView["refused"] }) {
  return (
    <section class="kind">
      <h2>
        Refused <span class="tally">{items.length}</span>
      </h2>
      <p class="kind-about">These texts were never stored, and not a word of them is kept.</p>
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th scope="col">when</th>
              <th scope="col">rule</th>
              <th scope="col">command</th>
              <th scope="col">by</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, ROWS_SHOWN).map(({ at, rule, command, by }, place) => (
              <tr key={place}>
                <td>{minuteOf(at)}</td>
                <td>
                  <code>{rule}</code>
                </td>
                <td>{command}</td>
                <td>
                  <Foreign text={by} charsMax={60} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
