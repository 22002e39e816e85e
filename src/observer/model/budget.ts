// Threat: an Observer that spends without end, because a session provokes long answers or a loop calls it again and again.
// Three limits apply, each to the usage that the provider itself reports: of one call, of the calls about one session, and
// of one day (UTC) over all roots. Fails closed: a value that is not a number counts as the maximum.

import { closeSync, constants, fchmodSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { CredenceError } from "../../memory/errors.ts";
import { DAY_MS, type Instant, parseDay, renderDay, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { listNames, makeDirectory, readIfThere } from "../spool/spool.ts";
import { removeFile } from "../spool/trim.ts";
import type { Usage } from "./provider.ts";

export const BUDGETS = ["invocation", "session", "day"] as const;
export type Budget = (typeof BUDGETS)[number];
export type Tokens = Readonly<Record<Budget, number>>;

/** All values are logged, because the limit that was too low shows only next to the others. */
export type Excess = { readonly which: Budget; readonly used: Tokens; readonly limits: Tokens };

const TOKENS_MAX = Number.MAX_SAFE_INTEGER;
export const NO_USAGE: Usage = { input: 0, output: 0, cacheCreation: 0 };

/** At least one token each, whatever the settings say. */
export function limitsOf(config: Config): Tokens {
  const atLeastOne = (tokens: number): number => (tokens >= 1 ? Math.trunc(tokens) : 1);
  return {
    invocation: atLeastOne(config["observer.max_tokens_per_invocation"]),
    session: atLeastOne(config["observer.max_tokens_per_session"]),
    day: atLeastOne(config["observer.max_tokens_per_day"]),
  };
}

/** Reports come from outside, so values are made whole and not negative. */
export function cleanUsage(usage: Usage): Usage {
  return mapUsage((key) => clean(usage[key]));
}

export function mapUsage(of: (key: keyof Usage) => number): Usage {
  return { input: of("input"), output: of("output"), cacheCreation: of("cacheCreation") };
}

/** The usage since an earlier report of the same call. */
export function usageSince(before: Usage, now: Usage): Usage {
  return mapUsage((key) => Math.max(0, now[key] - before[key]));
}

export function addUsage(one: Usage, two: Usage): Usage {
  return mapUsage((key) => clean(one[key] + two[key]));
}

/** In one call all tokens count; over time only input and output. */
export function countCall({ input, output, cacheCreation }: Usage): number {
  return clean(input + output + cacheCreation);
}

export function countOverTime({ input, output }: Usage): number {
  return clean(input + output);
}

/** The first limit exceeded by a running call. */
export function findExcess(used: Tokens, limits: Tokens): Excess | null {
  const which = BUDGETS.find((budget) => used[budget] > limits[budget]);
  return which === undefined ? null : { which, used, limits };
}

/** A limit that leaves nothing for another call. */
export function findUsedUp(used: Omit<Tokens, "invocation">, limits: Tokens): Excess | null {
  const which = (["session", "day"] as const).find((budget) => used[budget] >= limits[budget]);
  return which === undefined ? null : { which, used: { invocation: 0, ...used }, limits };
}

function clean(tokens: number): number {
  if (Number.isNaN(tokens)) return TOKENS_MAX;
  return Math.min(TOKENS_MAX, Math.max(0, Math.trunc(tokens)));
}

// The ledger of spending: one file per day, in machine state, to which every process appends. It contains numbers and
// session names as hashes, and no words of a session. Fails closed: spending that cannot be recorded does not happen.

export type CallSpending = Usage & {
  /** A call has one line per report. */
  readonly call: string;
  readonly root: string;
  /** The key of the session. */
  readonly session: string;
};

/** The number of memories that a batch of events became; a batch counts once. */
export type BatchYield = { readonly batch: string; readonly root: string; readonly kept: number };

type Spent = { readonly usage: Usage; readonly calls: number };
export type DaySpent = Spent & { readonly kept: number };

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
/** A session is captured for 14 days, and may continue for as long. */
const SESSION_DAYS = 30;
const KEPT_DAYS = 400;

export function noteSpending(state: string, spending: CallSpending | BatchYield, now: Instant): void {
  const directory = directoryOf(state);
  makeDirectory(directory);
  const descriptor = openSync(pathOf(state, renderDay(now)), APPEND, 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    const bytes = Buffer.from(`\n${JSON.stringify({ v: 1, at: renderInstant(now), ...spending })}\n`);
    // One write, begun by a line end, so that a line cut short by a crash spoils no other. The call must not continue,
    // because unrecorded spending counts as none.
    if (writeSync(descriptor, bytes) < bytes.length)
      throw new CredenceError("DISK_FULL", "what a model call cost was truncated");
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function readDaySpent(state: string, now: Instant): DaySpent {
  const lines = readLines(state, renderDay(now));
  const batches = new Map(lines.filter(isKeeping).map((each) => [each.batch, each.kept]));
  return {
    ...sumSpendings(lines.filter(isSpending)),
    kept: [...batches.values()].reduce((sum, kept) => sum + kept, 0),
  };
}

/** Over all roots, from the day of `since` on; with null, as far back as the ledger reaches. */
export function readSpentSince(state: string, since: Instant | null): Spent {
  const days = listDays(state).filter((day) => since === null || day >= renderDay(since));
  return sumSpendings(days.flatMap((day) => readLines(state, day)).filter(isSpending));
}

/** A call counts once, even if its reports fall on two days. */
function sumSpendings(spendings: readonly CallSpending[]): Spent {
  return {
    usage: spendings.reduce<Usage>((sum, each) => addUsage(sum, cleanUsage(each)), NO_USAGE),
    calls: new Set(spendings.map(({ call }) => call)).size,
  };
}

export function readSessionSpent(state: string, session: string, now: Instant): Usage {
  const days = listDays(state).filter((day) => now - (parseDay(day) ?? 0) < SESSION_DAYS * DAY_MS);
  return days
    .flatMap((day) => readLines(state, day))
    .filter(isSpending)
    .filter((each) => each.session === session)
    .reduce<Usage>((sum, each) => addUsage(sum, cleanUsage(each)), NO_USAGE);
}

/** The spending of every session in the ledger, by its key. */
export function readSessionsSpent(state: string): ReadonlyMap<string, Spent> {
  const all = listDays(state).flatMap((day) => readLines(state, day).filter(isSpending));
  const bySession = Map.groupBy(all, ({ session }) => session);
  return new Map([...bySession].map(([session, some]) => [session, sumSpendings(some)]));
}

export function dropOldLedgers(state: string, now: Instant): void {
  const old = listDays(state).filter((day) => now - (parseDay(day) ?? 0) > KEPT_DAYS * DAY_MS);
  for (const day of old) removeFile(pathOf(state, day));
}

function listDays(state: string): string[] {
  return listNames(directoryOf(state))
    .map((name) => name.replace(/\.ndjson$/, ""))
    .filter((day) => parseDay(day) !== null)
    .sort();
}

function readLines(state: string, day: string): unknown[] {
  return readIfThere(pathOf(state, day)).split("\n").filter(Boolean).map(parseJson);
}

function directoryOf(state: string): string {
  return join(state, "observer-ledger");
}

function pathOf(state: string, day: string): string {
  return join(directoryOf(state), `${day}.ndjson`);
}

function isSpending(value: unknown): value is CallSpending {
  if (!isRecord(value)) return false;
  const { call, session, input, output, cacheCreation } = value;
  const isText = typeof call === "string" && typeof session === "string";
  return isText && [input, output, cacheCreation].every((each) => typeof each === "number");
}

function isKeeping(value: unknown): value is BatchYield {
  if (!isRecord(value)) return false;
  const { batch, kept } = value;
  return typeof batch === "string" && typeof kept === "number";
}
