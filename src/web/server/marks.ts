// Decisions that are marked and not signed, per tab. A memory is decided by one tab at a time; a mark lives as long as its tab,
// and no longer than this server. Whatever ends unsigned is dropped, and the next page says so: the record on disk holds ids
// and words of ours, no text.

import { randomBytes } from "node:crypto";
import type { MemoryRef } from "../../app/page/views.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { MarksView, MarkView } from "../protocol.ts";
import type { Decided } from "./make-mark.ts";

/** What a tab may have been away for: a reload, a lid that was closed and opened. */
export const AWAY_MS = 10_000;
const MARKS_MAX = 500;
const DIGEST_CHARS = 8;

export type HeldMark = Decided & { readonly mark: string; readonly tab: string };

/** What is remembered of a mark that nobody signed. */
export type Unsigned = { readonly id: string; readonly says: string };

/** Kept on disk, so that a page after this one can tell. */
export type UnsignedRecord = {
  readonly write: (unsigned: readonly Unsigned[]) => void;
  /** What earlier ones left, taken from the disk. */
  readonly takeEarlier: () => readonly Unsigned[];
};

export type Marks = {
  readonly view: (tab: string) => Pick<MarksView, "marks" | "elsewhere" | "dropped" | "isSigning">;
  readonly add: (tab: string, decided: Decided) => void;
  readonly undo: (tab: string, mark: string) => void;
  readonly list: () => readonly HeldMark[];
  /** Nothing of them changes while `work` runs. Those that it names are done and gone; the others stay. */
  readonly sign: <Result>(
    tab: string,
    work: (marks: readonly HeldMark[], isHeld: () => boolean) => Promise<Signed<Result>>,
  ) => Promise<Result>;
  /** The tab is gone. */
  readonly drop: (tab: string) => readonly HeldMark[];
  readonly hearDropped: () => void;
};

export type Signed<Result> = { readonly result: Result; readonly done: ReadonlySet<string> };

export function createMarks(record: UnsignedRecord): Marks {
  let held: readonly HeldMark[] = [];
  let dropped: readonly Unsigned[] = record.takeEarlier();
  let signing: string | null = null;
  const keep = (next: readonly HeldMark[]): void => {
    held = next;
    record.write([...dropped, ...held.map(toUnsigned)]);
  };
  const refuseSigning = (tab: string): void => {
    if (signing === tab)
      throw new CredenceError("OCC_CONFLICT", "the terminal asks about them right now", ANSWER);
  };
  // What earlier ones left is this one's to tell, and stays on disk until somebody heard it.
  if (dropped.length > 0) keep(held);
  return {
    view: (tab) => ({
      marks: held.filter((each) => each.tab === tab).map(toView),
      elsewhere: held.filter((each) => each.tab !== tab).map(({ ref }) => ref),
      dropped,
      isSigning: signing !== null,
    }),
    add: (tab, decided) => {
      refuseSigning(tab);
      const other = held.find((each) => isSame(each.ref, decided.ref));
      if (other !== undefined && other.tab !== tab) throw heldElsewhere(decided.ref.id);
      if (held.length >= MARKS_MAX)
        throw new CredenceError("RATE_LIMIT", `${MARKS_MAX} decisions wait`, SIGN);
      const mark = { ...decided, tab, mark: randomBytes(9).toString("base64url") };
      keep([...held.filter((each) => each !== other), mark]);
    },
    undo: (tab, mark) => {
      refuseSigning(tab);
      keep(held.filter((each) => each.mark !== mark || each.tab !== tab));
    },
    list: () => held,
    sign: async (tab, work) => {
      if (signing !== null) throw new CredenceError("OCC_CONFLICT", "the terminal asks already", ANSWER);
      const marks = held.filter((each) => each.tab === tab);
      if (marks.length === 0)
        throw new CredenceError("NOT_FOUND", "nothing is marked in this tab", "decide first");
      signing = tab;
      try {
        const { result, done } = await work(marks, () => marks.every((each) => held.includes(each)));
        keep(held.filter((each) => !done.has(each.mark)));
        return result;
      } finally {
        signing = null;
      }
    },
    drop: (tab) => {
      const gone = held.filter((each) => each.tab === tab);
      if (gone.length === 0) return [];
      dropped = [...dropped, ...gone.map(toUnsigned)];
      keep(held.filter((each) => each.tab !== tab));
      return gone;
    },
    hearDropped: () => {
      dropped = [];
      keep(held);
    },
  };
}

const ANSWER = "answer there first";
const SIGN = "sign them first";

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

function toUnsigned({ ref, says }: HeldMark): Unsigned {
  return { id: ref.id, says };
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
