// How the last run of the drain ended, a root at a time: for whoever asks whether another one is due, and for status.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { BUDGETS, type Excess } from "../../observer/model/budget.ts";
import { readField, readText } from "../../observer/model/json-fields.ts";
import type { ProviderFault } from "../../observer/model/provider.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { Silence } from "./find-silence.ts";
import type { ObserverPlace } from "./observer-place.ts";

/** `done` read everything; without a provider it is `off`; the others say what stopped it. */
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
  /** Of what failed: a code of ours. */
  readonly code: string | null;
  /** The budget that was exceeded last, and in which session. */
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

/** To the last field: what is shown of it is taken from there. */
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
