// The unsigned decisions of this tab: each can be undone, and all of them are signed at the terminal. The page itself signs
// nothing and accepts no passphrase.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MarksView, MarkView } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { goTo, hrefOf, route } from "../client/route.ts";
import {
  announcement,
  type MarkOutcome,
  marks,
  sign,
  told,
  undoMark,
  useIsGone,
} from "../client/server-state.ts";
import { Foreign, Key } from "../parts/labels.tsx";
import { count, sayFirst } from "../parts/words.ts";
import { keepFocus, useKeys } from "./keys.ts";

export function Tray() {
  const known = useCell(marks);
  const result = useCell(told);
  const [isOpen, setOpen] = useState(false);
  const undoLast = (): void => {
    const last = known?.marks.at(-1);
    if (last !== undefined) void undo(last);
  };
  const isGone = useIsGone();
  useKeys({ u: undoLast, S: () => void sign() });
  if (known === null || (known.marks.length === 0 && result === null && known.unlockedUntil === null))
    return null;
  return (
    <section class="tray" aria-label="Unsigned decisions">
      {result !== null && <Result result={result} />}
      {isOpen && known.marks.length > 0 && <MarkList items={known.marks} />}
      <div class="tray-line" hidden={known.marks.length === 0 && known.unlockedUntil === null}>
        {known.marks.length > 0 && (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {count(known.marks.length, "decision", "decisions")}, unsigned
          </button>
        )}
        <Timer until={known.unlockedUntil} />
        {known.marks.length > 0 && (
          <>
            <button type="button" onClick={undoLast} disabled={known.isSigning || isGone}>
              Undo <Key name="u" />
            </button>
            <SignButton known={known} isGone={isGone} />
          </>
        )}
      </div>
    </section>
  );
}

async function undo(item: MarkView): Promise<void> {
  if (!(await undoMark(item.mark))) return;
  announcement.set(`Undone: ${item.says}, ${item.id}`);
  const { view } = route.get();
  if (view === "queue" || view === "memories")
    goTo({ view, ref: { scope: item.scope, id: item.id } }, "replace");
  keepFocus();
}

function SignButton({ known, isGone }: { known: MarksView; isGone: boolean }) {
  if (known.isSigning) {
    return (
      <strong class="asking" role="status">
        Answer at the terminal…
      </strong>
    );
  }
  return (
    <button type="button" class="primary" disabled={isGone} onClick={() => void sign()}>
      {known.unlockedUntil === null ? "Sign at the terminal" : "Sign now"} <Key name="S" />
    </button>
  );
}

function MarkList({ items }: { items: readonly MarkView[] }) {
  return (
    <ol class="marks">
      {items.map((item) => (
        <li key={item.mark}>
          <span class="act">{item.says}</span>
          <a href={hrefOf({ view: "memories", ref: { scope: item.scope, id: item.id } })}>
            <Foreign text={item.name === "" ? item.id : item.name} charsMax={80} />
          </a>
          <code title="the first eight of the digest that you will see at the terminal">{item.digest}</code>
          <button type="button" class="quiet" onClick={() => void undo(item)}>
            Undo<span class="unseen"> {item.id}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Result({ result }: { result: MarkOutcome }) {
  const { done, again, declined, end } = result;
  const box = useRef<HTMLDivElement>(null);
  // The button that requested it has disappeared.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [result]);
  const dismiss = (): void => {
    told.set(null);
    keepFocus();
  };
  return (
    <div class="result" role="status" tabIndex={-1} ref={box}>
      {declined !== null && <p>{sayFirst(declined)}. Your decisions are still here.</p>}
      {done.length > 0 && (
        <details>
          <summary>
            {count(done.length, "decision was", "decisions were")} {end}.
          </summary>
          <ul>
            {done.map(({ scope, id, says }) => (
              <li key={`${scope}/${id}`}>
                <code>{id}</code> {says}
              </li>
            ))}
          </ul>
        </details>
      )}
      {again.map(({ scope, id, why }) => (
        <p class="again" key={`${scope}/${id}`}>
          <a href={hrefOf({ view: "memories", ref: { scope, id } })}>{id}</a> was not{" "}
          {end === "marked" ? end : "changed"}: {why}
        </p>
      ))}
      <button type="button" class="quiet" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}

/** How long the page can still sign without the terminal. */
function Timer({ until }: { until: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return null;
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1_000));
  return (
    <span class="timer" role="timer">
      {seconds === 0
        ? "Locked again: the terminal asks."
        : `Unlocked for ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
    </span>
  );
}
