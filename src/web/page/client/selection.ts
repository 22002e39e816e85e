// Which memories of a list were selected, each as it was at that moment: another text under the same id is refused by the server.

import { useCallback, useEffect, useRef } from "preact/hooks";
import type { MemoryRef, MemoryRow } from "../../../app/page/views.ts";
import { makeCell } from "./cell.ts";

export type Selected = Pick<MemoryRow, "scope" | "id" | "digest">;

export const selection = makeCell<ReadonlyMap<string, Selected>>(new Map());

/** As many as one request takes. */
export const SELECTED_MAX = 500;

export function keyOf({ scope, id }: MemoryRef): string {
  return `${scope}/${id}`;
}

/** Those that are selected already stay as they were. */
export function select(rows: readonly Selected[]): void {
  const more = rows.map((row) => [keyOf(row), row] as const).filter(([key]) => !selection.get().has(key));
  selection.set(new Map([...selection.get(), ...more].slice(0, SELECTED_MAX)));
}

export function unselect(rows: readonly MemoryRef[]): void {
  const gone = new Set(rows.map(keyOf));
  selection.set(new Map([...selection.get()].filter(([key]) => !gone.has(key))));
}

type Listed = {
  readonly rowAt: (at: number) => Selected | null;
  /** From the one up to the other. */
  readonly readRows: (from: number, to: number) => Promise<readonly Selected[]>;
};

/** Selects the row at a place, or all from the last one to it. */
export type OnPick = (at: number, isRange: boolean) => void;

/** Another list, or another filter of it, begins with nothing selected: nobody decides about what is out of sight. */
export function usePicking({ rowAt, readRows }: Listed, filter: unknown): OnPick {
  const last = useRef<{ readonly at: number; readonly key: string } | null>(null);
  useEffect(() => () => selection.set(new Map()), [filter]);
  return useCallback(
    (at, isRange) => {
      const row = rowAt(at);
      if (row === null) return;
      const [from, key] = [last.current, keyOf(row)];
      const before = from === null ? null : rowAt(from.at);
      last.current = { at, key };
      // Where the list has moved since, nobody can say what lies between.
      if (isRange && from !== null && before !== null && keyOf(before) === from.key)
        void readRows(Math.min(from.at, at), Math.max(from.at, at)).then(select);
      else if (selection.get().has(key)) unselect([row]);
      else select([row]);
    },
    [rowAt, readRows],
  );
}
