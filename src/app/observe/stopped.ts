// An Observer that stopped, for doctor: what it ended with stays true until somebody does something about it.

import type { Instant } from "../../memory/instant.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { placeObserver } from "./drain.ts";
import { isStop, STOPS } from "./news.ts";
import { type RunRecord, ranAt, readRun } from "./run-record.ts";

/** One sentence for each root whose Observer is on and stopped. */
export function listStopped(workspace: Workspace): string[] {
  return workspace.roots.flatMap((root) => {
    const { config } = readRootConfig(workspace.config.config, root.path);
    const run = readRun(placeObserver(workspace.state.path, root));
    const end = run === null || config["observer.provider"] === "none" ? null : sayEnd(run, workspace.now);
    return end === null ? [] : [`${root.shown}: ${end}: credence observer status`];
  });
}

/** No run takes as long. */
const RUN_MS = 3_600_000;

/** How a drain ended that did not read everything, where nothing changes that by itself; null for any other end. */
function sayEnd(run: RunRecord, now: Instant): string | null {
  const { end, at, code } = run;
  if (isStop(end)) return `${STOPS[end]} (${at})`;
  if (end === "failed") return `the Observer failed (${at}, ${code ?? "INTERNAL"})`;
  const isKilled = end === "running" && ranAt(run) < now - RUN_MS;
  return isKilled ? `the Observer was ended in the middle of its work (${at})` : null;
}
