// The memories shown to each session, with their time and cost.

import { useState } from "preact/hooks";
import type { SessionsView } from "../../../app/page/views.ts";
import { hrefOf } from "../client/route.ts";
import { useView } from "../client/server-state.ts";
import { Foreign, Loading, Refusal } from "../parts/labels.tsx";
import { count, digits, minuteOf } from "../parts/words.ts";

type Session = SessionsView["sessions"][number];
type Receipt = Session["receipts"][number];

const SESSIONS_SHOWN = 50;
const RECEIPTS_SHOWN = 100;

const OUTCOMES = {
  shown: "shown",
  nothing: "nothing fitted",
  skipped: "skipped",
  off: "recall was off",
  late: "there was no time to look",
} as const;

const CUTS = {
  weak: "too weak a match",
  limit: "beyond the number of memories",
  budget: "no room left",
  category: "enough of its category",
  proposal: "only a proposal",
  withheld: "withheld",
  copy: "says the same as one that is shown",
} as const;

const FORMS = {
  full: "in full",
  part: "in part",
  line: "as one line",
  gist: "its gist",
  title: "its title",
  earlier: "already there",
} as const;

export function SessionsPage() {
  const { value, refused } = useView<SessionsView>("/sessions", ["sessions"]);
  const [isWhole, setWhole] = useState(false);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  const { sessions } = value;
  if (sessions.length === 0) {
    return (
      <div class="empty">
        <h1>No session yet</h1>
        <p>Once an agent works here, this shows what it was given and when.</p>
      </div>
    );
  }
  return (
    <div class="sessions">
      <h1>{count(sessions.length, "session", "sessions")}</h1>
      {(isWhole ? sessions : sessions.slice(0, SESSIONS_SHOWN)).map((session, at) => (
        <SessionCard session={session} isFirst={at === 0} key={`${session.id}/${session.from}`} />
      ))}
      {sessions.length > SESSIONS_SHOWN && !isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {digits(sessions.length)}
        </button>
      )}
      {value.more > 0 && (
        <p class="more">And {count(value.more, "older session", "older sessions")}, not listed.</p>
      )}
    </div>
  );
}

function SessionCard({ session, isFirst }: { session: Session; isFirst: boolean }) {
  const { id, from, to, tokens, receipts, observed } = session;
  const shown = new Set(
    receipts.flatMap((each) => each.shown.map((memory) => `${memory.scope}/${memory.id}`)),
  );
  return (
    <details class="session" open={isFirst}>
      <summary>
        <span class="session-when">
          {minuteOf(from)}
          {minuteOf(from) !== minuteOf(to) && ` to ${minuteOf(to).slice(11)}`}
        </span>
        <span class="session-who">
          {id === null ? (
            "session without a name"
          ) : (
            <>
              session <code title={id.slice(0, 200)}>{id.slice(0, 8)}</code>
            </>
          )}
        </span>
        <span class="session-what">
          {count(shown.size, "memory", "memories")} shown in {count(receipts.length, "answer", "answers")}
          {tokens !== null && `, about ${count(tokens, "token", "tokens")}`}
        </span>
      </summary>
      {observed !== null && <ObservedNote observed={observed} />}
      <ol class="receipts">
        {receipts.slice(0, RECEIPTS_SHOWN).map((receipt, at) => (
          <ReceiptLine receipt={receipt} key={at} />
        ))}
        {receipts.length > RECEIPTS_SHOWN && (
          <li class="none">and {receipts.length - RECEIPTS_SHOWN} more</li>
        )}
      </ol>
    </details>
  );
}

function ObservedNote({ observed }: { observed: NonNullable<Session["observed"]> }) {
  return (
    <p class="observed">
      The Observer proposed {count(observed.proposed, "memory", "memories")} in{" "}
      {count(observed.calls, "call", "calls")}: {digits(observed.inputTokens)} tokens read,{" "}
      {digits(observed.outputTokens)} written.
    </p>
  );
}

function ReceiptLine({ receipt: { at, kind, outcome, shown, left } }: { receipt: Receipt }) {
  return (
    <li class="receipt">
      <time dateTime={at}>{minuteOf(at).slice(11)}</time>
      <div>
        <p>
          {kind === "prompt" ? "At a prompt" : "At the start"}: {OUTCOMES[outcome]}
        </p>
        <ul>
          {shown.map(({ scope, id, name, form, confidence }) => (
            <li key={`${scope}/${id}`}>
              <a href={hrefOf({ view: "memories", ref: { scope, id } })}>
                <Foreign text={name ?? id} charsMax={100} />
              </a>{" "}
              <span class="why">
                {[form === null ? null : FORMS[form], confidence === null ? null : `${confidence} confidence`]
                  .filter((each) => each !== null)
                  .join(", ")}
              </span>
            </li>
          ))}
        </ul>
        {left.length > 0 && <Left left={left} />}
      </div>
    </li>
  );
}

function Left({ left }: { left: Receipt["left"] }) {
  return (
    <details class="left">
      <summary>{count(left.length, "other matched", "others matched")}, not shown</summary>
      <ul>
        {left.map(({ scope, id, name, cut }) => (
          <li key={`${scope}/${id}`}>
            <a href={hrefOf({ view: "memories", ref: { scope, id } })}>
              <Foreign text={name ?? id} charsMax={100} />
            </a>{" "}
            <span class="why">{CUTS[cut]}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
