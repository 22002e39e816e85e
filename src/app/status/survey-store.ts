// How the memories here stand, from the index alone: quick enough for an agent that asks in the middle of its work.

import type { Scope, Standing } from "../../memory/memory.ts";
import { countWaiting } from "../../search/index/waiting.ts";
import { findCaptureNotice } from "../capture/open-capture.ts";
import { creationsLeft } from "../change/daily-limit.ts";
import { withIndexes } from "../index/open-index.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import { countIndexed } from "../index/survey-files.ts";
import { observationClock } from "../memories/law.ts";
import { readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type StoreSurvey = {
  readonly roots: readonly {
    readonly scope: Scope;
    readonly path: string;
    readonly standings: Readonly<Record<Standing, number>>;
    /** Inferred ones that a person could confirm now, and verified ones that grew stale. */
    readonly due: number;
    readonly stale: number;
    /** How many more can be created today without a person; null when nothing limits it. */
    readonly creationsLeft: number | null;
  }[];
  readonly capture: CaptureStatus["capture"];
};

export function surveyStore(
  workspace: Workspace,
  patience: Pick<RefreshOptions, "isLate" | "patient"> = {},
): StoreSurvey {
  const { roots, now } = workspace;
  const surveyed = withIndexes(workspace, { roots, ...patience }, (indexed) =>
    indexed.map(({ root, index }) => {
      const left = creationsLeft(workspace, root);
      const { due, stale } = countWaiting(index, {
        now,
        observationClock: observationClock(workspace),
        since: now,
      });
      return {
        scope: root.scope,
        path: root.shown,
        standings: countIndexed(index),
        due,
        stale,
        creationsLeft: Number.isFinite(left) ? left : null,
      };
    }),
  );
  return { roots: surveyed, capture: describeCapture(workspace).capture };
}

export type CaptureStatus = {
  readonly capture: "on" | "off" | "paused";
  /** What the project's own file keeps from being captured, in a sentence. */
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
