// The frame around every view, and the two questions that belong to no view.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "../client/ask.ts";
import { useCell } from "../client/cell.ts";
import { route, VIEWS } from "../client/route.ts";
import {
  announcement,
  connection,
  endedBecause,
  hearDropped,
  marks,
  refusal,
  useIsGone,
} from "../client/server-state.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Foreign, Key } from "../parts/labels.tsx";
import { count } from "../parts/words.ts";
import { HealthPage } from "../views/health.tsx";
import { KeptOutPage } from "../views/kept-out.tsx";
import { MemoriesPage } from "../views/memories.tsx";
import { QueuePage } from "../views/queue.tsx";
import { RecallPage } from "../views/recall.tsx";
import { SessionsPage } from "../views/sessions.tsx";
import { Header, Overview } from "./header.tsx";
import { focusSearch, useKeys } from "./keys.ts";
import { Tray } from "./tray.tsx";

const PAGES = {
  queue: QueuePage,
  memories: MemoriesPage,
  recall: RecallPage,
  "kept-out": KeptOutPage,
  sessions: SessionsPage,
  health: HealthPage,
} as const;

export function Page() {
  const [question, setQuestion] = useState<"help" | "end" | null>(null);
  const { view } = useCell(route);
  const said = useCell(announcement);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Before the next key, which may already belong to a field of the new view.
  useLayoutEffect(() => {
    document.title = `${VIEWS[view].title} · Credence`;
    // Announces the new view to users who listen; at the start, the page begins at its top.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [view]);
  useKeys({ "?": () => setQuestion("help"), "/": focusSearch });
  const close = (): void => setQuestion(null);
  const View = PAGES[view];
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        To the content
      </button>
      <Header onHelp={() => setQuestion("help")} onEnd={() => setQuestion("end")} />
      <Notices />
      <Overview />
      <main ref={main} tabIndex={-1} class={`view-${view}`} aria-label={VIEWS[view].title}>
        <View />
      </main>
      <Tray />
      <p class="unseen" aria-live="polite">
        {said}
      </p>
      {question === "help" && <Help onClose={close} />}
      {question === "end" && <End onClose={close} />}
    </>
  );
}

const KEYS = [
  ["j k", "next, previous"],
  ["Enter", "from the list into the text"],
  ["Space", "read on, while a text was not shown to its end"],
  ["y a n e …", "decide: each button shows its key"],
  ["l", "later: it waits again in seven days"],
  ["s", "skip: it stays here"],
  ["c C", "select it, or all from the last one to it"],
  ["u", "undo the last decision"],
  ["S", "sign at the terminal"],
  ["/", "search"],
  ["g then q m r k s h", "Queue, Memories, Recall, Kept out, Sessions, Health"],
  ["Esc", "leave a field or close a question"],
  ["?", "this help"],
] as const;

function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table class="keys">
        <tbody>
          {KEYS.map(([keys, means]) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(" ").map((key) => (key === "then" ? " then " : <Key name={key} key={key} />))}
              </th>
              <td>{means}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        A decision counts once it is signed: the terminal that started this page lists what you decided and
        asks for your passphrase. This page never does.
      </p>
      <button type="button" class="primary" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}

function End({ onClose }: { onClose: () => void }) {
  const unsigned = useCell(marks)?.marks.length ?? 0;
  const isGone = useIsGone();
  return (
    <Dialog title="End this page?" onClose={onClose}>
      <p>
        Its server stops, in this tab and in every other.{" "}
        {unsigned > 0 &&
          `${count(unsigned, "decision is", "decisions are")} not signed and would be dropped.`}
      </p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Keep it open
        </button>
        <button
          type="button"
          class="primary"
          disabled={isGone}
          onClick={() => {
            void post("/end", {});
            onClose();
          }}
        >
          End the page
        </button>
      </div>
    </Dialog>
  );
}

// Notices that precede everything else on the page: the server has ended, decisions were dropped, a request was refused.

const DROPPED_SHOWN = 10;

function Notices() {
  return (
    <div class="notices">
      <Gone />
      <Dropped />
      <Refused />
    </div>
  );
}

function Gone() {
  const state = useCell(connection);
  const why = useCell(endedBecause);
  if (state === "open") return null;
  if (state === "lost") {
    return (
      <div class="notice" role="status">
        The server does not answer. Trying again…
      </div>
    );
  }
  return (
    <div class="notice gone" role="alert">
      <strong>This page has ended{why === null ? "" : `: ${why}`}.</strong> You can still read and copy what
      is on it, but nothing can be decided here any more, and decisions that were not signed are dropped. To
      start again, run <code>credence ui</code> in the terminal.
    </div>
  );
}

function Dropped() {
  const known = useCell(marks);
  const dropped = known?.dropped ?? [];
  const isGone = useIsGone();
  if (dropped.length === 0) return null;
  return (
    <div class="notice" role="status">
      <p>
        <strong>{count(dropped.length, "decision was", "decisions were")} not signed</strong> before an
        earlier page was closed or the text was changed, so {dropped.length === 1 ? "it was" : "they were"}{" "}
        dropped and nothing was changed. Decide again if you still want {dropped.length === 1 ? "it" : "them"}
        :
      </p>
      <ul>
        {dropped.slice(0, DROPPED_SHOWN).map(({ id, says }, at) => (
          <li key={at}>
            {says} <code>{id}</code>
          </li>
        ))}
        {dropped.length > DROPPED_SHOWN && <li>and {dropped.length - DROPPED_SHOWN} more</li>}
      </ul>
      <button type="button" disabled={isGone} onClick={() => void hearDropped()}>
        Understood
      </button>
    </div>
  );
}

function Refused() {
  const why = useCell(refusal);
  if (why === null) return null;
  return (
    <div class="notice" role="alert">
      <p>
        <strong>
          <Foreign text={why.message} charsMax={600} />
        </strong>
      </p>
      <p>{why.hint}</p>
      <button type="button" onClick={() => refusal.set(null)}>
        Dismiss
      </button>
    </div>
  );
}
