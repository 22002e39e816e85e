// What a person has to know before anything else on the page: nobody listens any more, something was dropped, something was
// refused.

import { useCell } from "../client/cell.ts";
import { connection, endedBecause, hearDropped, marks, refusal, useIsGone } from "../client/server-state.ts";
import { Foreign } from "../parts/labels.tsx";
import { count } from "../parts/words.ts";

const DROPPED_SHOWN = 10;

export function Notices() {
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
