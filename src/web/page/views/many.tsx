// One word about all that is selected. No and later are for each of them; yes is for those whose text was shown to its end in
// this tab, and what is flagged, foreign or in quarantine is answered one at a time. The server decides each by itself and says
// what it did not mark, which stays selected. The bar is always there, so that nothing moves when something is selected.

import { useState } from "preact/hooks";
import type { ChoiceView } from "../../../app/page/views.ts";
import type { ManyRequest } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { SELECTED_MAX, type Selected, select, selection, unselect } from "../client/selection.ts";
import { announcement, markMany, useIsGone } from "../client/server-state.ts";
import { Question } from "../memory/choices.tsx";
import { isSeen, listSeen, useSeen } from "../parts/end-mark.tsx";
import { count, digits } from "../parts/words.ts";

type ManyProps = {
  /** How many the list has, as it is filtered. */
  readonly total: number;
  /** The first of them, as many as can be selected. */
  readonly readAll: (max: number) => Promise<readonly Selected[]>;
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

function useRead(chosen: readonly Selected[]): readonly Selected[] {
  useSeen([]);
  return chosen.filter(({ digest }) => digest !== null && isSeen([digest]));
}

/** One reason stands for all. */
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
  readonly of: readonly Selected[];
  readonly onClick: () => void;
};

/** Closed and not disabled: it keeps its focus when what was selected is marked. */
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
  chosen: readonly Selected[],
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
