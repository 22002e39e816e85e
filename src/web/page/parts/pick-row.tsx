// A row of a list that opens its memory, with a box that selects it.

import type { ComponentChildren } from "preact";
import { useCell } from "../client/cell.ts";
import { hrefOf, type ViewName } from "../client/route.ts";
import { keyOf, type SelectedRow, selection } from "../client/selection.ts";
import { useIsGone } from "../client/server-state.ts";
import { shorten } from "./words.ts";

type PickRowProps = {
  readonly row: SelectedRow & { readonly name: string };
  readonly view: ViewName;
  readonly isCurrent: boolean;
  readonly isMarked?: boolean;
  readonly onOpen?: () => void;
  readonly onPick: (isRange: boolean) => void;
  readonly children: ComponentChildren;
};

export function PickRow({ row, view, isCurrent, isMarked = false, onOpen, onPick, children }: PickRowProps) {
  const isSelected = useCell(selection).has(keyOf(row));
  const isGone = useIsGone();
  const open = (event: MouseEvent): void => {
    if (event.shiftKey) {
      event.preventDefault();
      onPick(true);
    } else onOpen?.();
  };
  return (
    <div class={isSelected ? "pick-row is-selected" : "pick-row"}>
      <label class="pick">
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isGone}
          onMouseDown={keepText}
          onClick={(event) => onPick(event.shiftKey)}
        />
        <span class="unseen">Select {shorten(row.name === "" ? row.id : row.name)}</span>
      </label>
      <a
        class={isMarked ? "row is-marked" : "row"}
        href={hrefOf({ view, ref: { scope: row.scope, id: row.id } })}
        aria-current={isCurrent ? "true" : undefined}
        onMouseDown={keepText}
        onClick={open}
      >
        {children}
      </a>
    </div>
  );
}

/** Prevents the browser from selecting the text between two clicks with the shift key. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
