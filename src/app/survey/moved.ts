// Approved memories about a file that is gone, or of which more than half has changed. The user is asked whether they
// are still true, once per memory in 30 days. Until the answer they stay in use.

import { join } from "node:path";
import { addDays, type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import type { MovedPath } from "../../search/index/cites.ts";
import { appendToLog, readLog } from "../../store/log-file.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

const SHARE_MAX = 0.5;
const SILENT_DAYS = 30;
/** A question stays open for a day, so that leaving a review does not lose it. */
const OPEN_DAYS = 1;

export type MovedFinder = {
  /** The memories that may have a reason. */
  readonly ids: readonly string[];
  /** @returns the reason to look at the memory, without a byte of the memory; null without a reason. */
  readonly of: (target: LoadedMemory) => string | null;
};

/** Builds the finder of one root from earlier results, without asking git. */
export function createMovedFinder(
  workspace: Workspace,
  root: OpenRoot,
  moved: ReadonlyMap<string, readonly MovedPath[]>,
): MovedFinder {
  const silent = moved.size === 0 ? new Set<string>() : readSilent(workspace, root);
  const sayOf = (id: string): string | null => (silent.has(id) ? null : sayMoved(moved.get(id) ?? []));
  return {
    ids: [...moved.keys()].filter((id) => sayOf(id) !== null),
    of: ({ standing, memory, file }) =>
      standing.standing === "verified" && memory?.status === "active" ? sayOf(file.id) : null,
  };
}

function sayMoved(files: readonly MovedPath[]): string | null {
  if (files.some(({ fate }) => fate.kind === "gone")) return "a file that it cites is gone";
  const share = Math.max(0, ...files.map(({ fate }) => fate.share ?? 0));
  if (share <= SHARE_MAX) return null;
  return `${Math.round(share * 100)} % of a file that it cites changed since the approval`;
}

// A record of which memories the user was asked about, and when.

type QuestionLine = { readonly v: 1; readonly at: string; readonly id: string };

const FILE_BYTES_MAX = 1024 * 1024;

export function noteAsked({ now }: Workspace, { root, file }: Pick<LoadedMemory, "root" | "file">): void {
  const asked: QuestionLine = { v: 1, at: renderInstant(now), id: file.id };
  appendToLog(pathOf(root), asked, FILE_BYTES_MAX);
}

function readSilent({ now }: Workspace, root: OpenRoot): ReadonlySet<string> {
  const isSilent = (at: Instant): boolean =>
    at > addDays(now, -SILENT_DAYS) && at <= addDays(now, -OPEN_DAYS);
  const asked = readLog(pathOf(root), isQuestionLine);
  return new Set(asked.filter(({ at }) => isSilent(parseInstant(at) ?? now)).map(({ id }) => id));
}

function isQuestionLine(value: unknown): value is QuestionLine {
  return (
    isRecord(value) && value["v"] === 1 && typeof value["at"] === "string" && typeof value["id"] === "string"
  );
}

function pathOf({ records }: OpenRoot): string {
  return join(records, "asked-moved.ndjson");
}
