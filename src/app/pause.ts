// A person's pause: recall and capture are silent until it ends. The guard is not paused: it protects the files.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Instant, parseInstant, renderInstant } from "../memory/instant.ts";
import { parseJson } from "../memory/parse-json.ts";
import { replaceFile } from "../store/durable.ts";
import { writing } from "../store/fs-failure.ts";

export type Pause = {
  /** Null until somebody resumes. */
  readonly until: Instant | null;
  /** Null for every session. */
  readonly session: string | null;
};

const FILE = "pause.json";

/** Null where nothing is paused, or not any more. */
export function readPause(state: string, now: Instant): Pause | null {
  const path = join(state, FILE);
  if (!existsSync(path)) return null;
  const value = parseJson(readFileSync(path, "utf8"));
  // A damaged file is still somebody's wish for silence.
  if (typeof value !== "object" || value === null) return { until: null, session: null };
  const { until, session } = value as Readonly<Record<string, unknown>>;
  const end = typeof until === "string" ? parseInstant(until) : null;
  if (end !== null && now >= end) return null;
  return { until: end, session: typeof session === "string" ? session : null };
}

export function isPaused(
  state: string,
  { now, session }: { readonly now: Instant; readonly session: string | null },
): boolean {
  const pause = readPause(state, now);
  return pause !== null && (pause.session === null || pause.session === session);
}

export function writePause(state: string, { until, session }: Pause): void {
  const text = JSON.stringify({ v: 1, until: until === null ? null : renderInstant(until), session });
  writing("machine state", () => replaceFile(join(state, FILE), `${text}\n`, 0o600));
}

export function endPause(state: string): void {
  writing("machine state", () => rmSync(join(state, FILE), { force: true }));
}
