// A list of any length that is loaded in windows: the page holds only the visible windows and recent ones.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListQuery, ListView } from "../../../app/page/views.ts";
import { askFor, type ServerRefusal } from "../client/ask.ts";
import { useChanges } from "../client/server-state.ts";

const WINDOW_ROWS = 100;
/** A pause in typing and scrolling before a window is requested. */
const REST_MS = 90;
const WINDOWS_KEPT = 60;

/** The user's choice; the list itself chooses the window. */
export type Filter = Omit<ListQuery, "offset" | "limit">;

export const EVERYTHING: Filter = {
  ...{ query: "", standing: null, type: null, category: null, tag: null, author: null },
  ...{ days: null, older: null, flagged: null, alike: null, status: "active", sort: "newest" },
};

export type ListRow = ListView["rows"][number];

export type Windows = {
  readonly total: number;
  readonly facets: ListView["facets"] | null;
  readonly isReading: boolean;
  readonly refused: ServerRefusal | null;
  readonly rowAt: (at: number) => ListRow | null;
  readonly onSight: (from: number, to: number) => void;
  /** From the first row to the second, including rows that were never in view. */
  readonly readRows: (from: number, to: number) => Promise<readonly ListRow[]>;
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
    // The filter has changed since this request, so its answer is dropped.
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
  const readRows = useCallback((from: number, to: number) => askForRows(filter, from, to), [filter]);
  return { total, facets, refused, isReading: state.filter !== filter, rowAt, onSight, readRows };
}

async function askForRows(filter: Filter, from: number, to: number): Promise<readonly ListRow[]> {
  const first = Math.floor(from / WINDOW_ROWS);
  const rows: ListRow[] = [];
  for (let window = first; window * WINDOW_ROWS <= to; window += 1) {
    const answer = await askFor<ListView>(`/memories?${queryOf(filter, window)}`);
    if (answer.kind !== "answer" || answer.value.rows.length === 0) break;
    rows.push(...answer.value.rows);
  }
  return rows.slice(from - first * WINDOW_ROWS, to - first * WINDOW_ROWS + 1);
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
