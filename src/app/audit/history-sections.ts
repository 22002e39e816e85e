// The sections about the past: operations, approvals, settings, recalls and standings, since a day or ever.

import {
  DAY_MS,
  daysSince,
  type Instant,
  isPlausible,
  parseInstant,
  renderDay,
} from "../../memory/instant.ts";
import { isApproval, isVouching, STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { CATEGORIES, isMemoryId, SCOPES, STANDINGS, type Standing, TIERS } from "../../memory/memory.ts";
import { countOverTime, readSpentSince } from "../../observer/model/budget.ts";
import { listApprovals, readOperations, readSettingChanges } from "../memories/journal.ts";
import { type Receipt, readReceipts } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type {
  AuditReport,
  Counts,
  ObserverSpend,
  OperationCount,
  RecallSummary,
  SettingChange,
  StandingsAt,
} from "./report.ts";
import type { AuditedMemory } from "./survey.ts";

const ACTORS: ReadonlySet<string> = new Set(["person", "machine", "validator"]);
const COMMAND = /^[a-z-]{1,30}$/;

/** By command and actor, most frequent first. */
export function sumOperations(workspace: Workspace, since: Instant | null): OperationCount[] {
  const counts = new Map<string, OperationCount>();
  for (const { at, command, actor } of readOperations(workspace)) {
    // Skips a line that is damaged or that another program wrote.
    if (!isSince(at, since) || !COMMAND.test(command) || !ACTORS.has(actor)) continue;
    const key = `${command} ${actor}`;
    counts.set(key, { command, actor, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.command < b.command ? -1 : 1));
}

/** Oldest first. */
export function listSettingsSince(workspace: Workspace, since: Instant | null): SettingChange[] {
  return readSettingChanges(workspace)
    .filter(({ at }) => isSince(at, since))
    .map(({ at, id: key, scope, actor, before, after }) => ({ at, key, scope, actor, before, after }));
}

/** In the order in which this machine saw them, oldest first; the dates are the signers' claims. */
export function listApprovalsSince(workspace: Workspace, since: Instant | null): AuditReport["approvals"] {
  return workspace.roots.flatMap((root) =>
    listApprovals(workspace, root, 0)
      .approvals.filter(({ time }) => isSince(time, since))
      .map((approval) => ({ ...approval, scope: root.scope })),
  );
}

function isSince(time: unknown, since: Instant | null): boolean {
  const at = typeof time === "string" ? parseInstant(time) : null;
  return at !== null && (since === null || at >= since);
}

// The activity of recall, from its receipts: how often it showed something, how often it had nothing to show, and the
// memories that it showed most. Prompts that were never looked up (too short, a command, recall turned off) count as
// neither.

const WEEKS_MAX = 26;
const TOP_MAX = 10;
/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3;

export function sumRecalls(workspace: Workspace, since: Instant | null): RecallSummary {
  const prompts = readReceipts(workspace).flatMap((receipt) => {
    const at = parseInstant(receipt.at);
    const counts =
      receipt.kind === "prompt" && (receipt.outcome === "shown" || receipt.outcome === "nothing");
    return counts && at !== null && at >= (since ?? Number.NEGATIVE_INFINITY) ? [{ at, receipt }] : [];
  });
  const weeks = Map.groupBy(prompts, ({ at }) => weekOf(at));
  const isShown = ({ receipt }: { readonly receipt: Receipt }): boolean => receipt.outcome === "shown";
  const split = (some: readonly { readonly receipt: Receipt }[]): { shown: number; silent: number } => {
    const shown = some.filter(isShown).length;
    return { shown, silent: some.length - shown };
  };
  return {
    prompts: prompts.length,
    ...split(prompts),
    weeks: [...weeks]
      .map(([week, some]) => ({ week, ...split(some) }))
      .sort((a, b) => (a.week < b.week ? -1 : 1))
      .slice(-WEEKS_MAX),
    top: findTop(prompts.map(({ receipt }) => receipt)),
  };
}

/** The Monday with which the week begins. */
export function weekOf(at: Instant): string {
  const day = Math.floor(at / DAY_MS);
  const sinceMonday = (((day + MONDAY_OFFSET) % 7) + 7) % 7;
  return renderDay((day - sinceMonday) * DAY_MS);
}

function findTop(receipts: readonly Receipt[]): RecallSummary["top"] {
  // Skips entries that name no memory, because another program may have written lines into the file.
  const shown = receipts
    .flatMap((receipt) => receipt.shown)
    .filter(({ id, scope }) => isMemoryId(String(id)) && (scope === "project" || scope === "user"));
  const counted = Map.groupBy(shown, ({ scope, id }) => `${scope} ${id}`);
  return [...counted.values()]
    .flatMap((some) => {
      const [first] = some;
      return first === undefined ? [] : [{ id: first.id, scope: first.scope, count: some.length }];
    })
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
    .slice(0, TOP_MAX);
}

/** The spending of this machine over all its roots, as `credence observer status` counts it. */
export function sumObserver({ config, state }: Workspace, since: Instant | null): ObserverSpend {
  const { calls, usage } = readSpentSince(state.path, since);
  const provider = config.config["observer.provider"];
  return { provider, calls, tokens: calls === 0 ? null : countOverTime(usage) };
}

/** The number of memories of each kind. Tier and category are the file's own claims; the standing is what applies. */
export function sumStandings(surveyed: readonly AuditedMemory[], now: Instant): AuditReport["summary"] {
  return {
    memories: surveyed.length,
    standings: count(STANDINGS, surveyed, ({ item }) => item.standing),
    tiers: count([...TIERS, "none"], surveyed, ({ tier }) => tier ?? "none"),
    categories: count([...CATEGORIES, "none"], surveyed, ({ category }) => category ?? "none"),
    scopes: count(SCOPES, surveyed, ({ item }) => item.scope),
    ages: sumAges(
      surveyed.map(({ item }) => item.createdAt),
      now,
    ),
  };
}

function count<Word extends string>(
  words: readonly Word[],
  surveyed: readonly AuditedMemory[],
  wordOf: (each: AuditedMemory) => Word,
): Counts<Word> {
  const counts = new Map<Word, number>(words.map((word) => [word, 0]));
  for (const each of surveyed) counts.set(wordOf(each), (counts.get(wordOf(each)) ?? 0) + 1);
  // Every word has an entry, because the map starts with one for each.
  return Object.fromEntries(counts) as Counts<Word>;
}

const AGES = [
  { age: "0–7 days", daysMax: 7 },
  { age: "8–30 days", daysMax: 30 },
  { age: "31–90 days", daysMax: 90 },
  { age: "91–180 days", daysMax: 180 },
  { age: "181–365 days", daysMax: 365 },
  { age: "over a year", daysMax: Number.POSITIVE_INFINITY },
] as const;

/** Counts dates by their age. */
export function sumAges(dates: readonly (string | null)[], now: Instant): AuditReport["summary"]["ages"] {
  const days = dates.map((date) => daysOld(date, now));
  const unknown = days.filter((each) => each === null).length;
  const counted = AGES.map(({ age, daysMax }, place) => {
    const daysMin = AGES[place - 1]?.daysMax ?? Number.NEGATIVE_INFINITY;
    const isIn = (each: number | null): boolean => each !== null && each > daysMin && each <= daysMax;
    return { age, count: days.filter(isIn).length };
  });
  return [...counted, { age: "unknown", count: unknown }];
}

/** @returns null without a date, or for a date in the future. */
function daysOld(createdAt: string | null, now: Instant): number | null {
  const created = createdAt === null ? null : parseInstant(createdAt);
  return created === null || !isPlausible(created, now) ? null : daysSince(created, now);
}

// The number of verified, inferred, quarantined and retired memories in the past, by the dates of trusted signers'
// statements. Covers the memories that exist today: a forgotten memory leaves no trace, and a foreign one has no trusted
// statement.

const POINTS_MAX = 13;

type Word = "verified" | "inferred" | "quarantined" | "retired";

/** Null for a text without a trusted signature, which is none of the four. */
type Step = { readonly at: Instant; readonly word: Word | null };

export type MemoryLife = Pick<AuditedMemory, "statements"> & {
  /** The present standing, whatever the statements say, because the file may have changed. Null when it was not examined. */
  readonly standing: Standing | null;
};

/** At most as many points as days, so that no point lies before the first memory. */
export function traceStandings(
  surveyed: readonly MemoryLife[],
  { now, since }: { readonly now: Instant; readonly since: Instant | null },
): StandingsAt[] {
  const lives = surveyed.map((each) => traceLife(each, now)).filter(({ length }) => length > 0);
  const births = lives.flatMap(([first]) => (first === undefined ? [] : [first.at]));
  const begin = since ?? births.reduce((least, at) => Math.min(least, at), now);
  if (lives.length === 0 || begin > now) return [];
  const days = daysSince(begin, now);
  const last = Math.min(POINTS_MAX - 1, days);
  return Array.from({ length: last + 1 }, (_, place) => {
    const at = place === last ? now : begin + ((now - begin) * place) / last;
    return { day: renderDay(at), ...countAt(lives, at) };
  });
}

/** Ends with the present standing, because a change of the file has no signed date. */
function traceLife({ statements, standing }: MemoryLife, now: Instant): Step[] {
  const steps = stepsOf(statements, now);
  const word = standing === "foreign" ? null : standing;
  const last = steps.at(-1)?.word ?? null;
  // The dates of the statements are all impossible, so there is no life to draw.
  if (steps.length === 0 && statements.length > 0) return [];
  return standing === null || last === word ? steps : [...steps, { at: now, word }];
}

function stepsOf(
  statements: AuditedMemory["statements"],
  now: Instant,
): { readonly at: Instant; readonly word: Word }[] {
  const steps: { readonly at: Instant; readonly word: Word }[] = [];
  const dated = statements.flatMap(({ act, time }) => {
    const at = parseInstant(time);
    return at === null || !isPlausible(at, now) ? [] : [{ act, at }];
  });
  for (const { act, at } of dated.sort((a, b) => a.at - b.at)) {
    const before = steps.at(-1)?.word;
    const { makes } = STATEMENT_KINDS[act];
    const back = steps.findLast(({ word }) => word !== "retired")?.word ?? "inferred";
    // Advice neither raises nor lowers the standing that a memory already has.
    const stays = isVouching({ act }) ? (before ?? "inferred") : back;
    const word = makes === undefined || makes === "archived" ? stays : makes;
    steps.push({ at, word: isApproval({ act }) ? "verified" : word });
  }
  return steps;
}

function countAt(lives: readonly (readonly Step[])[], at: Instant): Omit<StandingsAt, "day"> {
  const counts = { verified: 0, inferred: 0, quarantined: 0, retired: 0 };
  for (const steps of lives) {
    const step = steps.findLast((each) => each.at <= at);
    if (step?.word != null) counts[step.word] += 1;
  }
  return counts;
}
