// What machine state knows of the remote of a root: its address, which a person named, and when the two last met.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Instant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { parseRemoteUrl, type RemoteUrl } from "../../memory/remote-url.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { readSyncState, SYNC_STATE } from "./sync-state.ts";

/** Everything about the sync of one root. */
export function syncDirectory({ state }: Workspace, { id }: Pick<OpenRoot, "id">): string {
  return join(state.path, "sync", id);
}

/** @returns null when a person named none. */
export function findRemote(workspace: Workspace, root: OpenRoot): RemoteUrl | null {
  const path = remotePath(workspace, root);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const url = isRecord(value) ? value["url"] : null;
  const parsed = typeof url === "string" ? parseRemoteUrl(url) : null;
  return parsed === null || parsed.kind === "refused" ? null : parsed;
}

/** @returns null where a root has met none. */
export function findLastSync(workspace: Workspace, root: OpenRoot): Instant | null {
  const found = statSync(join(syncDirectory(workspace, root), SYNC_STATE), { throwIfNoEntry: false });
  return found?.mtimeMs ?? null;
}

export function hasMet(workspace: Workspace, root: OpenRoot): boolean {
  return readSyncState(syncDirectory(workspace, root)) !== null;
}

export function remotePath(workspace: Workspace, root: OpenRoot): string {
  return join(syncDirectory(workspace, root), "remote.json");
}
