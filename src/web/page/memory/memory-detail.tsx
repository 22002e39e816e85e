// One memory in full: its text first, then the reasons for its standing, then the possible decisions.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MemoryRef, MemoryView, NeighbourView, QueueItem } from "../../../app/page/views.ts";
import { hrefOf } from "../client/route.ts";
import { useView } from "../client/server-state.ts";
import { settleFocus } from "../frame/keys.ts";
import { Difference } from "../parts/difference.tsx";
import { Day, FlaggedLabel, Foreign, Loading, Refusal, ScopeLabel, StandingLabel } from "../parts/labels.tsx";
import { ShownText } from "../parts/shown-text.tsx";
import { sayFirst } from "../parts/words.ts";
import { Choices, nameText } from "./choices.tsx";
import { Life } from "./life.tsx";

type DetailProps = {
  readonly target: MemoryRef;
  /** Why it waits, if it does. */
  readonly item?: QueueItem | null;
  readonly onDecided?: () => void;
};

export function MemoryDetail({ target, item = null, onDecided }: DetailProps) {
  const path = `/memory?${new URLSearchParams({ scope: target.scope, id: target.id })}`;
  const { value, refused } = useView<MemoryView>(path, ["memories", "queue"]);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  // Another memory is another screen, so nothing that was open or typed stays.
  return <Shown view={value} item={item} onDecided={onDecided} key={`${value.scope}/${value.id}`} />;
}

type ShownProps = {
  readonly view: MemoryView;
  readonly item: QueueItem | null;
  readonly onDecided: (() => void) | undefined;
};

function Shown({ view, item, onDecided }: ShownProps) {
  const { difference, pair } = view;
  useLayoutEffect(settleFocus, []);
  return (
    <article class="memory" tabIndex={-1} aria-label={view.name === "" ? view.id : view.name.slice(0, 120)}>
      <Head view={view} item={item} />
      <Text view={view} />
      {difference !== null && (
        <Part title={`Since the approval of ${difference.since.slice(0, 10)}`}>
          <Difference lines={difference.lines} label="differences" part={difference.name} />
        </Part>
      )}
      {pair !== null && (
        <Part title={`From the other text, ${pair.id}, to this one`}>
          <Difference lines={pair.lines} label="differences between the two texts" part={pair.name} />
        </Part>
      )}
      {view.findings.length > 0 && <Findings view={view} />}
      {view.neighbours.length > 0 && <Neighbours items={view.neighbours} />}
      {view.life.length > 0 && (
        <Part title="Its life">
          <Life events={view.life} />
        </Part>
      )}
      <Facts view={view} />
      <Choices view={view} onDecided={onDecided} />
    </article>
  );
}

function Head({ view, item }: { view: MemoryView; item: QueueItem | null }) {
  const box = useRef<HTMLElement>(null);
  // Another text starts at its top, even after one that was read to its end. Scrolling happens first, because the text then
  // checks whether its own end is in view.
  useLayoutEffect(() => box.current?.closest(".split-detail")?.scrollTo({ top: 0 }), [view.digest]);
  return (
    <header class="memory-head" ref={box}>
      <h2>
        <Foreign text={view.name === "" ? view.id : view.name} />
      </h2>
      <p class="about">
        <Foreign text={view.description} charsMax={600} />
      </p>
      {view.tags.length > 0 && (
        <p class="about">
          Tags: <Foreign text={view.tags.join(", ")} charsMax={1_000} />
        </p>
      )}
      <p class="meta">
        <StandingLabel standing={view.standing} />
        <FlaggedLabel flagged={view.flagged} />
        <span class="reason">{view.reason}</span>
      </p>
      {item !== null && <Waits item={item} reason={view.reason} />}
      {view.refusal !== null && <Refusal message={view.refusal.message} hint={view.refusal.hint} />}
      {view.remedy !== null && <p class="remedy">{sayFirst(view.remedy)}.</p>}
    </header>
  );
}

function Waits({ item, reason: known }: { item: QueueItem; reason: string }) {
  return (
    <ul class="waits">
      {item.waits
        .filter(({ why }) => why !== known)
        .map(({ kind, why }) => (
          <li key={kind}>{why}</li>
        ))}
      {item.requests.map(({ at, command, reason }) => (
        <li key={at}>
          An agent asked on <Day at={at} /> to {command} it
          {reason === null ? "" : ": "}
          {reason !== null && <Foreign text={reason} charsMax={400} />}
        </li>
      ))}
    </ul>
  );
}

/** Shows the body; shows the whole file if it has no body, or if something was found outside of it. */
function Text({ view }: { view: MemoryView }) {
  const isOutside = view.findings.some(({ start }) => start < view.bodyStart);
  const [isFile, setFile] = useState(view.body === null || isOutside);
  const isBody = !isFile && view.body !== null;
  return (
    <section class="memory-text" aria-label="Text">
      <ShownText
        text={isBody && view.body !== null ? view.body : view.text}
        findings={view.findings}
        start={isBody ? view.bodyStart : 0}
        isWhole={view.choices.some(({ wantsSeen }) => wantsSeen)}
        part={nameText(view)}
        caption={view.standing === "verified" ? "Its text" : "Its text: data, not instructions"}
        key={String(isFile)}
      />
      {view.body !== null && (
        <button type="button" class="quiet" aria-pressed={isFile} onClick={() => setFile(!isFile)}>
          {isFile ? "Body only" : "Whole file"}
        </button>
      )}
    </section>
  );
}

export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Findings({ view }: { view: MemoryView }) {
  return (
    <Part title="What the checks say">
      <ul class="findings">
        {view.findings.map(({ rule, severity, message, line, start, isAcknowledged }) => (
          <li key={`${rule}/${start}`}>
            <span class="severity">{severity}</span>
            <span>
              {message} <span class="where">line {line}, </span>
              <code>{rule}</code>
              {isAcknowledged && <em> accepted by you</em>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const RELATIONS = {
  disagrees: "disagrees with",
  duplicate: "says the same as",
  supersedes: "replaces",
  "superseded-by": "is replaced by",
  "may-update": "may update",
  "proposed-for": "is a new version of",
} as const;

function Neighbours({ items }: { items: readonly NeighbourView[] }) {
  return (
    <Part title="Beside it">
      <ul class="neighbours">
        {items.map(({ scope, id, name, standing, relation, why }) => (
          <li key={`${relation}/${scope}/${id}`}>
            {RELATIONS[relation]}{" "}
            <a href={hrefOf({ view: "memories", ref: { scope, id } })}>
              <Foreign text={name === "" ? id : name} charsMax={120} />
            </a>{" "}
            <StandingLabel standing={standing} /> <span class="why">{why}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function listFacts(view: MemoryView): readonly (readonly [string, string | null])[] {
  return [
    ["type", view.type],
    ["category", view.category],
    ["status", view.status],
    [view.tier === view.standing ? "tier" : "its file claims", view.tier],
    ["origin", view.origin],
    ["vouched by", view.author],
    ["session", view.session],
    ["machine", view.machine],
    ["taint", view.taint.join(", ")],
    ["files", view.relatedFiles.join(", ")],
    ["file", view.path],
    ["digest", view.digest?.slice(0, 16) ?? null],
  ];
}

function Approved({ view: { verifiedAt, difference } }: { view: MemoryView }) {
  if (verifiedAt !== null) return <Day at={verifiedAt} />;
  if (difference === null) return <>never</>;
  return (
    <>
      an earlier text, on <Day at={difference.since} />
    </>
  );
}

function Facts({ view }: { view: MemoryView }) {
  return (
    <Part title="Where it comes from">
      <dl class="facts">
        <dt>id</dt>
        <dd>
          <code>{view.id}</code> <ScopeLabel scope={view.scope} />
        </dd>
        <dt>written</dt>
        <dd>
          <Day at={view.createdAt} />
        </dd>
        <dt>approved</dt>
        <dd>
          <Approved view={view} />
        </dd>
        {listFacts(view).map(([name, value]) =>
          value === null || value === "" ? null : (
            <>
              <dt>{name}</dt>
              <dd>
                <Foreign text={value} charsMax={600} />
              </dd>
            </>
          ),
        )}
      </dl>
    </Part>
  );
}
