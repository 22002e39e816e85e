// Counts the memories from the index alone, quickly enough for an agent that asks during its work.

import type { Scope } from "../../memory/memory.ts";
import { findCaptureNotice } from "../capture/open-capture.ts";
import { creationsLeft } from "../change/daily-limit.ts";
import { withIndexes } from "../index/open-index.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import { countRoot, type Survey } from "../survey/count.ts";
import { readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type StoreSurvey = {
  readonly roots: readonly (Survey & {
    readonly scope: Scope;
    readonly path: string;
    /** The number of memories that machines may still create today; null without a limit. */
    readonly creationsLeft: number | null;
  })[];
  readonly capture: CaptureStatus["capture"];
};

export function surveyStore(
  workspace: Workspace,
  patience: Pick<RefreshOptions, "isLate" | "patient"> = {},
): StoreSurvey {
  const { roots, now } = workspace;
  const surveyed = withIndexes(workspace, { roots, ...patience }, (indexed) =>
    indexed.map((each) => {
      const left = creationsLeft(workspace, each.root);
      return {
        ...countRoot(each, { since: now, ...(patience.isLate && { isLate: patience.isLate }) }),
        scope: each.root.scope,
        path: each.root.shown,
        creationsLeft: Number.isFinite(left) ? left : null,
      };
    }),
  );
  return { roots: surveyed, capture: describeCapture(workspace).capture };
}

export type CaptureStatus = {
  readonly capture: "on" | "off" | "paused";
  /** The exclusions from capture that the project's own file makes, in a sentence. */
  readonly captureNotice: string | null;
};

export function describeCapture(workspace: Workspace): CaptureStatus {
  const { config, state, now, roots } = workspace;
  const project = roots.find(({ scope }) => scope === "project");
  const notice = project === undefined ? null : findCaptureNotice(workspace, project);
  const isOff = !config.config["capture.enabled"] || notice?.isOff === true;
  const isPaused = readPauses(state.path, now).length > 0;
  return { capture: isOff ? "off" : isPaused ? "paused" : "on", captureNotice: notice?.sentence ?? null };
}
