// What went wrong in hooks. A hook never fails in front of the person: it writes a line here, and the next session start
// says it once. Only our own words and codes are in it: what a client sent is not.

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

/** Fails open: there is nobody left to tell. */
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

/**
 * What nobody was told of yet. The mark is the time of the last one that was, and how many of that time were. Every line after
 * it is new, by order of arrival: a clock that once ran ahead must not silence what comes later. If that line is gone,
 * everything that is left came later.
 */
export function findUntold(state: string): {
  readonly untold: readonly HookTrouble[];
  /** Once the person has it: a start that fails on its way, or comes too late, has told nobody. */
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

/** Fails open: what cannot be noted is told once more. */
function writeMark(state: string, mark: string): void {
  ifPossible(() => replaceFile(join(state, TOLD), `${mark}\n`, 0o600));
}

function isTrouble(value: unknown): value is HookTrouble {
  if (!isRecord(value)) return false;
  const { v, at, client, event, code } = value;
  return v === 1 && [at, client, event, code].every((each) => typeof each === "string");
}
