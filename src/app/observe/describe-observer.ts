// How the Observer is doing: who reads, what it has cost, what waits.

import { statSync } from "node:fs";
import { addDays, renderDay } from "../../memory/instant.ts";
import { countOverTime, limitsOf, type Tokens } from "../../observer/model/budget.ts";
import { readDaySpent } from "../../observer/model/ledger.ts";
import { CODE_MODE } from "../../observer/modes/code.ts";
import { listNames } from "../../observer/spool/spool-files.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { countWaiting } from "./due.ts";
import { readBatches } from "./marks.ts";
import { placeObserver } from "./observer-place.ts";
import { type RunRecord, readRun } from "./run-record.ts";

export type DayCost = {
  readonly day: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  /** Memories that were made or grew. */
  readonly kept: number;
};

/** The pinned JSON shape. */
export type ObserverStatus = {
  readonly provider: string;
  readonly model: string | null;
  readonly mode: string;
  readonly userTurnsOnly: boolean;
  readonly limits: Tokens;
  /** Input and output of today, over all roots. */
  readonly used: number;
  readonly left: number;
  /** Those with a call, newest last. */
  readonly days: readonly DayCost[];
  /** Input and output a memory that was kept, over those days. */
  readonly tokensPerMemory: number | null;
  readonly waiting: number;
  readonly aside: { readonly batches: number; readonly events: number };
  readonly lastRun: Omit<RunRecord, "v"> | null;
};

const DAYS = 7;

export function describeObserver(workspace: Workspace, root: OpenRoot): ObserverStatus {
  const { config } = readRootConfig(workspace.config.config, root.path);
  const place = placeObserver(workspace.state.path, root);
  const limits = limitsOf(config);
  const days = listDays(workspace);
  const used = countOverTime(readDaySpent(place.state, workspace.now).usage);
  const kept = days.reduce((sum, day) => sum + day.kept, 0);
  const tokens = days.reduce((sum, day) => sum + countOverTime(day), 0);
  return {
    provider: config["observer.provider"],
    model: config["observer.model"],
    mode: CODE_MODE.name,
    userTurnsOnly: config["observer.user_turns_only"],
    limits,
    used,
    left: Math.max(0, limits.day - used),
    days,
    tokensPerMemory: kept === 0 ? null : Math.round(tokens / kept),
    waiting: countWaiting(place, Number.POSITIVE_INFINITY),
    aside: countAside(place),
    lastRun: withoutVersion(readRun(place)),
  };
}

function listDays({ state, now }: Workspace): DayCost[] {
  const days = Array.from({ length: DAYS }, (_, ago) => addDays(now, ago - DAYS + 1));
  return days.flatMap((at) => {
    const { usage, calls, kept } = readDaySpent(state.path, at);
    return calls + kept === 0 ? [] : [{ day: renderDay(at), calls, ...usage, kept }];
  });
}

/** Those that are still there. */
function countAside(place: ReturnType<typeof placeObserver>): ObserverStatus["aside"] {
  if (statSync(place.aside, { throwIfNoEntry: false }) === undefined) return { batches: 0, events: 0 };
  const names = new Set(listNames(place.aside).flatMap((name) => name.split(".")[1] ?? []));
  const there = readBatches(place).filter(({ batch, end }) => end === "aside" && names.has(batch));
  return { batches: names.size, events: there.reduce((sum, { lines }) => sum + lines, 0) };
}

function withoutVersion(run: RunRecord | null): ObserverStatus["lastRun"] {
  if (run === null) return null;
  const { v: _, ...rest } = run;
  return rest;
}
