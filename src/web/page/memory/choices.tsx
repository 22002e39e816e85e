// The decisions about the memory on the screen, by single keys. A decision is a mark: it records what was on the screen,
// and the terminal signs it later. A dialog comes first if a key pressed by habit is not enough, and an act that vouches
// for a text is disabled until the text was in view to its end.

import { useState } from "preact/hooks";
import type { ChoiceView, MemoryView } from "../../../app/page/views.ts";
import type { MarkRequest, MarkView } from "../../protocol.ts";
import { useCell } from "../client/cell.ts";
import { announcement, isSame, mark, marks, undoMark, useIsGone } from "../client/server-state.ts";
import { keepFocus, useKeys } from "../frame/keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import { goToEnd, isSeen, readOn, useSeen } from "../parts/end-mark.tsx";
import { EndedNote, Key } from "../parts/labels.tsx";
import { sayFirst } from "../parts/words.ts";
import { Accept, Editor, useTaken } from "./editor.tsx";

type ChoicesProps = { readonly view: MemoryView; readonly onDecided: (() => void) | undefined };

/** The user's input besides the key. */
type DecisionInput = Pick<MarkRequest, "acknowledged" | "word" | "reason" | "text" | "seen">;

const NOTHING: DecisionInput = { acknowledged: [], word: null, reason: null, text: null, seen: [] };

export function Choices({ view, onDecided }: ChoicesProps) {
  const known = useCell(marks);
  const marked = known?.marks.find((each) => isSame(each, view)) ?? null;
  const isElsewhere = known?.elsewhere.some((each) => isSame(each, view)) ?? false;
  const parts = listParts(view);
  const { asking, setAsking, decide, start } = useDeciding(view, parts, onDecided);
  const isGone = useIsGone();
  const open = marked === null && !isElsewhere ? view.choices : [];
  const { isWhole } = useSeen(parts);
  useKeys(Object.fromEntries(open.map((choice) => [choice.key, () => start(choice)])));
  return (
    <div class="choices" role="group" aria-label="Decide">
      {marked !== null && <Marked mark={marked} isGone={isGone} />}
      {isElsewhere && <Elsewhere />}
      {open.map((choice) => (
        <ChoiceButton
          {...{ choice, isGone, isClosed: choice.wantsSeen && !isWhole }}
          onClick={() => start(choice)}
          key={choice.key}
        />
      ))}
      {open.some(({ wantsSeen }) => wantsSeen) && <SeenNote parts={parts} />}
      {asking !== null && (
        <Asking
          view={view}
          choice={asking}
          onClose={() => setAsking(null)}
          onDone={(said) => void decide(asking, { ...NOTHING, ...said })}
        />
      )}
    </div>
  );
}

/** The open question, and the two steps of a decision. */
function useDeciding(view: MemoryView, parts: readonly string[], onDecided: ChoicesProps["onDecided"]) {
  const [asking, setAsking] = useState<ChoiceView | null>(null);
  const decide = async (choice: ChoiceView, said: DecisionInput): Promise<void> => {
    const { scope, id, digest } = view;
    const seen = [...parts.filter((part) => isSeen([part])), ...said.seen];
    if (!(await mark({ scope, id, digest, act: choice.act, ...said, seen }))) return;
    setAsking(null);
    announcement.set(`${choice.says}: ${id}. Not signed yet; u undoes it.`);
    onDecided?.();
    keepFocus();
  };
  const start = (choice: ChoiceView): void => {
    if (choice.wantsSeen && !isSeen(parts)) announcement.set(UNSEEN);
    else if (needsMore(choice)) setAsking(choice);
    else void decide(choice, NOTHING);
  };
  return { asking, setAsking, decide, start };
}

function Elsewhere() {
  return <p class="marked">It is decided in another tab, and not signed yet. Sign it or undo it there.</p>;
}

function Marked({ mark: { mark: name, says }, isGone }: { mark: MarkView; isGone: boolean }) {
  const undo = async (): Promise<void> => {
    if (await undoMark(name)) keepFocus();
  };
  return (
    <p class="marked">
      <strong>{says}</strong>, not signed yet{" "}
      <button type="button" disabled={isGone} onClick={() => void undo()}>
        Undo
      </button>
    </p>
  );
}

/** The names of all parts that must have been in view to their ends before an act vouches for the memory. */
function listParts(view: MemoryView): readonly string[] {
  const changes = [view.difference, view.pair].flatMap((each) => (each === null ? [] : [each.name]));
  return [nameText(view), ...changes];
}

/** The path stands in for the missing digest of a file that is not a memory: of such a file only an edit can be signed. */
export function nameText({ digest, path }: MemoryView): string {
  return digest ?? path;
}

const UNSEEN = "Not shown to its end yet: read on to its last line, then decide.";

/** Says why an act is disabled, with the keys that read on; and that it is enabled now, if the text was not in view at
 * once. */
function SeenNote({ parts }: { parts: readonly string[] }) {
  const { isWhole, isLate } = useSeen(parts);
  useKeys(isWhole ? {} : { " ": readOn, PageDown: readOn, End: goToEnd });
  if (isWhole) return isLate ? <p class="seen-note">✓ Shown to its end</p> : null;
  return (
    <p class="seen-note" id="unseen-note">
      {UNSEEN}{" "}
      <button type="button" onClick={readOn}>
        Read on <Key name="Space" />
      </button>
    </p>
  );
}

function isEdit({ act }: ChoiceView): boolean {
  return act === "edit";
}

function needsMore(choice: ChoiceView): boolean {
  return isEdit(choice) || choice.acknowledges.length > 0 || choice.word !== null || choice.wantsReason;
}

/** Emphasises the acts of a review; acts that are possible at any time have no emphasis. */
const CLASSES: Readonly<Record<string, string>> = { y: "primary", a: "", n: "", e: "" };

type ChoiceButtonProps = {
  readonly choice: ChoiceView;
  readonly isGone: boolean;
  /** A disabled button explains itself when pressed, so it keeps its focus. */
  readonly isClosed: boolean;
  readonly onClick: () => void;
};

function ChoiceButton({ choice, isGone, isClosed, onClick }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      class={CLASSES[choice.key] ?? "quiet"}
      disabled={isGone}
      aria-disabled={isClosed ? true : undefined}
      aria-describedby={isClosed ? "unseen-note" : undefined}
      onClick={onClick}
    >
      {choice.says} <Key name={choice.key} />
    </button>
  );
}

type QuestionProps = {
  readonly choice: ChoiceView;
  readonly onClose: () => void;
  readonly onDone: (said: Partial<DecisionInput>) => void;
};

function Asking({ view, ...rest }: QuestionProps & { readonly view: MemoryView }) {
  return isEdit(rest.choice) ? <Editor view={view} {...rest} /> : <Question {...rest} />;
}

type RequiredInput = Pick<MarkRequest, "acknowledged" | "word" | "reason">;

/** True when every input is there that the act requires. */
function isWhole(choice: ChoiceView, { acknowledged, word, reason }: RequiredInput): boolean {
  const isTaken = acknowledged.length === choice.acknowledges.length;
  return isTaken && word === choice.word && (!choice.wantsReason || reason !== null);
}

export function Question({ choice, onClose, onDone }: QuestionProps) {
  const taken = useTaken();
  const [word, setWord] = useState("");
  const [reason, setReason] = useState("");
  const given: RequiredInput = {
    acknowledged: taken.rules,
    word: choice.word === null ? null : word.trim(),
    reason: reason.trim() === "" ? null : reason.trim(),
  };
  const isGone = useIsGone();
  const isReady = isWhole(choice, given) && !isGone;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isReady) onDone(given);
  };
  return (
    <Dialog title={choice.says} onClose={onClose}>
      <form onSubmit={submit} class="question">
        {isGone && <EndedNote />}
        {choice.note !== null && <p class="refusal">{sayFirst(choice.note)}.</p>}
        <Accept rules={choice.acknowledges} taken={taken} />
        {choice.wantsReason && (
          <Field label={REASON_LABELS[choice.act] ?? REASON_LABEL} value={reason} onValue={setReason} />
        )}
        {choice.word !== null && (
          <Field label={`Type the word ${choice.word}`} value={word} onValue={setWord} />
        )}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!isReady}>
            {choice.says}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const REASON_LABEL = "Your reason for it, in one line. It is kept with the memory.";
const REASON_LABELS: Readonly<Record<string, string>> = {
  demote: "What is wrong with it, in one line. It is kept in the file.",
  forget: "Why it has to go, in one line. It stays on record when the text is erased.",
};

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
};

function Field({ label, value, onValue }: FieldProps) {
  return (
    <label class="field">
      {label}
      <input
        type="text"
        autocomplete="off"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}
