// Appends one event of a session to its spool: bounded, without secrets, without private text. Fails open towards the
// client: nothing is ever thrown, and a failure is a value without a word of the session. Fails closed towards the disk: in
// any doubt, nothing is written.

import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import { stripPrivate } from "../../observer/capture/strip-private.ts";
import { appendToSpool, keyOfSession, placeSpool } from "../../observer/spool/spool.ts";
import { trimSpool } from "../../observer/spool/trim.ts";
import {
  closeTurn,
  isOpenTurn,
  openTurn,
  readMarks,
  type SessionPlace,
  type TurnMarks,
} from "../../observer/spool/turn-marks.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { cleanClientId } from "../recall/receipts.ts";
import { type CapturePlace, captureStateOf, isSkippedTool } from "./open-capture.ts";
import {
  type PromptEvent,
  type RecordFrom,
  renderRecord,
  renderTaint,
  type SessionEvent,
  type ToolEvent,
  type TurnEndEvent,
} from "./spool-record.ts";

export type CaptureFrom = RecordFrom & {
  /** True when the user has paused capture. */
  readonly isPaused: boolean;
};

export type CaptureOutcome =
  | { readonly kind: "captured" }
  | { readonly kind: "skipped"; readonly why: SkipReason }
  /** A code of ours or of the file system. */
  | { readonly kind: "failed"; readonly why: string };

export type SkipReason =
  | "paused"
  | "off"
  | "excluded"
  | "subagent"
  | "no-session"
  | "private"
  | "no-open-turn"
  | "seen"
  | "skipped-tool"
  | "nothing";

type Capturable = PromptEvent | ToolEvent | TurnEndEvent;

export function captureEvent(place: CapturePlace, event: SessionEvent, from: CaptureFrom): CaptureOutcome {
  try {
    const why = captureOrSkip(place, event, from);
    return why === null ? { kind: "captured" } : { kind: "skipped", why };
  } catch (error) {
    // The message may quote captured text; its code does not.
    const name =
      error instanceof CredenceError ? error.code : error instanceof Error ? error.name : "unknown";
    return { kind: "failed", why: codeOf(error) || name };
  }
}

function captureOrSkip(place: CapturePlace, event: SessionEvent, from: CaptureFrom): SkipReason | null {
  if (event.kind !== "prompt" && event.kind !== "after-tool" && event.kind !== "turn-end") return "nothing";
  const session = cleanClientId(event.session);
  if (session === null || session === "") return "no-session";
  const at = { directory: placeSpool(place.state, place.root.id), key: keyOfSession(session) };
  const state = from.isPaused ? "paused" : captureStateOf(place.config, place);
  if (state !== "on") {
    leaveTurn(event, at);
    return state;
  }
  const why = judgeTurn(event, at);
  if (why !== null) return why;
  const isSkipped = event.kind === "after-tool" && isSkippedTool(place.config, event.tool);
  const line = isSkipped ? renderTaint(place, event, from) : renderRecord(place, event, from);
  if (line === null) return isSkipped ? "skipped-tool" : "nothing";
  append(at, line, from.now);
  return isSkipped ? "skipped-tool" : null;
}

/** Closes the open turn: while capture is off, a private prompt goes unnoticed, so no turn may stay open. */
function leaveTurn(event: Capturable, at: SessionPlace): void {
  if (event.kind === "after-tool" || event.agent !== null) return;
  closeTurn(at, readMarks(at), cleanClientId(event.prompt));
}

/** A prompt opens its turn, or closes it. @returns null when the event may be captured. */
function judgeTurn(event: Capturable, at: SessionPlace): SkipReason | null {
  const marks = readMarks(at);
  const prompt = cleanClientId(event.prompt);
  if (event.kind === "prompt") return judgePrompt(event, { at, marks, prompt });
  if (!isOpenTurn(marks, prompt)) return "no-open-turn";
  // The next turn of a client without turn names stays closed until its prompt was seen.
  if (event.kind === "turn-end" && prompt === null && event.agent === null) closeTurn(at, marks, prompt);
  return null;
}

type Turn = { readonly at: SessionPlace; readonly marks: TurnMarks; readonly prompt: string | null };

function judgePrompt(event: PromptEvent, { at, marks, prompt }: Turn): SkipReason | null {
  // A model wrote the prompt, and may have repeated private text.
  if (event.agent !== null) return "subagent";
  if (stripPrivate(event.text).hasPrivate) {
    closeTurn(at, marks, prompt);
    return "private";
  }
  // Two installed hooks may report the same prompt.
  if (prompt !== null && marks.turns.includes(prompt)) return "seen";
  openTurn(at, marks, prompt);
  return null;
}

function append({ directory, key }: SessionPlace, line: string, now: Instant): void {
  const { isNewFile } = appendToSpool(directory, key, line);
  // The line is on disk; if trimming fails, the process that begins the next file tries again.
  if (isNewFile) ifPossible(() => trimSpool(directory, now, { keep: key }));
}
