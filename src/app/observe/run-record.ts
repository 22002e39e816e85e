// The end of the last run of the drain, per root, from which `due` and the status are decided.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { BUDGETS, type Excess } from "../../observer/model/budget.ts";
import { readField, readText } from "../../observer/model/parse-candidates.ts";
import type { ProviderFault } from "../../observer/model/provider.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { appendToLog } from "../../store/log-file.ts";
import { captureStateOf } from "../capture/open-capture.ts";
import { isPaused } from "../workspace/pause.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type ObserverPlace, placeObserver } from "./drain.ts";
import { isStop, STOPS } from "./news.ts";

/** `done` read everything; without a provider it is `off`; the others name what stopped it. */
export type RunEnd = "off" | "running" | "done" | "deadline" | "budget" | "failed" | Silence | ProviderFault;

export type RunTally = {
  readonly batches: number;
  readonly created: number;
  readonly updated: number;
  readonly retired: number;
  readonly requested: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly aside: number;
};

export type RunRecord = RunTally & {
  readonly v: 1;
  readonly at: string;
  readonly end: RunEnd;
  /** For a failure, a code of ours. */
  readonly code: string | null;
  /** The last exceeded budget, and its session. */
  readonly excess: (Excess & { readonly session: string; readonly code: "token_budget_exceeded" }) | null;
};

const NO_TALLY: RunTally = {
  batches: 0,
  created: 0,
  updated: 0,
  retired: 0,
  requested: 0,
  unchanged: 0,
  refused: 0,
  aside: 0,
};

export function readRun({ records }: Pick<ObserverPlace, "records">): RunRecord | null {
  const path = join(records, "run.json");
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return isRun(value) ? value : null;
}

export function writeRun({ records }: ObserverPlace, run: RunRecord): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    replaceFile(join(records, "run.json"), `${JSON.stringify(run)}\n`, 0o600);
  });
}

export function beginRun(now: Instant): RunRecord {
  return { v: 1, at: renderInstant(now), end: "running", code: null, excess: null, ...NO_TALLY };
}

export function ranAt({ at }: RunRecord): Instant {
  return parseInstant(at) ?? 0;
}

/** Checks every field, because they are shown. */
function isRun(value: unknown): value is RunRecord {
  const [code, excess] = [readField(value, "code"), readField(value, "excess")];
  return (
    readField(value, "v") === 1 &&
    readText(value, "at") !== null &&
    readText(value, "end") !== null &&
    (code === null || typeof code === "string") &&
    (excess === null || isExcess(excess)) &&
    hasNumbers(value, Object.keys(NO_TALLY))
  );
}

function isExcess(value: unknown): boolean {
  const which = readText(value, "which");
  return (
    readField(value, "code") === "token_budget_exceeded" &&
    readText(value, "session") !== null &&
    BUDGETS.some((budget) => budget === which) &&
    hasNumbers(readField(value, "used"), BUDGETS) &&
    hasNumbers(readField(value, "limits"), BUDGETS)
  );
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof readField(value, name) === "number");
}

// Events of runs, for diagnosis: exceeded budgets, faults of the provider, invalid answers. Numbers, codes and names of
// sessions, but no words of a session or an answer. Best effort.

export type RunEvent =
  | ({ readonly event: "token_budget_exceeded"; readonly session: string } & Excess)
  | { readonly event: "fault"; readonly session: string; readonly fault: string }
  | { readonly event: "refused-answer"; readonly session: string; readonly why: string }
  | { readonly event: "aside"; readonly session: string; readonly batch: string };

const FILE = "observer-runs.ndjson";
const FILE_BYTES_MAX = 1024 * 1024;

export function logRun(state: string, { now, ...event }: RunEvent & { readonly now: Instant }): void {
  appendToLog(join(state, FILE), { v: 1, at: renderInstant(now), ...event }, FILE_BYTES_MAX);
}

// Threat: the user excludes a project, turns capture off or pauses, and events captured before are sent all the same. They
// stay in the spool instead. Fails closed: a pause that cannot be read still counts.

type Silence = "excluded" | "paused";

type Sessions = {
  /** Machine state. */
  readonly state: string;
  /** The settings, tightened by the root's own file. */
  readonly config: Config;
  readonly projects: readonly string[];
  readonly home: string;
};

/** @returns null when sessions may be read, except those paused individually. */
export function findSilence({ state, config, projects, home }: Sessions, now: Instant): Silence | null {
  if (captureStateOf(config, { projects, home }) !== "on") return "excluded";
  return isPaused(state, { now, session: null }) ? "paused" : null;
}

// A stopped Observer, for doctor: its reason stays true until the user acts.

/** One sentence for each root whose Observer is on and stopped. */
export function listStopped(workspace: Workspace): string[] {
  return workspace.roots.flatMap((root) => {
    const { config } = readRootConfig(workspace.config.config, root.path);
    const run = readRun(placeObserver(workspace.state.path, root));
    const end = run === null || config["observer.provider"] === "none" ? null : sayEnd(run, workspace.now);
    return end === null ? [] : [`${root.shown}: ${end}: credence observer status`];
  });
}

/** No run takes longer. */
const RUN_MS = 3_600_000;

/** The reason why a drain stopped before reading everything, if it does not resolve itself; null for any other end. */
function sayEnd(run: RunRecord, now: Instant): string | null {
  const { end, at, code } = run;
  if (isStop(end)) return `${STOPS[end]} (${at})`;
  if (end === "failed") return `the Observer failed (${at}, ${code ?? "INTERNAL"})`;
  const isKilled = end === "running" && ranAt(run) < now - RUN_MS;
  return isKilled ? `the Observer was ended in the middle of its work (${at})` : null;
}
