// When a session ends: what was said in it is scored by words, and what reaches its threshold becomes at most one suggestion
// for the next session start. With a provider it is the Observer that reads the session. Fails open: a session always ends.

import type { Instant } from "../../memory/instant.ts";
import type { Category } from "../../memory/memory.ts";
import { noteTriaged, readMarks } from "../../observer/capture/turn-marks.ts";
import { readSpool } from "../../observer/spool/spool.ts";
import { keyOfSession, listSpool, placeSpool } from "../../observer/spool/spool-files.ts";
import type { SpoolRecord } from "../../observer/spool/spool-line.ts";
import { scoreSession, type TriageInput } from "../../observer/triage/triage.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { cleanClientId } from "../recall/receipt.ts";
import type { CapturePlace } from "./open-capture.ts";
import { leaveSuggestion } from "./suggestion.ts";

export type TriageOutcome =
  | { readonly kind: "suggested"; readonly categories: readonly Category[] }
  /** With a provider nothing is suggested: these are what its reader may look for. */
  | { readonly kind: "for-observer"; readonly categories: readonly Category[] }
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly why: string };

export type SessionEnded = { readonly session: string | null; readonly now: Instant };

export function triageSession(place: CapturePlace, { session, now }: SessionEnded): TriageOutcome {
  try {
    const name = cleanClientId(session);
    return name === null || name === "" ? { kind: "nothing" } : triage(place, name, now);
  } catch (error) {
    return { kind: "failed", why: codeOf(error) || (error instanceof Error ? error.name : "unknown") };
  }
}

function triage(place: CapturePlace, session: string, now: Instant): TriageOutcome {
  const { config, state, root } = place;
  const at = { directory: placeSpool(state, root.id), key: keyOfSession(session) };
  const files = listSpool(at.directory).filter(({ key }) => key === at.key);
  if (files.length === 0) return { kind: "nothing" };
  const marks = readMarks(at);
  const all = readSpool(files).lines.map(({ record }) => record);
  // A session that is resumed ends twice; what was looked at is not suggested again.
  const records = all.slice(marks.triaged);
  const categories = scoreSession(describe(records))
    .filter(({ category, isOver }) => isOver && config[`categories.${category}.enabled`])
    .map(({ category }) => category)
    .filter((category) => config[`categories.${category}.auto_capture`]);
  if (config["observer.provider"] !== "none") return { kind: "for-observer", categories };
  noteTriaged(at, marks, all.length);
  if (categories.length === 0) return { kind: "nothing" };
  leaveSuggestion({ state, rootId: root.id }, categories, now);
  return { kind: "suggested", categories };
}

function describe(records: readonly SpoolRecord[]): TriageInput {
  const tools = records.flatMap(({ tool }) => (tool === null ? [] : [tool]));
  return {
    messages: records.flatMap(({ text }) => (text === null ? [] : [text])),
    toolUses: tools.length,
    distinctTools: new Set(tools).size,
    exchanges: records.filter(({ kind }) => kind === "prompt").length,
  };
}
