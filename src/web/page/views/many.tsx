// One decision about all selected memories. No and later apply to each of them; yes applies to those whose text was shown
// to its end in this tab, while flagged, foreign and quarantined memories are decided one at a time. The server decides
// about each memory alone and reports those that it did not mark, which stay selected. The bar is always visible, so that
// nothing moves when something is selected.

import { useState } from "preact/hooks";
import type { ChoiceView } from "../../../app/page/views.ts";
import type { ManyRequest } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { SELECTED_MAX, type SelectedRow, select, selection, unselect } from "../client/selection.ts";
import { announcement, markMany, useIsGone } from "../client/server-state.ts";
import { Question } from "../memory/choices.tsx";
import { isSeen, listSeen, useSeen } from "../parts/end-mark.tsx";
import { count, digits } from "../parts/words.ts";

type ManyProps = {
  /** The length of the filtered list. */
  readonly total: number;
  /** The first rows of the list, up to the limit of a selection. */
  readonly readAll: (max: number) => Promise<readonly SelectedRow[]>;
};

export function Many({ total, readAll }: ManyProps) {
  const chosen = [...useCell(selection).values()];
  const seen = useRead(chosen);
  const [isAsking, setAsking] = useState(false);
  const toggleAll = (): void =>
    chosen.length < Math.min(total, SELECTED_MAX)
      ? void readAll(SELECTED_MAX).then(select)
      : unselect(chosen);
  return (
    <div class="many" role="group" aria-label="Decide about what is selected">
      <SelectAll {...{ chosen: chosen.length, total }} onToggle={toggleAll} />
      <span class="many-words">
        <Word says="no" name="No" of={chosen} onClick={() => setAsking(true)} />
        <Word says="later" name="Later" of={chosen} onClick={() => void say("later", chosen)} />
        <Word
          says="yes"
          name={`Yes to ${seen.length} read`}
          of={seen}
          onClick={() => void say("yes", seen)}
        />
      </span>
      {isAsking && (
        <Question
          choice={{ ...NO, says: `no to ${count(chosen.length, "memory", "memories")}` }}
          onClose={() => setAsking(false)}
          onDone={({ reason = null }) => void say("no", chosen, reason).then(() => setAsking(false))}
        />
      )}
    </div>
  );
}

type SelectAllProps = { readonly chosen: number; readonly total: number; readonly onToggle: () => void };

function SelectAll({ chosen, total, onToggle }: SelectAllProps) {
  const most = Math.min(total, SELECTED_MAX);
  return (
    <label>
      <input
        type="checkbox"
        checked={chosen > 0 && chosen >= most}
        indeterminate={chosen > 0 && chosen < most}
        disabled={total === 0}
        onClick={onToggle}
      />
      <span>
        <span class="unseen">Select all: </span>
        <span role="status">{digits(chosen)} selected</span> of {digits(total)}
      </span>
    </label>
  );
}

function useRead(chosen: readonly SelectedRow[]): readonly SelectedRow[] {
  useSeen([]);
  return chosen.filter(({ digest }) => digest !== null && isSeen([digest]));
}

/** One reason applies to all. */
const NO: ChoiceView = {
  ...{ key: "n", act: "no", says: "no", acknowledges: [], word: null, note: null },
  ...{ wantsReason: true, wantsSeen: false },
};

const NOTES: Readonly<Record<ManyRequest["word"], string>> = {
  no: "Keeps what is selected out, with one reason for all",
  later: "What is selected waits again in seven days",
  yes: "Only what was read to its end. Flagged, foreign and quarantined ones are answered one at a time",
};

type WordProps = {
  readonly says: ManyRequest["word"];
  readonly name: string;
  readonly of: readonly SelectedRow[];
  readonly onClick: () => void;
};

/** Disabled by `aria-disabled`, because it then keeps its focus after the selected memories are marked. */
function Word({ says, name, of, onClick }: WordProps) {
  const isClosed = useIsGone() || of.length === 0;
  return (
    <button
      type="button"
      title={NOTES[says]}
      aria-disabled={isClosed ? true : undefined}
      onClick={isClosed ? () => announcement.set(NOTES[says]) : onClick}
    >
      {name}
    </button>
  );
}

async function say(
  word: ManyRequest["word"],
  chosen: readonly SelectedRow[],
  reason: string | null = null,
): Promise<void> {
  const items = chosen.map(({ scope, id, digest }) => {
    const seen = word === "yes" && digest !== null ? listSeen(digest) : [];
    return { scope, id, digest, seen };
  });
  const told = await markMany({ word, reason, items });
  if (told === null) return;
  unselect(told.done);
  const left = told.again.length === 0 ? "" : ` ${digits(told.again.length)} not marked: see below.`;
  announcement.set(
    `${word}: ${count(told.done.length, "memory", "memories")} marked, not signed yet.${left}`,
  );
}
