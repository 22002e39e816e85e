// A person's pauses: recall and capture are silent until they end. The guard is not paused: it protects the files.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Instant, parseInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";

export type Pause = {
  /** Null until somebody resumes. */
  readonly until: Instant | null;
  /** Null for every session. */
  readonly session: string | null;
};

export const PAUSE_FILE = "pause.json";

/** Those that have not ended. */
export function readPauses(state: string, now: Instant): Pause[] {
  const path = join(state, PAUSE_FILE);
  if (!existsSync(path)) return [];
  const value = parseJson(readFileSync(path, "utf8"));
  const list = typeof value === "object" && value !== null && "pauses" in value ? value.pauses : null;
  // The first form of the file was one pause.
  const pauses = (Array.isArray(list) ? list : [value]).map(readOne);
  return pauses.filter(({ until }) => until === null || now < until);
}

/** A damaged one is still somebody's wish for silence. */
function readOne(value: unknown): Pause {
  if (typeof value !== "object" || value === null) return { until: null, session: null };
  const { until, session } = value as Readonly<Record<string, unknown>>;
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
