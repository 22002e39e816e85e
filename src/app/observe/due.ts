// Decides whether the captured events should be read now. Hooks ask this, so it examines sizes and times and opens almost
// no file; without a provider it examines nothing.

import { closeSync, openSync, readSync } from "node:fs";
import type { Instant } from "../../memory/instant.ts";
import { listSpool, type MeasuredFile, measureFiles } from "../../observer/spool/spool.ts";
import type { CapturePlace } from "../capture/open-capture.ts";
import { type Launch, startAside } from "../recall/start-aside.ts";
import { type ObserverPlace, placeObserver } from "./drain.ts";
import { isStop } from "./news.ts";
import { listIntents, readProgress } from "./pick-batch.ts";
import { findSilence, ranAt, readRun } from "./run-record.ts";

/** The start or end of a session, the moment before a compaction, or the end of a turn. */
export type Occasion = "session-start" | "session-end" | "before-compact" | "turn-end";

const EVENTS_MIN = 40;
const PAUSE_MS = 10 * 60_000;
/** After a refused key or an exhausted quota nothing changes within a minute. */
const STOPPED_MS = 60 * 60_000;
/** No line is shorter. */
const LINE_BYTES_MIN = 200;

export function isDrainDue(
  place: CapturePlace,
  { occasion, now }: { readonly occasion: Occasion; readonly now: Instant },
): boolean {
  if (place.config["observer.provider"] === "none" || findSilence(place, now) !== null) return false;
  const at = placeObserver(place.state, { id: place.root.id, records: place.records });
  const run = readRun(at);
  // A time in the future means that the clock was set back, and must not delay the run.
  const agoMs = run === null || ranAt(run) > now ? Number.POSITIVE_INFINITY : now - ranAt(run);
  if (run !== null && isStop(run.end) && agoMs < STOPPED_MS) return false;
  if (occasion !== "turn-end") return listIntents(at).length > 0 || listWaiting(at).length > 0;
  return agoMs >= PAUSE_MS && countWaiting(at, EVENTS_MIN) >= EVENTS_MIN;
}

type WaitingFile = MeasuredFile & { readonly from: number };

/** Files with unread bytes. */
export function listWaiting(at: Pick<ObserverPlace, "spool" | "records">): WaitingFile[] {
  const cursors = new Map<string, ReturnType<typeof readProgress>>();
  return measureFiles(listSpool(at.spool)).flatMap((file) => {
    const progress = cursors.get(file.key) ?? readProgress(at, file.key);
    cursors.set(file.key, progress);
    const end = progress.files[file.number]?.end ?? 0;
    // Each line has a line end before it, too; and a file that became shorter was started again.
    const from = end > file.bytes ? 0 : end;
    return file.bytes - from >= LINE_BYTES_MIN ? [{ ...file, from }] : [];
  });
}

/** The number of waiting events; stops counting at `enough`. */
export function countWaiting(at: Pick<ObserverPlace, "spool" | "records">, enough: number): number {
  const files = listWaiting(at);
  const bytes = files.reduce((sum, file) => sum + file.bytes - file.from, 0);
  if (enough !== Number.POSITIVE_INFINITY && bytes < enough * LINE_BYTES_MIN) return 0;
  let events = 0;
  for (const file of files) {
    if (events >= enough) break;
    events += countLines(file);
  }
  return events;
}

function countLines({ path, from, bytes }: WaitingFile): number {
  const descriptor = openSync(path, "r");
  try {
    const part = Buffer.alloc(bytes - from);
    const text = part.toString("latin1", 0, readSync(descriptor, part, 0, part.length, from));
    return text.split("\n").filter((line) => line.startsWith("{")).length;
  } finally {
    closeSync(descriptor);
  }
}

// Starts the drain as a process separate from the hook.

export type DrainLaunch = Omit<Launch, "cwd" | "claude" | "passed"> & {
  /** The memory root, absolute. */
  readonly root: string;
};

/** The keys of the providers. Each has to pass the hooks' launcher first. */
const KEYS = ["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "OPENAI_API_KEY"] as const;

export function startDrain({ root, ...launch }: DrainLaunch): void {
  startAside({ ...launch, cwd: launch.state, passed: KEYS }, ["observe", "--root", root]);
}
