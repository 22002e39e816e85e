// The selected memories of a list, each with its digest at that moment: the server refuses another text under the same id.

import { useCallback, useEffect, useRef } from "preact/hooks";
import type { MemoryRef, MemoryRow } from "../../../app/page/views.ts";
import { makeCell } from "./cell.ts";

export type SelectedRow = Pick<MemoryRow, "scope" | "id" | "digest">;

export const selection = makeCell<ReadonlyMap<string, SelectedRow>>(new Map());

/** The limit of one request. */
export const SELECTED_MAX = 500;

export function keyOf({ scope, id }: MemoryRef): string {
  return `${scope}/${id}`;
}

/** Selects more rows; rows already selected keep their digest. */
export function select(rows: readonly SelectedRow[]): void {
  const more = rows.map((row) => [keyOf(row), row] as const).filter(([key]) => !selection.get().has(key));
  selection.set(new Map([...selection.get(), ...more].slice(0, SELECTED_MAX)));
}

export function unselect(rows: readonly MemoryRef[]): void {
  const gone = new Set(rows.map(keyOf));
  selection.set(new Map([...selection.get()].filter(([key]) => !gone.has(key))));
}

type ListAccess = {
  readonly rowAt: (at: number) => SelectedRow | null;
  /** From the first position to the second, inclusive. */
  readonly readRows: (from: number, to: number) => Promise<readonly SelectedRow[]>;
};

/** Selects the row at a position, or all rows from the last one to it. */
export type OnPick = (at: number, isRange: boolean) => void;

/** Clears the selection when the list or its filter changes, because the user must not decide about memories out of sight. */
export function usePicking({ rowAt, readRows }: ListAccess, filter: unknown): OnPick {
  const last = useRef<{ readonly at: number; readonly key: string } | null>(null);
  useEffect(() => () => selection.set(new Map()), [filter]);
  return useCallback(
    (at, isRange) => {
      const row = rowAt(at);
      if (row === null) return;
      const [from, key] = [last.current, keyOf(row)];
      const before = from === null ? null : rowAt(from.at);
      last.current = { at, key };
      // If the list has moved since, the rows between the two are unknown, so only this row is selected.
      if (isRange && from !== null && before !== null && keyOf(before) === from.key)
        void readRows(Math.min(from.at, at), Math.max(from.at, at)).then(select);
      else if (selection.get().has(key)) unselect([row]);
      else select([row]);
    },
    [rowAt, readRows],
  );
}
