// How the memories here stand, from the index alone: quick enough for an agent that asks in the middle of its work.

import type { Scope, Standing } from "../../memory/memory.ts";
import { countStandings, countWaiting } from "../../search/index/reader.ts";
import { creationsLeft } from "../change/daily-limit.ts";
import { withIndexes } from "../index/open-index.ts";
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
  readonly capture: "on" | "off" | "paused";
};

export function surveyStore(workspace: Workspace): StoreSurvey {
  const { roots, now, state, config } = workspace;
  const surveyed = withIndexes(workspace, { roots }, (indexed) =>
    indexed.map(({ root, index }) => {
      const left = creationsLeft(workspace, root);
      const { due, stale } = countWaiting(index, { now, since: now });
      return {
        scope: root.scope,
        path: root.shown,
        standings: countStandings(index),
        due,
        stale,
        creationsLeft: Number.isFinite(left) ? left : null,
      };
    }),
  );
  const paused = readPauses(state.path, now).length > 0;
  const capture = !config.config["capture.enabled"] ? "off" : paused ? "paused" : "on";
  return { roots: surveyed, capture };
}
