// The memories that an agent would be shown for a prompt, and for each memory why it is in or out.

import { useEffect, useState } from "preact/hooks";
import type { RecallView } from "../../../app/page/views.ts";
import { post, type Reply } from "../client/ask.ts";
import { hrefOf } from "../client/route.ts";
import { FlaggedLabel, Foreign, Refusal, StandingLabel } from "../parts/labels.tsx";
import { ShownText } from "../parts/shown-text.tsx";
import { count } from "../parts/words.ts";

const PAUSE_MS = 300;
const TERMS_SHOWN = 8;

const OUTCOMES = {
  shown: "An agent would get this block",
  nothing: "An agent would get nothing: no memory fits well enough",
  skipped: "An agent would get nothing: the prompt is too short or only a command",
  off: "Recall is switched off, so an agent gets nothing",
} as const;

export function RecallPage() {
  const [prompt, setPrompt] = useState("");
  const answer = useRecall(prompt);
  return (
    <div class="recall">
      <h1>What would an agent remember?</h1>
      <label class="field">
        A prompt, as you would type it to your agent
        <textarea
          data-search=""
          rows={3}
          placeholder="How do we run the integration tests?"
          value={prompt}
          onInput={(event) => setPrompt(event.currentTarget.value)}
        />
      </label>
      {answer?.kind === "refused" && <Refusal message={answer.why.message} hint={answer.why.hint} />}
      {answer?.kind === "answer" && <Recalled view={answer.value} />}
    </div>
  );
}

function useRecall(prompt: string): Reply<RecallView> | null {
  const [answer, setAnswer] = useState<Reply<RecallView> | null>(null);
  useEffect(() => {
    if (prompt.trim() === "") {
      setAnswer(null);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(() => {
      void post<RecallView>("/recall", { prompt }).then((got) => {
        if (isWanted) setAnswer(got);
      });
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [prompt]);
  return answer;
}

function Recalled({ view }: { view: RecallView }) {
  const [shown, left] = [
    view.entries.filter((each) => each.isShown),
    view.entries.filter((each) => !each.isShown),
  ];
  return (
    <div class="recalled">
      <section aria-label="The block">
        <h2 aria-live="polite">
          {OUTCOMES[view.outcome]}
          {view.block !== null && <span class="unit"> about {count(view.tokens, "token", "tokens")}</span>}
        </h2>
        {view.block !== null && (
          <ShownText
            text={view.block}
            findings={[]}
            start={0}
            caption="The block, as it stands before the prompt"
            isWhole
          />
        )}
      </section>
      <section aria-label="Why each memory is in or out">
        {shown.length > 0 && <Entries title="In" entries={shown} />}
        {left.length > 0 && <Entries title="Out" entries={left} />}
      </section>
    </div>
  );
}

type Entry = RecallView["entries"][number];

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <>
      <h2>
        {title} <span class="unit">{count(entries.length, "memory", "memories")}</span>
      </h2>
      <ol class="entries">
        {entries.map((entry) => (
          <li key={`${entry.scope}/${entry.id}`}>
            <a href={hrefOf({ view: "memories", ref: { scope: entry.scope, id: entry.id } })}>
              <Foreign text={entry.name === "" ? entry.id : entry.name} charsMax={120} />
            </a>{" "}
            <StandingLabel standing={entry.standing} />
            <FlaggedLabel flagged={entry.flagged} />
            <p class="why">{entry.why}</p>
            <Terms terms={entry.terms} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The words that counted, each with a bar for its weight. */
function Terms({ terms }: { terms: Entry["terms"] }) {
  if (terms.length === 0) return null;
  const most = Math.max(...terms.map(({ points }) => points), Number.MIN_VALUE);
  return (
    <ul class="terms" aria-label="Words that counted">
      {terms.slice(0, TERMS_SHOWN).map(({ word, points }) => (
        <li key={word} title={`${points.toFixed(2)} points`}>
          <Foreign text={word} charsMax={40} />
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-part" width={Math.max(2, (points / most) * 100)} height="1" />
          </svg>
          <span class="unseen">{points.toFixed(2)} points</span>
        </li>
      ))}
    </ul>
  );
}
