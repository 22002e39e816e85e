// What recall did, from its receipts: how often it showed something, how often it had nothing to say, and which memories
// it showed most. Prompts that were never looked up (too short, a command, recall turned off) count as neither.

import { type Instant, parseInstant, renderDay } from "../../memory/instant.ts";
import { isMemoryId } from "../../memory/memory-id.ts";
import type { Receipt } from "../recall/receipt.ts";
import { readReceipts } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { RecallSummary } from "./report.ts";

const WEEKS_MAX = 26;
const TOP_MAX = 10;
const DAY_MS = 86_400_000;
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

/** The Monday that it begins with. */
function weekOf(at: Instant): string {
  const day = Math.floor(at / DAY_MS);
  const sinceMonday = (((day + MONDAY_OFFSET) % 7) + 7) % 7;
  return renderDay((day - sinceMonday) * DAY_MS);
}

function findTop(receipts: readonly Receipt[]): RecallSummary["top"] {
  // A receipt is a file of ours; a line in it that somebody else wrote names no memory.
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
