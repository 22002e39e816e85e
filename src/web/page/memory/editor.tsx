// Editing a memory as its file. The server judges every pause in the typing with the same checks that stand before signing,
// and shows what would change.

import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckView, FindingView, MemoryView } from "../../../app/page/views.ts";
import { type Answer, post } from "../client/ask.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Difference } from "../parts/difference.tsx";
import { Key, Refusal } from "../parts/labels.tsx";
import { count } from "../parts/words.ts";

const PAUSE_MS = 250;

type EditorProps = {
  readonly view: MemoryView;
  readonly onClose: () => void;
  readonly onDone: (said: { readonly text: string; readonly acknowledged: readonly string[] }) => void;
};

export function Editor({ view, onClose, onDone }: EditorProps) {
  const before = view.source ?? view.text;
  const [text, setText] = useState(before);
  const [taken, setTaken] = useState(false);
  const answer = useCheck(view, text);
  const check = answer?.kind === "answer" ? answer.value : null;
  const field = useRef<HTMLTextAreaElement>(null);
  const findings = check?.findings ?? [];
  const open = findings.filter(({ isAcknowledged }) => !isAcknowledged);
  const isReady = text !== before && check !== null && !check.hardFails && (open.length === 0 || taken);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isReady) onDone({ text, acknowledged: [...new Set(open.map(({ rule }) => rule))] });
  };
  return (
    <Dialog title={`Edit ${view.id}`} onClose={onClose}>
      <form onSubmit={submit} onKeyDown={(event) => isSend(event) && submit(event)} class="editor">
        <Source field={field} text={text} onText={setText} />
        {answer?.kind === "refused" && <Refusal message={answer.why.message} hint={answer.why.hint} />}
        <Verdict
          check={check}
          isAsking={answer === null}
          onGo={({ start, end }) => select(field.current, start, end)}
        />
        {open.length > 0 && check?.hardFails === false && (
          <TakeOn number={open.length} isTaken={taken} onToggle={() => setTaken(!taken)} />
        )}
        {check !== null && text !== before && <Difference lines={check.lines} label="what would change" />}
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!isReady}>
            Keep this wording <Key name="Ctrl Enter" />
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type SourceProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
};

function Source({ field, text, onText }: SourceProps) {
  return (
    <label class="field">
      The file, with its frontmatter
      <textarea
        ref={field}
        dir="auto"
        spellcheck={false}
        rows={16}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

type TakeOnProps = { readonly number: number; readonly isTaken: boolean; readonly onToggle: () => void };

function TakeOn({ number, isTaken, onToggle }: TakeOnProps) {
  return (
    <label>
      <input type="checkbox" checked={isTaken} onChange={onToggle} /> I take on{" "}
      {number === 1 ? "this finding" : `these ${number} findings`}
    </label>
  );
}

/** Enter alone is a new line. */
function isSend(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

/** The verdict about exactly this text, or null while it is asked for. */
function useCheck(view: MemoryView, text: string): Answer<CheckView> | null {
  const [checked, setChecked] = useState<{ text: string; answer: Answer<CheckView> } | null>(null);
  const { scope, id } = view;
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      void post<CheckView>("/check", { scope, id, text }).then((answer) => {
        if (isWanted) setChecked({ text, answer });
      });
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [scope, id, text]);
  return checked?.text === text ? checked.answer : null;
}

type VerdictProps = {
  readonly check: CheckView | null;
  readonly isAsking: boolean;
  readonly onGo: (finding: FindingView) => void;
};

function Verdict({ check, isAsking, onGo }: VerdictProps) {
  if (check === null) {
    return (
      <p class="verdict" role="status">
        {isAsking ? "Checking…" : ""}
      </p>
    );
  }
  return (
    <div class="verdict" role="status">
      <p>
        {check.findings.length === 0
          ? "The checks find nothing."
          : `The checks find ${count(check.findings.length, "thing", "things")}${check.hardFails ? ", and one of them rules this text out" : ""}.`}
      </p>
      <ul class="findings">
        {check.findings.map((finding) => (
          <li key={`${finding.rule}/${finding.start}`}>
            <span class="severity">{finding.severity}</span>
            <span>
              {finding.message} <code>{finding.rule}</code>{" "}
              <button type="button" class="quiet" onClick={() => onGo(finding)}>
                line {finding.line}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function select(field: HTMLTextAreaElement | null, start: number, end: number): void {
  field?.focus();
  field?.setSelectionRange(start, end);
}
