// Threat: an Observer that spends without end, because a session talks it into long answers or a loop calls it again and
// again. Three limits hold, each by what the provider itself reports: of one call, of the calls about one session, of one day
// (UTC) over all roots. Fails closed: a number that is none counts as the most there is.

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

/** Both are logged whole: which limit was too low can be seen only beside the others. */
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

/** Reports come from outside: no less than nothing, no part of a token. */
export function cleanUsage(usage: Usage): Usage {
  return mapUsage((key) => clean(usage[key]));
}

export function mapUsage(of: (key: keyof Usage) => number): Usage {
  return { input: of("input"), output: of("output"), cacheCreation: of("cacheCreation") };
}

/** What is new in a report of what a call has used so far. */
export function usageSince(before: Usage, now: Usage): Usage {
  return mapUsage((key) => Math.max(0, now[key] - before[key]));
}

export function addUsage(one: Usage, two: Usage): Usage {
  return mapUsage((key) => clean(one[key] + two[key]));
}

/** Of one call everything counts; over time input and output do. */
export function countCall({ input, output, cacheCreation }: Usage): number {
  return clean(input + output + cacheCreation);
}

export function countOverTime({ input, output }: Usage): number {
  return clean(input + output);
}

/** The first limit that is exceeded while a call runs. */
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

// What was spent, and what for: one file per day, in machine state, to which every process appends. It contains
// numbers and session names by hash, and no word of a session. Fails closed: spending that cannot be recorded does not
// happen.

export type Spending = Usage & {
  /** Of one call there are as many lines as it made reports. */
  readonly call: string;
  readonly root: string;
  /** By its key. */
  readonly session: string;
};

/** Memories that a batch of events became; a batch counts once. */
export type Keeping = { readonly batch: string; readonly root: string; readonly kept: number };

type Spent = { readonly usage: Usage; readonly calls: number };
export type DaySpent = Spent & { readonly kept: number };

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
/** A session is captured for 14 days, and may go on for as long. */
const SESSION_DAYS = 30;
const KEPT_DAYS = 400;

export function noteSpending(state: string, spending: Spending | Keeping, now: Instant): void {
  const directory = directoryOf(state);
  makeDirectory(directory);
  const descriptor = openSync(pathOf(state, renderDay(now)), APPEND, 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    const bytes = Buffer.from(`\n${JSON.stringify({ v: 1, at: renderInstant(now), ...spending })}\n`);
    // One write, begun by a line end: a line that a crash cut short spoils no other. What was spent and is not written counts for
    // nothing, so nobody goes on from here.
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

/** A call is counted once, also where its reports fall on two days. */
function sumSpendings(spendings: readonly Spending[]): Spent {
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

/** Of every session that the ledger still knows, by its key. */
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

function isSpending(value: unknown): value is Spending {
  if (!isRecord(value)) return false;
  const { call, session, input, output, cacheCreation } = value;
  const isText = typeof call === "string" && typeof session === "string";
  return isText && [input, output, cacheCreation].every((each) => typeof each === "number");
}

function isKeeping(value: unknown): value is Keeping {
  if (!isRecord(value)) return false;
  const { batch, kept } = value;
  return typeof batch === "string" && typeof kept === "number";
}
