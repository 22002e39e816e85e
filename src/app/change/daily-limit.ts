// Without a person, a limited number of new memories per root and day: a runaway model fills a day, not a disk.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { isCount, isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Of new memories, and of edits by hand. */
const A_DAY_MAX = 50;

/** How many more may be created today without a person. */
export function creationsLeft(workspace: Workspace, root: OpenRoot): number {
  return leftOf(workspace, root, "creations");
}

/** How many more edits by hand may be signed today. */
export function draftsLeft(workspace: Workspace, root: OpenRoot): number {
  return leftOf(workspace, root, "drafts");
}

/** The caller holds the root's lock. Counted before the write, so that a crash cannot gain one. */
export function countCreation(workspace: Workspace, root: OpenRoot): void {
  countOne(workspace, root, "creations");
}

export function countDraft(workspace: Workspace, root: OpenRoot): void {
  countOne(workspace, root, "drafts");
}

type Counts = { readonly creations: number; readonly drafts: number };

const FORMAT = "credence/1";

function leftOf(workspace: Workspace, root: OpenRoot, what: keyof Counts): number {
  if (workspace.state.isTest) return Number.POSITIVE_INFINITY;
  return Math.max(0, A_DAY_MAX - readCounts(workspace, root)[what]);
}

function countOne(workspace: Workspace, root: OpenRoot, what: keyof Counts): void {
  if (workspace.state.isTest) return;
  const counts = readCounts(workspace, root);
  if (counts[what] >= A_DAY_MAX) throw overDailyLimit();
  const day = renderDay(workspace.now);
  const text = JSON.stringify({ format: FORMAT, day, ...counts, [what]: counts[what] + 1 });
  writing("machine state", () => replaceFile(pathOf(root), `${text}\n`, 0o600));
}

export function overDailyLimit(): CredenceError {
  return new CredenceError("DAILY_LIMIT", `${A_DAY_MAX} memories were created here today without a person`);
}

function pathOf({ records }: OpenRoot): string {
  return join(records, "today.json");
}

/** Of today. */
function readCounts({ now }: Workspace, root: OpenRoot): Counts {
  const path = pathOf(root);
  if (!existsSync(path)) return { creations: 0, drafts: 0 };
  const value = parseJson(readFileSync(path, "utf8"));
  const { format, day, creations, drafts } = isRecord(value) ? value : {};
  if (format !== FORMAT || !isCount(creations) || !isCount(drafts))
    throw new CredenceError("STATE_REFUSED", `${path} is damaged`, "remove it; the count starts over");
  return day === renderDay(now) ? { creations, drafts } : { creations: 0, drafts: 0 };
}
