// A list of any length, asked for in windows: only what is in sight and what was seen is here.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListQuery, ListView } from "../../../app/page/views.ts";
import { askFor, type Refused } from "../client/ask.ts";
import { useChanges } from "../client/server-state.ts";

const WINDOW_ROWS = 100;
/** Typing and scrolling come to rest before anything is asked for. */
const REST_MS = 90;
const WINDOWS_KEPT = 60;

/** What a person chose; which window of it is asked for is the list's affair. */
export type Filter = Omit<ListQuery, "offset" | "limit">;

export type ListRow = ListView["rows"][number];

export type Windows = {
  readonly total: number;
  readonly facets: ListView["facets"] | null;
  readonly isReading: boolean;
  readonly refused: Refused | null;
  readonly rowAt: (at: number) => ListRow | null;
  readonly onSight: (from: number, to: number) => void;
};

type State = Pick<Windows, "total" | "facets" | "refused"> & {
  readonly filter: Filter | null;
  readonly windows: ReadonlyMap<number, readonly ListRow[]>;
};

const NOTHING: State = { filter: null, total: 0, facets: null, refused: null, windows: new Map() };

export function useWindows(filter: Filter): Windows {
  const [state, setState] = useState<State>(NOTHING);
  const changes = useChanges(["memories"]);
  const sight = useRef({ from: 0, to: 1 });
  const timer = useRef(0);
  const latest = useRef({ filter, changes, state });
  latest.current = { filter, changes, state };
  const ask = useCallback(async (window: number) => {
    const asked = latest.current;
    const answer = await askFor<ListView>(`/memories?${queryOf(asked.filter, window)}`);
    // What was asked before the last key is no longer wanted.
    if (latest.current.filter !== asked.filter || latest.current.changes !== asked.changes) return;
    if (answer.kind === "refused") setState({ ...NOTHING, filter: asked.filter, refused: answer.why });
    if (answer.kind === "answer") setState((before) => addWindow(before, asked.filter, answer.value));
  }, []);
  useEffect(() => {
    const isTyping = filter.query !== (latest.current.state.filter?.query ?? "");
    const first = latest.current.state.filter === filter ? sight.current.from : 0;
    const rest = setTimeout(() => void ask(Math.floor(first / WINDOW_ROWS)), isTyping ? REST_MS : 0);
    return () => clearTimeout(rest);
  }, [filter, changes, ask]);
  const onSight = useCallback(
    (from: number, to: number) => {
      sight.current = { from, to };
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        for (const missing of findMissing(latest.current.state, from, to)) void ask(missing);
      }, REST_MS);
    },
    [ask],
  );
  const { windows, total, facets, refused } = state;
  const rowAt = useCallback(
    (at: number) => windows.get(Math.floor(at / WINDOW_ROWS))?.[at % WINDOW_ROWS] ?? null,
    [windows],
  );
  return { total, facets, refused, isReading: state.filter !== filter, rowAt, onSight };
}

function addWindow(before: State, filter: Filter, { total, facets, offset, rows }: ListView): State {
  const isSameList = before.filter === filter && before.total === total;
  const kept = isSameList ? [...before.windows].slice(-WINDOWS_KEPT) : [];
  return {
    filter,
    total,
    facets,
    refused: null,
    windows: new Map([...kept, [Math.floor(offset / WINDOW_ROWS), rows]]),
  };
}

function findMissing({ windows, total }: State, from: number, to: number): number[] {
  const [first, last] = [Math.floor(from / WINDOW_ROWS), Math.floor(Math.min(to, total - 1) / WINDOW_ROWS)];
  const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return wanted.filter((each) => !windows.has(each));
}

function queryOf(filter: Filter, window: number): URLSearchParams {
  const chosen = Object.entries(filter).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams([
    ...chosen.map(([name, value]): [string, string] => [name, String(value)]),
    ["offset", String(window * WINDOW_ROWS)],
    ["limit", String(WINDOW_ROWS)],
  ]);
}
