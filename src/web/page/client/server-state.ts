// The page's view of its server: the decisions of this tab, the news, and the state of the connection.

import { useEffect, useState } from "preact/hooks";
import type { MemoryRef, OverviewView } from "../../../app/page/views.ts";
import {
  API,
  type LiveEvent,
  type ManyRequest,
  type ManyView,
  type MarkRequest,
  type MarksView,
  type SignedView,
} from "../../protocol.ts";
import { askFor, post, type Reply, type ServerRefusal, sessionHeaders } from "./ask.ts";
import { makeCell, useCell } from "./cell.ts";

type ChangeKind = Extract<LiveEvent, { kind: "changed" }>["what"][number];
export type News = Extract<LiveEvent, { kind: "news" }>;

export const connection = makeCell<"open" | "lost" | "gone">("open");
/** The reason that the server gave for its end, if it gave one. */
export const endedBecause = makeCell<string | null>(null);
/** True when the server has ended: the screen can be read, but no decision can be made. */
export function useIsGone(): boolean {
  return useCell(connection) === "gone";
}

export const marks = makeCell<MarksView | null>(null);
export const overview = makeCell<OverviewView | null>(null);
/** Newest first. */
export const news = makeCell<readonly News[]>([]);
/** Announced to users who listen to the page instead of looking at it. */
export const announcement = makeCell("");
export const refusal = makeCell<ServerRefusal | null>(null);
/** The result of decisions, of which some were handed back. */
export type MarkOutcome = SignedView & { readonly end: "carried out" | "marked" };
export const told = makeCell<MarkOutcome | null>(null);

const changes = makeCell<Readonly<Record<ChangeKind, number>>>({
  queue: 0,
  memories: 0,
  sessions: 0,
  health: 0,
  marks: 0,
});

/** After a broken stream anything may have changed. */
const EVERYTHING = ["queue", "memories", "sessions", "health", "marks"] as const;
const NEWS_MAX = 30;

export function startListening(): void {
  void refreshOverview();
  let isFirst = true;
  void listen({
    onConnection: (state) => {
      if (connection.get() === state) return;
      connection.set(state);
      // Unsigned decisions are dropped with the server; the next page reports them.
      if (state === "gone") marks.set(null);
    },
    onEvent: (event) => {
      // Asked for only now, because the marks of a tab without a stream do not last.
      if (event.kind === "hello") noteChanges(isFirst ? ["marks"] : EVERYTHING);
      else if (event.kind === "changed") noteChanges(event.what);
      else if (event.kind === "ending") endedBecause.set(event.why);
      else if (event.kind === "news") {
        news.set([event, ...news.get()].slice(0, NEWS_MAX));
        announcement.set(event.says);
      }
      isFirst = false;
    },
  });
}

function noteChanges(kinds: readonly ChangeKind[]): void {
  const before = changes.get();
  changes.set({ ...before, ...Object.fromEntries(kinds.map((kind) => [kind, before[kind] + 1])) });
  if (kinds.includes("marks")) void refreshMarks();
  if (kinds.some((kind) => kind !== "marks")) void refreshOverview();
}

async function refreshMarks(): Promise<void> {
  const answer = await askFor<MarksView>("/marks");
  if (answer.kind === "answer") marks.set(answer.value);
}

/** Confirms that the user has read the list of dropped decisions. */
export async function hearDropped(): Promise<void> {
  takeMarks(await post<MarksView>("/marks/heard", {}));
}

async function refreshOverview(): Promise<void> {
  const answer = await askFor<OverviewView>("/overview");
  if (answer.kind === "answer") overview.set(answer.value);
}

/** The number of changes of these kinds. */
export function useChanges(kinds: readonly ChangeKind[]): number {
  const counts = useCell(changes);
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

export type ViewState<T> = { readonly value: T | null; readonly refused: ServerRefusal | null };

/** Reads a view, and reads it again when something of these kinds changes. A null path reads nothing. */
export function useView<T>(path: string | null, kinds: readonly ChangeKind[]): ViewState<T> {
  const [asked, setAsked] = useState<{ path: string | null; answer: Reply<T> } | null>(null);
  const count = useChanges(kinds);
  useEffect(() => {
    let isWanted = true;
    if (path !== null) {
      void askFor<T>(path).then((answer) => {
        if (isWanted) setAsked({ path, answer });
      });
    }
    return () => {
      isWanted = false;
    };
  }, [path, count]);
  // Only the answer to the present path, because a key pressed now must not decide about another memory.
  const answer = asked !== null && asked.path === path ? asked.answer : null;
  return {
    value: answer?.kind === "answer" ? answer.value : null,
    refused: answer?.kind === "refused" ? answer.why : null,
  };
}

/** @returns true when the server accepted the mark. */
export async function mark(request: MarkRequest): Promise<boolean> {
  return takeMarks(await post<MarksView>("/marks", request));
}

/** @returns the accepted and the refused marks; null when the server refused the whole request. */
export async function markMany(request: ManyRequest): Promise<ManyView | null> {
  const answer = await post<ManyView>("/marks/many", request);
  refusal.set(answer.kind === "refused" ? answer.why : null);
  if (answer.kind !== "answer") return null;
  const { done, again } = answer.value;
  marks.set(answer.value.marks);
  told.set(again.length === 0 ? null : { done, again, declined: null, end: "marked" });
  return answer.value;
}

export function undoMark(name: string): Promise<boolean> {
  return post<MarksView>("/marks/undo", { mark: name }).then(takeMarks);
}

function takeMarks(answer: Reply<MarksView>): boolean {
  refusal.set(answer.kind === "refused" ? answer.why : null);
  if (answer.kind !== "answer") return false;
  marks.set(answer.value);
  return true;
}

/** Resolves when the user has answered at the terminal. */
export async function sign(): Promise<void> {
  const known = marks.get();
  if (known === null || known.isSigning || known.marks.length === 0) return;
  told.set(null);
  marks.set({ ...known, isSigning: true });
  announcement.set("Reply at the terminal that started this page.");
  const answer = await post<SignedView>("/sign", {});
  refusal.set(answer.kind === "refused" ? answer.why : null);
  if (answer.kind === "answer") told.set({ ...answer.value, end: "carried out" });
  await refreshMarks();
}

export function isSame(a: MemoryRef, b: MemoryRef): boolean {
  return a.scope === b.scope && a.id === b.id;
}

// The live stream: one JSON object per line, as long as the page is open. When it breaks, the page reconnects a few times
// and then reports that the server is gone.

type Listener = {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (state: "open" | "lost" | "gone") => void;
};

const PAUSES_MS = [300, 700, 1_500, 3_000, 5_000];

async function listen({ onEvent, onConnection }: Listener): Promise<void> {
  for (let failures = 0; failures <= PAUSES_MS.length; failures += 1) {
    const end = await readStream((event) => {
      failures = 0;
      onConnection("open");
      onEvent(event);
    });
    if (end === "ending" || end === "refused") break;
    onConnection("lost");
    const pause = PAUSES_MS[failures];
    if (pause !== undefined) await new Promise((resume) => setTimeout(resume, pause));
  }
  onConnection("gone");
}

async function readStream(onEvent: (event: LiveEvent) => void): Promise<"ending" | "refused" | "broken"> {
  try {
    const response = await fetch(`${API}/live`, { headers: sessionHeaders() });
    // Too many tabs are open; one of them may be closed meanwhile.
    if (response.status === 429) return "broken";
    if (!response.ok || response.body === null) return "refused";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return "broken";
      const lines = `${rest}${value}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.trim() !== "")) {
        const event: LiveEvent = JSON.parse(line);
        onEvent(event);
        if (event.kind === "ending") return "ending";
      }
    }
  } catch {
    // Cut off in the middle; the caller tries again.
    return "broken";
  }
}
