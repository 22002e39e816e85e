// Without a person, a limited number of new memories per root and day: a runaway model fills a day, not a disk.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { renderDay } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Of new memories, and of edits by hand. */
const A_DAY_MAX = 50;

/** How many more may be created today without a person. */
export function creationsLeft(workspace: Workspace, root: OpenRoot): number {
  return leftOf(workspace, pathOf(root, CREATIONS));
}

/** How many more edits by hand may be signed today. */
export function draftsLeft(workspace: Workspace, root: OpenRoot): number {
  return leftOf(workspace, pathOf(root, DRAFTS));
}

const [CREATIONS, DRAFTS] = ["creations.json", "drafts.json"];

function leftOf(workspace: Workspace, path: string): number {
  if (workspace.state.isTest) return Number.POSITIVE_INFINITY;
  const { day, count } = readCount(path);
  return day === renderDay(workspace.now) ? Math.max(0, A_DAY_MAX - count) : A_DAY_MAX;
}

/** The caller holds the root's lock. Counted before the write, so that a crash cannot gain one. */
export function countCreation(workspace: Workspace, root: OpenRoot): void {
  countOne(workspace, pathOf(root, CREATIONS));
}

export function countDraft(workspace: Workspace, root: OpenRoot): void {
  countOne(workspace, pathOf(root, DRAFTS));
}

function countOne(workspace: Workspace, path: string): void {
  if (workspace.state.isTest) return;
  const today = renderDay(workspace.now);
  const known = readCount(path);
  const count = known.day === today ? known.count : 0;
  if (count >= A_DAY_MAX) throw overDailyLimit();
  const text = `${JSON.stringify({ v: 1, day: today, count: count + 1 })}\n`;
  writing("machine state", () => replaceFile(path, text, 0o600));
}

export function overDailyLimit(): CredenceError {
  return new CredenceError("DAILY_LIMIT", `${A_DAY_MAX} memories were created here today without a person`);
}

function pathOf(root: OpenRoot, name: string): string {
  return join(root.records, name);
}

function readCount(path: string): { readonly day: string; readonly count: number } {
  if (!existsSync(path)) return { day: "", count: 0 };
  const value = parseJson(readFileSync(path, "utf8"));
  if (typeof value === "object" && value !== null && "day" in value && "count" in value) {
    return { day: String(value.day), count: Number(value.count) };
  }
  throw new CredenceError("STATE_REFUSED", `${path} is damaged`, "remove it; the count starts over");
}
