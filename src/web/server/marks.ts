// Decisions that are marked and not signed, per tab. A memory is decided by one tab at a time; a mark lives as long as its tab
// and the text that it is about, and no longer than this server. Whatever ends unsigned is dropped, and the next page says so: the record on disk holds ids
// and words of ours, no text.

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

/** What a tab may have been away for: a reload, a lid that was closed and opened. */
export const AWAY_MS = 10_000;
const MARKS_MAX = 500;
const DIGEST_CHARS = 8;
const MARK_BYTES = 9;

/** What a person decided about what was on their screen. */
export type Decided = {
  readonly ref: MemoryRef;
  /** As a list shows it: what a check takes for a secret is covered. */
  readonly name: string;
  readonly says: string;
  readonly at: Instant;
  /** As it was when it was marked; signed only while it is the same to the last byte. */
  readonly subject: ReviewSubject;
  readonly act: PageAct;
  /** Of what will be signed: the memory's own, or an edit's. */
  readonly digest: string | null;
  /** What is flagged in it and was taken on. */
  readonly flags: readonly string[];
  readonly reason: string | null;
  /** What the page told them about it. */
  readonly note: string | null;
  /** Of an edit: the whole new file. */
  readonly text: string | null;
  /** What will be signed, and what is decided about together with it. */
  readonly showing: SigningPreview;
  readonly beside: SigningPreview | null;
  /** Null for an act that vouches for nothing. */
  readonly shown: ShownToEnd | null;
};

export type HeldMark = Decided & { readonly mark: string; readonly tab: string };

/** Kept on disk, so that a page after this one can tell. */
export type UnsignedRecord = {
  readonly write: (unsigned: readonly DroppedDecision[]) => void;
  /** What earlier ones left, taken from the disk. */
  readonly takeEarlier: () => readonly DroppedDecision[];
};

export type Marks = {
  readonly view: (tab: string) => Pick<MarksView, "marks" | "elsewhere" | "dropped" | "isSigning">;
  readonly add: (tab: string, decided: Decided) => void;
  readonly undo: (tab: string, mark: string) => void;
  readonly list: () => readonly HeldMark[];
  /** Nothing of them changes while `work` runs. Those that it names are done and gone; the others stay. */
  readonly sign: <Result>(tab: string, work: Work<Result>) => Promise<Result>;
  /** These tabs are gone, and what they decided with them. */
  readonly drop: (tabs: readonly string[]) => void;
  /** Of those that the terminal is not asking about. @returns what is gone. */
  readonly dropEach: (isOver: (mark: HeldMark) => boolean) => readonly HeldMark[];
  readonly hearDropped: () => void;
};

export type Signed<Result> = { readonly result: Result; readonly done: ReadonlySet<string> };

type State = {
  held: readonly HeldMark[];
  dropped: readonly DroppedDecision[];
  /** The tab whose marks the terminal asks about. */
  signing: string | null;
};

type Work<Result> = (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<Signed<Result>>;

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
  // What earlier ones left is this one's to tell, and stays on disk until somebody heard it.
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

function addTo(state: State, tab: string, decided: Decided): HeldMark[] {
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

async function signWith<Result>(state: State, tab: string, work: Work<Result>): Promise<Signed<Result>> {
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
