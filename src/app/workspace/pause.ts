// A person's pauses: recall and capture are silent until they end. The guard is not paused: it protects the files.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible, ifThere } from "../../store/fs-failure.ts";
import { withStateLock } from "../../store/lock.ts";

export type Pause = {
  /** Null until somebody resumes. */
  readonly until: Instant | null;
  /** Null for every session. */
  readonly session: string | null;
};

const PAUSE_FILE = "pause.json";

/** Those that have not ended. */
export function readPauses(state: string, now: Instant): Pause[] {
  const text = readText(join(state, PAUSE_FILE));
  if (text === null) return [];
  const value = parseJson(text);
  const list = isRecord(value) ? value["pauses"] : null;
  // The first form of the file was one pause.
  const pauses = (Array.isArray(list) ? list : [value]).map(readOne);
  return pauses.filter(({ until }) => until === null || now < until);
}

/** @returns null when nobody paused anything. */
function readText(path: string): string | null {
  return ifPossible(() => ifThere(() => readFileSync(path, "utf8"), null), "");
}

/** One that is damaged or closed is still somebody's wish for silence. */
function readOne(value: unknown): Pause {
  if (!isRecord(value)) return { until: null, session: null };
  const { until, session } = value;
  return {
    until: typeof until === "string" ? parseInstant(until) : null,
    session: typeof session === "string" ? session : null,
  };
}

export function isPaused(
  state: string,
  { now, session }: { readonly now: Instant; readonly session: string | null },
): boolean {
  return readPauses(state, now).some((pause) => pause.session === null || pause.session === session);
}

// Under a lock: of two who pause at once neither loses the other's pause.

/** Gives all that is paused from now on. Of two pauses of the same the one that lasts longer holds. */
export function addPause(state: string, pause: Pause, now: Instant): readonly Pause[] {
  return withStateLock(state, () => {
    const there = readPauses(state, now);
    const same = there.filter(({ session }) => session === pause.session);
    const pauses = [
      ...there.filter((each) => !same.includes(each)),
      same.reduce((longest, each) => (endOf(each) > endOf(longest) ? each : longest), pause),
    ];
    const rows = pauses.map(({ until, session }) => ({
      until: until === null ? null : renderInstant(until),
      session,
    }));
    replaceFile(join(state, PAUSE_FILE), `${JSON.stringify({ v: 2, pauses: rows })}\n`, 0o600);
    return pauses;
  });
}

/** All of them. */
export function endPauses(state: string): void {
  withStateLock(state, () => rmSync(join(state, PAUSE_FILE), { force: true }));
}

function endOf({ until }: Pause): number {
  return until ?? Number.POSITIVE_INFINITY;
}

/** One sentence, for every place that says it. */
export function describePause({ until, session }: Pause): string {
  const where = session === null ? "" : ` in session ${session}`;
  const end = until === null ? "until credence resume" : `until ${renderInstant(until)} or credence resume`;
  return `memories and capture are paused${where} ${end}; the write guard is not`;
}
