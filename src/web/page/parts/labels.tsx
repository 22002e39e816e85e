// Small signs used in many places. A standing has a word and a shape; the colour only repeats them.

import type { MemoryRow } from "../../../app/page/views.ts";
import type { Scope, Standing } from "../../../memory/memory.ts";
import { useIsGone } from "../client/server-state.ts";
import { ageOf, dayOf, digits, shorten } from "./words.ts";

/** Drawn in a square of 12. */
const SHAPES: Readonly<Record<Standing, string>> = {
  verified: "M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0ZM3.2 6.2 5.3 8.3 9 4.2 8 3.3 5.2 6.4 4.1 5.3Z",
  inferred: "M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0Zm0 1.4v9.2a4.6 4.6 0 0 0 0-9.2Z",
  foreign: "M6 0l6 6-6 6-6-6Zm0 2L2 6l4 4 4-4Z",
  quarantined: "M3.5 0h5L12 3.5v5L8.500 12h-5L0 8.500v-5ZM2.500 5v2h7V5Z",
  retired: "M0 5h12v2H0Z",
};

export function Shape({ standing }: { standing: Standing }) {
  return (
    <svg class={`shape ${standing}`} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path fill-rule="evenodd" d={SHAPES[standing]} />
    </svg>
  );
}

export function StandingLabel({ standing }: { standing: Standing }) {
  return (
    <span class={`standing ${standing}`}>
      <Shape standing={standing} />
      {standing}
    </span>
  );
}

/** The kind of wording that a check found, in the words of the check. */
export function FlaggedLabel({ flagged }: { flagged: string | null }) {
  return flagged === null ? null : <span class="reason"> flagged: {flagged} </span>;
}

export function Day({ at }: { at: string | null }) {
  if (at === null) return <span class="none">no date</span>;
  return (
    <time dateTime={at} title={ageOf(at, Date.now())}>
      {dayOf(at)}
    </time>
  );
}

/** Text of a file, isolated so that its direction changes nothing beside it. */
export function Foreign({ text, charsMax }: { text: string; charsMax?: number }) {
  return <bdi dir="auto">{shorten(text, charsMax)}</bdi>;
}

export function Key({ name }: { name: string }) {
  return <kbd>{name}</kbd>;
}

export function ScopeLabel({ scope }: { scope: Scope }) {
  return <span class="scope">{scope === "user" ? "yours" : "project"}</span>;
}

/** Two lines: the name and the description, then the standing. */
export function RowText({ row, snippet = null }: { row: MemoryRow; snippet?: string | null }) {
  return (
    <>
      <span class="row-name">
        <Foreign text={row.name === "" ? row.id : row.name} />
      </span>
      <span class="row-about">
        <StandingLabel standing={row.standing} />
        <FlaggedLabel flagged={row.flagged} />
        {snippet === null ? <Foreign text={row.description} charsMax={200} /> : <Snippet text={snippet} />}
      </span>
    </>
  );
}

/** The search encloses its matches in these brackets. */
const HITS = /«([^»]*)»/;

function Snippet({ text }: { text: string }) {
  return (
    <bdi dir="auto">
      {shorten(text)
        .split(HITS)
        .map((part, at) => (at % 2 === 0 ? part : <mark class="hit">{part}</mark>))}
    </bdi>
  );
}

export function Loading() {
  const isGone = useIsGone();
  return (
    <p class="loading" role="status">
      {isGone ? "This was not read before the page ended." : "Reading…"}
    </p>
  );
}

/** For a dialog that was open when the server ended: its text can still be read and copied. */
export function EndedNote() {
  return (
    <p class="refusal" role="alert">
      The page has ended, so this cannot be marked any more. Copy what you typed, then run{" "}
      <code>credence ui</code> in the terminal.
    </p>
  );
}

/** Tells how many entries of a long list are not shown. */
export function More({ number }: { number: number }) {
  return number === 0 ? null : (
    <p class="more">And {digits(number)} more, which come up once these are decided.</p>
  );
}

export function Refusal({ message, hint }: { message: string; hint: string }) {
  return (
    <div class="refusal" role="alert">
      <p>
        <Foreign text={message} charsMax={1_000} />
      </p>
      <p class="hint">{hint}</p>
    </div>
  );
}
