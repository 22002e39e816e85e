// Edits a memory as its file. At every pause in the typing the server runs the same checks as before a signature, and shows
// the change.

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CheckView, FindingView, MemoryView } from "../../../app/page/views.ts";
import { parseFrontmatter } from "../../../memory/file/frontmatter.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import type { MarkRequest } from "../../protocol.ts";
import { post, type Reply } from "../client/ask.ts";
import { useIsGone } from "../client/server-state.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Difference } from "../parts/difference.tsx";
import { useSeen } from "../parts/end-mark.tsx";
import { EndedNote, Key, Refusal } from "../parts/labels.tsx";
import { count } from "../parts/words.ts";

const PAUSE_MS = 250;

type EditorProps = {
  readonly view: MemoryView;
  readonly onClose: () => void;
  readonly onDone: (said: Pick<MarkRequest, "text" | "acknowledged" | "seen">) => void;
};

export function Editor({ view, onClose, onDone }: EditorProps) {
  const before = view.source ?? view.text;
  const edit = useEdit(view, before);
  const { text, check, answer, taken, missing, isGone } = edit;
  const [state, setState] = useState<"writing" | "leaving" | "missing">("writing");
  const field = useRef<HTMLTextAreaElement>(null);
  const isLeaving = state === "leaving" && text !== before;
  const leave = (): void => (text === before ? onClose() : setState(isLeaving ? "writing" : "leaving"));
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isGone) return;
    if (missing !== null || check?.digest == null) setState("missing");
    else onDone({ text, acknowledged: check.acknowledges, seen: [check.digest] });
  };
  const said = state === "missing" ? missing : null;
  return (
    <Dialog title={`Edit ${view.id}`} onClose={leave}>
      <form onSubmit={submit} onKeyDown={(event) => isSend(event) && submit(event)} class="editor">
        {isGone && <EndedNote />}
        <Source field={field} text={text} isFixed={isGone} onText={edit.setText} />
        <Tags text={text} isFixed={isGone} onText={edit.setText} />
        {answer?.kind === "refused" && <Refusal message={answer.why.message} hint={answer.why.hint} />}
        <Verdict
          check={check}
          isAsking={answer === null}
          onGo={({ start, end }) => select(field.current, start, end)}
        />
        <Accept rules={check?.acknowledges ?? []} taken={taken} />
        {check?.digest != null && (
          <Difference lines={check.lines} label="what would change" part={check.digest} />
        )}
        {isLeaving ? (
          <Leaving onStay={() => setState("writing")} onLeave={onClose} />
        ) : (
          <Actions missing={said} isOff={isGone || check === null} onLeave={leave} />
        )}
      </form>
    </Dialog>
  );
}

/** The text, its findings, and what is missing before it can be kept: null when nothing is. */
function useEdit(view: MemoryView, before: string) {
  const [text, setText] = useState(before);
  const taken = useTaken();
  const isGone = useIsGone();
  const answer = useCheck(view, text);
  const check = answer?.kind === "answer" ? answer.value : null;
  const open = check?.acknowledges.filter((rule) => !taken.rules.includes(rule)) ?? [];
  const { isWhole } = useSeen(check?.digest == null ? [] : [check.digest]);
  return { text, setText, taken, isGone, answer, check, missing: sayMissing(check, open.length, isWhole) };
}

type ActionsProps = {
  /** The reason why the last attempt to keep the edit failed. */
  readonly missing: string | null;
  readonly isOff: boolean;
  readonly onLeave: () => void;
};

function Actions({ missing, isOff, onLeave }: ActionsProps) {
  return (
    <div class="actions">
      {missing !== null && (
        <p class="missing" role="alert">
          {missing}
        </p>
      )}
      <button type="button" onClick={onLeave}>
        Cancel
      </button>
      <button type="submit" class="primary" disabled={isOff}>
        Keep this wording <Key name="Ctrl Enter" />
      </button>
    </div>
  );
}

/** Asks before the editor closes, because the typed text is lost with it. */
function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => stay.current?.focus(), []);
  return (
    <div class="actions">
      <p class="missing" role="alert">
        Your changes are not kept. Leave the editor?
      </p>
      <button type="button" onClick={onLeave}>
        Discard them
      </button>
      <button type="button" class="primary" ref={stay} onClick={onStay}>
        Go on writing
      </button>
    </div>
  );
}

/** @returns null when nothing is missing. */
function sayMissing(check: CheckView | null, open: number, isSeen: boolean): string | null {
  if (check === null) return "The checks are not done yet.";
  if (check.hardFails) return "Correct what the checks name first.";
  if (check.digest === null) return "No word is changed, so there is nothing to keep.";
  if (open === 0) return isSeen ? null : "Read what would change to its last line first.";
  return open === 1 ? "Accept the finding above first." : `Accept the ${open} findings above first.`;
}

type SourceProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly isFixed: boolean;
  readonly onText: (text: string) => void;
};

function Source({ field, text, isFixed, onText }: SourceProps) {
  return (
    <label class="field">
      The file, with its frontmatter
      <textarea
        ref={field}
        dir="auto"
        spellcheck={false}
        rows={13}
        readOnly={isFixed}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

/** The tags alone, without the syntax of the file; each change is written to the file at once. */
function Tags({ text, isFixed, onText }: Omit<SourceProps, "field">) {
  const [typed, setTyped] = useState("");
  const file = parseFrontmatter(text);
  const value = file.kind === "broken" ? null : file.entries.find(({ key }) => key === "tags")?.value;
  const known = (typeof value === "string" ? [value] : (value ?? [])).join(", ");
  const change = (input: string): void => {
    setTyped(input);
    const tags = splitTags(input);
    onText(rewriteFrontmatter(text, { tags: tags.length === 0 ? null : tags }) ?? text);
  };
  return (
    <label class="field">
      Tags, with commas between them
      <input
        type="text"
        autocomplete="off"
        readOnly={isFixed || file.kind === "broken"}
        // A trailing comma is not a tag yet, so the typed text is shown as it is.
        value={splitTags(typed).join(", ") === known ? typed : known}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

function splitTags(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Enter alone is a new line. */
function isSend(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

/** The verdict about exactly this text; null until it arrives. */
function useCheck(view: MemoryView, text: string): Reply<CheckView> | null {
  const [checked, setChecked] = useState<{ text: string; answer: Reply<CheckView> } | null>(null);
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
          : `The checks find ${count(check.findings.length, "thing", "things")}${check.hardFails ? "; this text cannot be kept like that" : ""}.`}
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

// Findings are accepted one by one, because one answer for all of them would become a habit.

type AcceptedFindings = { readonly rules: readonly string[]; readonly toggle: (rule: string) => void };

export function useTaken(): AcceptedFindings {
  const [rules, setRules] = useState<readonly string[]>([]);
  const toggle = (rule: string): void =>
    setRules(rules.includes(rule) ? rules.filter((each) => each !== rule) : [...rules, rule]);
  return { rules, toggle };
}

export function Accept({ rules, taken }: { rules: readonly string[]; taken: AcceptedFindings }) {
  if (rules.length === 0) return null;
  return (
    <fieldset>
      <legend>The checks found something. Accept each finding, or cancel:</legend>
      {rules.map((rule) => (
        <label key={rule}>
          <input type="checkbox" checked={taken.rules.includes(rule)} onChange={() => taken.toggle(rule)} /> I
          have read this and accept it: <code>{rule}</code>
        </label>
      ))}
    </fieldset>
  );
}
