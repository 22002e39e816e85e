// The drain: reads the captured sessions of a root, batch by batch, and ends. Only one runs at a time, under a lock in
// machine state that is not the root's, because others may write while a model thinks. Fails closed towards the root, open
// towards sessions.

import { CredenceError } from "../../memory/errors.ts";
import { dropOldLedgers } from "../../observer/model/budget.ts";
import { type Cursors, readPending } from "../../observer/spool/pending.ts";
import { listSpool } from "../../observer/spool/spool.ts";
import { ensureDirectory, removeQuietly } from "../../store/durable.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { acquireLock } from "../../store/lock.ts";
import { findAbandoned } from "../../store/temporary-files.ts";
import { isPaused } from "../workspace/pause.ts";
import type { Drain, ObserverPlace } from "./drain.ts";
import { listWaiting } from "./due.ts";
import { dropOldAside } from "./finish-batch.ts";
import { isStop, leaveNews } from "./news.ts";
import { type BatchStep, observeBatch } from "./observe-batch.ts";
import {
  dropIntent,
  dropOldProgress,
  listIntents,
  pickBatch,
  readProgress,
  writeProgress,
} from "./pick-batch.ts";
import { beginRun, findSilence, logRun, type RunRecord, readRun, writeRun } from "./run-record.ts";

const BEAT_MS = 10_000;

export type DrainSetting = Omit<Drain, "signal" | "beat"> & { readonly deadlineMs: number };

/** @returns null when another process drains this root. */
export async function observeRoot(setting: DrainSetting, home: string): Promise<RunRecord | null> {
  const { place, now, deadlineMs, root, config } = setting;
  const projects = [root.project ?? root.path];
  const silence = findSilence({ state: place.state, config, projects, home }, now());
  if (silence !== null) return { ...beginRun(now()), end: silence };
  ensureDirectory(place.records, 0o700);
  const lock = takeLock(place.records);
  if (lock === null) return null;
  const lost = new AbortController();
  const beating = setInterval(() => {
    try {
      lock.beat();
    } catch {
      // Another process took the lock, so this one must not write any more.
      lost.abort();
    }
  }, BEAT_MS);
  const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), lost.signal]);
  const before = readRun(place);
  try {
    writeRun(place, beginRun(now()));
    tidy(setting);
    const run = await drainSessions({ ...setting, signal, beat: lock.beat });
    writeRun(place, run);
    tell(setting, run, before);
    return run;
  } finally {
    clearInterval(beating);
    lock.release();
  }
}

function takeLock(records: string): ReturnType<typeof acquireLock> | null {
  try {
    return acquireLock(records, { waitMs: 0 });
  } catch (error) {
    if (error instanceof CredenceError && error.code === "LOCK_TIMEOUT") return null;
    throw error;
  }
}

function tidy({ place, now }: DrainSetting): void {
  for (const directory of [place.records, place.aside]) {
    for (const path of findAbandoned(directory)) removeQuietly(path);
  }
  dropOldProgress(place);
  dropOldAside(place, now());
  dropOldLedgers(place.state, now());
}

async function drainSessions(drain: Drain): Promise<RunRecord> {
  let run = beginRun(drain.now());
  for (const key of listSessions(drain)) {
    try {
      run = await drainSession(drain, key, run);
    } catch (error) {
      const code = error instanceof CredenceError ? error.code : codeOf(error);
      if (code === "") throw error;
      return { ...run, end: "failed", code };
    }
    if (run.end !== "running") return run;
  }
  passDamaged(drain.place);
  return { ...run, end: run.excess === null ? "done" : "budget" };
}

/** Sessions with an intent first, then those with lines. */
function listSessions({ place }: Drain): string[] {
  return [...new Set([...listIntents(place), ...listSpool(place.spool).map(({ key }) => key)])];
}

/** Continues until the session is read, must wait, or everything must wait. */
async function drainSession(drain: Drain, key: string, before: RunRecord): Promise<RunRecord> {
  let run = before;
  for (;;) {
    if (drain.signal.aborted) return { ...run, end: "deadline" };
    // The user may pause during the run.
    const isSilent = (session: string | null): boolean =>
      isPaused(drain.place.state, { now: drain.now(), session });
    if (isSilent(null)) return { ...run, end: "paused" };
    const batch = pickBatch(drain, key);
    // An unreadable intent is useless and would be due for ever.
    if (batch === null) dropIntent(drain.place, key);
    if (batch === null || isSilent(batch.session)) return run;
    const step = await observeBatch(drain, batch);
    log(drain, { step, session: batch.session, batch: batch.intent.batch });
    run = addStep(run, step, batch.session);
    if (run.end !== "running" || step.kind === "excess") return run;
  }
}

type RunStep = { readonly step: BatchStep; readonly session: string; readonly batch: string };

function log({ place, now }: Drain, { step, session, batch }: RunStep): void {
  const at = { session, now: now() };
  if (step.kind === "excess") logRun(place.state, { event: "token_budget_exceeded", ...at, ...step.excess });
  if (step.kind === "fault") logRun(place.state, { event: "fault", ...at, fault: step.fault });
  if (step.kind === "again") logRun(place.state, { event: "refused-answer", ...at, why: step.why });
  if (step.kind === "aside") logRun(place.state, { event: "aside", ...at, batch });
}

/** Reports each problem once: a reason that also stopped the previous run was reported then. */
function tell({ place }: DrainSetting, { end, aside }: RunRecord, before: RunRecord | null): void {
  if (aside > 0) leaveNews(place.state, { kind: "aside", batches: aside });
  if (isStop(end) && before?.end !== end) leaveNews(place.state, { kind: "stopped", stop: end });
}

// Adds the outcome of a batch to the run.

function addStep(run: RunRecord, step: BatchStep, session: string): RunRecord {
  switch (step.kind) {
    case "again":
      return run;
    case "aside":
      return { ...run, aside: run.aside + 1 };
    case "fault":
      return { ...run, end: step.fault };
    case "excess": {
      const excess = { code: "token_budget_exceeded", session, ...step.excess } as const;
      return { ...run, excess, end: step.excess.which === "day" ? "budget" : run.end };
    }
    case "read": {
      const count = (kind: string): number => step.outcomes.filter((each) => each.kind === kind).length;
      return {
        ...run,
        batches: run.batches + 1,
        created: run.created + count("created"),
        updated: run.updated + count("updated"),
        retired: run.retired + count("retired"),
        requested: run.requested + count("requested"),
        unchanged: run.unchanged + count("unchanged"),
        refused: run.refused + count("refused"),
      };
    }
  }
}

// Skips damaged lines at the end of a file, which would otherwise wait for ever. Once a session is read to its end, they
// count as read, too. Only the position moves, not the last line read, so that a line that turns out to be whole is still
// found.

function passDamaged(place: ObserverPlace): void {
  const keys = new Set(listWaiting(place).map(({ key }) => key));
  const all = listSpool(place.spool);
  for (const key of keys) {
    const files = all.filter((file) => file.key === key);
    const progress = readProgress(place, key);
    const { lines, seen } = readPending(files, progress.files, 1);
    // Lines were left for later, or captured just now.
    if (lines.length > 0) continue;
    const moved: Cursors = Object.fromEntries(
      Object.entries(seen).map(([number, end]) => [number, { id: progress.files[number]?.id ?? "", end }]),
    );
    writeProgress(place, key, { ...progress, files: moved });
  }
}
