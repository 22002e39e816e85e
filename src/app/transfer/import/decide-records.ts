// What decides on records that are ready: the one stores them, the other only says what would become of them.

import { renderInstant } from "../../../memory/instant.ts";
import { backUpRoot } from "../../../store/backup.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import {
  archiveOldSummaries,
  type Fate,
  foreseeRecords,
  type ReadyRecord,
  storeRecords,
} from "./store-records.ts";

export type Decider = {
  readonly decide: (root: OpenRoot, records: readonly ReadyRecord[]) => Fate[];
  /** After the last one, with the roots that have session summaries of this source. Says where the backups are. */
  readonly finish: (withSummaries: ReadonlySet<OpenRoot>) => string[];
};

export function createForesight(workspace: Workspace): Decider {
  const isLimited = workspace.presence.kind !== "person";
  const byRoot = new Map<OpenRoot, (record: ReadyRecord) => Fate>();
  return {
    decide: (root, records) => {
      const foresee = byRoot.get(root) ?? foreseeRecords(workspace, root, isLimited);
      byRoot.set(root, foresee);
      return records.map(foresee);
    },
    finish: () => [],
  };
}

/** A root is backed up before its first change; a run with nothing to store leaves none. */
export function createStorer(workspace: Workspace): Decider {
  const backups = new Map<OpenRoot, string>();
  return {
    decide: (root, records) => {
      if (!backups.has(root)) backups.set(root, backUp(workspace, root));
      return storeRecords(workspace, root, records);
    },
    finish: (withSummaries) => {
      for (const root of withSummaries) archiveOldSummaries(workspace, root);
      return [...backups.values()];
    },
  };
}

export function backUp(workspace: Workspace, root: OpenRoot): string {
  const time = renderInstant(workspace.now).replaceAll(":", "");
  return backUpRoot(workspace.state.path, root, time);
}
