// What happened in runs of the drain, for whoever has to find out: budgets that were exceeded, faults of the provider, answers
// that were none. Numbers, codes and names of sessions; no word of what was said or answered. Best effort.

import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import type { Excess } from "../../observer/model/budget.ts";
import { codeOf } from "../../store/fs-failure.ts";

export type RunEvent =
  | ({ readonly event: "token_budget_exceeded"; readonly session: string } & Excess)
  | { readonly event: "fault"; readonly session: string; readonly fault: string }
  | { readonly event: "refused-answer"; readonly session: string; readonly why: string }
  | { readonly event: "aside"; readonly session: string; readonly batch: string };

const FILE = "observer-runs.ndjson";
const FILE_BYTES_MAX = 1024 * 1024;

export function logRun(state: string, { now, ...event }: RunEvent & { readonly now: Instant }): void {
  const path = join(state, FILE);
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES_MAX)
      renameSync(path, `${path}.1`);
    appendFileSync(path, `${JSON.stringify({ v: 1, at: renderInstant(now), ...event })}\n`, { mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
}
