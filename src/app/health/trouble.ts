// Failures of hooks. A hook never fails in front of the user: it writes a line here, and the next session start reports it
// once. The line has only our own words and codes, and nothing that a client sent.

import { join } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { appendToLog, readLog, readQuietly } from "../../store/log-file.ts";

export type HookTrouble = {
  readonly v: 1;
  readonly at: string;
  readonly client: string;
  readonly event: string;
  /** A code of the error table, or one of the hook's own. */
  readonly code: string;
};

const FILE = "hook-trouble.ndjson";
const TOLD = "hook-trouble-told";
const FILE_BYTES_MAX = 64 * 1024;

/** Fails open, because there is no caller to report a failure to. */
export function noteTrouble(
  state: string,
  { now, ...trouble }: Pick<HookTrouble, "client" | "event" | "code"> & { readonly now: Instant },
): void {
  const line: HookTrouble = { v: 1, at: renderInstant(now), ...trouble };
  appendToLog(join(state, FILE), line, FILE_BYTES_MAX);
}

/** Oldest first. */
export function readTrouble(state: string): HookTrouble[] {
  return readLog(join(state, FILE), isTrouble);
}

/** Finds the failures that were not reported yet. The mark holds the time of the last reported line, and how many lines of
 * that time were reported. Every line after it is new, in order of arrival, because a clock that once ran ahead must not
 * silence later lines. If the marked line is gone, all remaining lines are newer. */
export function findUntold(state: string): {
  readonly untold: readonly HookTrouble[];
  /** To be called once the user has the report: a start that fails or misses its deadline has reported nothing. */
  readonly noteTold: () => void;
} {
  const [told = "", count = Number.POSITIVE_INFINITY] = readQuietly(join(state, TOLD)).trim().split(" ");
  const all = readTrouble(state);
  const placesAt = (time: string): number[] => all.flatMap(({ at }, place) => (at === time ? [place] : []));
  const untold = all.slice((placesAt(told).slice(0, Number(count)).at(-1) ?? -1) + 1);
  const { at } = untold.at(-1) ?? { at: null };
  const noteTold = (): void => (at === null ? undefined : writeMark(state, `${at} ${placesAt(at).length}`));
  return { untold, noteTold };
}

/** Fails open: a failure that cannot be marked is reported once more. */
function writeMark(state: string, mark: string): void {
  ifPossible(() => replaceFile(join(state, TOLD), `${mark}\n`, 0o600));
}

function isTrouble(value: unknown): value is HookTrouble {
  if (!isRecord(value)) return false;
  const { v, at, client, event, code } = value;
  return v === 1 && [at, client, event, code].every((each) => typeof each === "string");
}
