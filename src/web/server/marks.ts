// Unsigned decisions, per tab. Only one tab at a time decides about a memory. A mark lives as long as its tab, the text
// that it is about, and this server. A mark that ends unsigned is dropped, and the next page reports it; the record on disk
// holds ids and our own words, no text.

import { randomBytes } from "node:crypto";
import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import type { ShownToEnd } from "../../app/memories/shown-to-end.ts";
import type { PageAct } from "../../app/page/acts.ts";
import type { DroppedDecision } from "../../app/page/launch/unsigned.ts";
import type { MemoryRef } from "../../app/page/views.ts";
import type { ReviewSubject } from "../../app/review/queue.ts";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import type { MarksView, MarkView } from "../protocol.ts";

/** How long a tab may be away, for a reload or a lid that was closed and opened. */
export const AWAY_MS = 10_000;
const MARKS_MAX = 500;
const DIGEST_CHARS = 8;
const MARK_BYTES = 9;

/** The user's decision about the memory on their screen. */
export type PageDecision = {
  readonly ref: MemoryRef;
  /** The name as in a list, with secrets covered. */
  readonly name: string;
  readonly says: string;
  readonly at: Instant;
  /** The memory when it was marked; it is signed only if every byte is still the same. */
  readonly subject: ReviewSubject;
  readonly act: PageAct;
  /** The digest that will be signed: the memory's own, or an edit's. */
  readonly digest: string | null;
  /** The findings that the user acknowledged. */
  readonly flags: readonly string[];
  readonly reason: string | null;
  /** The warning that the page showed. */
  readonly note: string | null;
  /** For an edit, the whole new file. */
  readonly text: string | null;
  /** The text that will be signed; `beside` is the one decided together with it. */
  readonly showing: SigningPreview;
  readonly beside: SigningPreview | null;
  /** Null for an act that does not vouch. */
  readonly shown: ShownToEnd | null;
};

export type HeldMark = PageDecision & { readonly mark: string; readonly tab: string };

/** Kept on disk, so that a later page can report dropped decisions. */
export type UnsignedRecord = {
  readonly write: (unsigned: readonly DroppedDecision[]) => void;
  /** Takes the records of earlier pages from the disk. */
  readonly takeEarlier: () => readonly DroppedDecision[];
};

export type Marks = {
  readonly view: (tab: string) => Pick<MarksView, "marks" | "elsewhere" | "dropped" | "isSigning">;
  readonly add: (tab: string, decided: PageDecision) => void;
  readonly undo: (tab: string, mark: string) => void;
  readonly list: () => readonly HeldMark[];
  /** The marks of the tab stay unchanged while `work` runs. Marks that `work` reports as done are removed; the others stay. */
  readonly sign: <Result>(tab: string, work: Work<Result>) => Promise<Result>;
  /** Drops the marks of tabs that are gone. */
  readonly drop: (tabs: readonly string[]) => void;
  /** Drops marks that are over, except those that the terminal is asking about. @returns the dropped marks. */
  readonly dropEach: (isOver: (mark: HeldMark) => boolean) => readonly HeldMark[];
  readonly hearDropped: () => void;
};

export type SignResult<Result> = { readonly result: Result; readonly done: ReadonlySet<string> };

type State = {
  held: readonly HeldMark[];
  dropped: readonly DroppedDecision[];
  /** The tab whose marks the terminal asks about. */
  signing: string | null;
};

type Work<Result> = (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<SignResult<Result>>;

export function createMarks(record: UnsignedRecord): Marks {
  const state: State = { held: [], dropped: record.takeEarlier(), signing: null };
  const keep = (held: readonly HeldMark[]): void => {
    state.held = held;
    record.write([...state.dropped, ...held.map(toUnsigned)]);
  };
  const dropFrom = (isOver: (mark: HeldMark) => boolean): readonly HeldMark[] => {
    const gone = state.held.filter(isOver);
    if (gone.length === 0) return gone;
    state.dropped = [...state.dropped, ...gone.map(toUnsigned)];
    keep(state.held.filter((each) => !gone.includes(each)));
    return gone;
  };
  // Decisions dropped by earlier pages are reported by this one, and stay on disk until the user has read them.
  if (state.dropped.length > 0) keep([]);
  return {
    view: (tab) => viewOf(state, tab),
    add: (tab, decided) => keep(addTo(state, tab, decided)),
    undo: (tab, mark) => {
      refuseAsked(state, tab);
      keep(state.held.filter((each) => each.mark !== mark || each.tab !== tab));
    },
    list: () => state.held,
    sign: async (tab, work) => {
      const { result, done } = await signWith(state, tab, work);
      keep(state.held.filter((each) => !done.has(each.mark)));
      return result;
    },
    drop: (tabs) => void dropFrom((each) => tabs.includes(each.tab)),
    dropEach: (isOver) => dropFrom((each) => each.tab !== state.signing && isOver(each)),
    hearDropped: () => {
      state.dropped = [];
      keep(state.held);
    },
  };
}

function viewOf({ held, dropped, signing }: State, tab: string): ReturnType<Marks["view"]> {
  return {
    marks: held.filter((each) => each.tab === tab).map(toView),
    elsewhere: held.filter((each) => each.tab !== tab).map(({ ref }) => ref),
    dropped: dropped.map(({ id, says }) => ({ id, says })),
    isSigning: signing !== null,
  };
}

function addTo(state: State, tab: string, decided: PageDecision): HeldMark[] {
  const { held } = state;
  refuseAsked(state, tab);
  const other = held.find((each) => isSame(each.ref, decided.ref));
  if (other !== undefined && other.tab !== tab) throw heldElsewhere(decided.ref.id);
  if (held.length >= MARKS_MAX) {
    throw new CredenceError("RATE_LIMIT", `${MARKS_MAX} decisions wait`, "sign them first");
  }
  const mark = { ...decided, tab, mark: randomBytes(MARK_BYTES).toString("base64url") };
  return [...held.filter((each) => each !== other), mark];
}

async function signWith<Result>(state: State, tab: string, work: Work<Result>): Promise<SignResult<Result>> {
  if (state.signing !== null) throw new CredenceError("OCC_CONFLICT", "the terminal asks already", ANSWER);
  const marks = state.held.filter((each) => each.tab === tab);
  if (marks.length === 0) {
    throw new CredenceError("NOT_FOUND", "nothing is marked in this tab", "decide first");
  }
  state.signing = tab;
  try {
    return await work(marks, () => marks.every((each) => state.held.includes(each)));
  } finally {
    state.signing = null;
  }
}

function refuseAsked({ signing }: State, tab: string): void {
  if (signing !== tab) return;
  throw new CredenceError("OCC_CONFLICT", "the terminal asks about them right now", ANSWER);
}

const ANSWER = "answer there first";

function heldElsewhere(id: string): CredenceError {
  return new CredenceError(
    "OCC_CONFLICT",
    `${id} is decided in another tab already`,
    "take that decision back there, or sign it",
  );
}

function isSame(one: MemoryRef, other: MemoryRef): boolean {
  return one.id === other.id && one.scope === other.scope;
}

function toUnsigned({ ref, says, subject }: HeldMark): DroppedDecision {
  return { root: subject.target.root.id, id: ref.id, says };
}

function toView({ ref, mark, act, says, name, digest, at, ...rest }: HeldMark): MarkView {
  return {
    ...ref,
    mark,
    act: act.kind,
    says,
    name,
    digest: (digest ?? rest.subject.target.digest ?? "").slice(0, DIGEST_CHARS),
    at: renderInstant(at),
  };
}
