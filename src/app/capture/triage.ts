// The end of a session: its events are scored by words, and categories above their thresholds become at most one suggestion
// for the next session start. With a provider the Observer reads the session instead. Fails open: a session always ends.

import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { daysSince, type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { CATEGORIES, type Category } from "../../memory/memory.ts";
import {
  keyOfSession,
  listSpool,
  placeSpool,
  readSpool,
  type SpoolRecord,
} from "../../observer/spool/spool.ts";
import { noteTriaged, readMarks } from "../../observer/spool/turn-marks.ts";
import { scoreSession, type TriageInput } from "../../observer/triage/triage.ts";
import { temporaryBeside } from "../../store/durable.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { readQuietly, takeOnce } from "../../store/log-file.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { cleanClientId } from "../recall/receipts.ts";
import type { CapturePlace } from "./open-capture.ts";

export type TriageOutcome =
  | { readonly kind: "suggested"; readonly categories: readonly Category[] }
  /** With a provider nothing is suggested; the Observer may look for these categories. */
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
  // A resumed session ends twice; events that were scored before are not suggested again.
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

// The suggestion for the next session start: at most one line, shown once. It holds names of categories and no words of the
// session, so that a program that reads or writes the file can put no words into it.

/** Older sessions are no longer remembered by their user. */
const DAYS_MAX = 7;

const WORDS: Readonly<Record<Category, string>> = {
  decision: "a decision",
  constraint: "a constraint",
  preference: "a preference",
  runbook: "a fix for a runbook",
  tech_debt: "work that was put off",
  session_summary: "enough for a summary",
};

export type SuggestionPlace = { readonly state: string; readonly rootId: string };

function leaveSuggestion(place: SuggestionPlace, categories: readonly Category[], now: Instant): void {
  const path = pathOf(place);
  ensurePrivate(join(place.state, "roots", place.rootId));
  const temporary = temporaryBeside(path);
  writeFileSync(temporary, JSON.stringify({ v: 1, at: renderInstant(now), categories }), { mode: 0o600 });
  renameSync(temporary, path);
}

/** The suggestion stays until `later` reports its delivery. @returns null without a suggestion, or for an old one. */
export function takeSuggestion(
  place: SuggestionPlace,
  now: Instant,
  later = (told: () => void): void => told(),
): string | null {
  const text = readQuietly(pathOf(place));
  if (text === "") return null;
  later(() => void takeOnce(pathOf(place)));
  return renderSuggestion(parseJson(text), now);
}

function renderSuggestion(value: unknown, now: Instant): string | null {
  if (!isRecord(value)) return null;
  const { at, categories } = value;
  const left = typeof at === "string" ? parseInstant(at) : null;
  if (left === null || daysSince(left, now) > DAYS_MAX || !Array.isArray(categories)) return null;
  const named = CATEGORIES.filter((category) => categories.includes(category)).map((each) => WORDS[each]);
  if (named.length === 0) return null;
  const [last = "", ...before] = named.reverse();
  const list = before.length === 0 ? last : `${before.reverse().join(", ")} and ${last}`;
  return `the last session may hold ${list} worth keeping: ask your agent to save it, or use credence save`;
}

function pathOf({ state, rootId }: SuggestionPlace): string {
  return join(state, "roots", rootId, "suggestion.json");
}
