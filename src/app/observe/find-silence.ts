// Threat: a person excludes a project, turns capture off or pauses, and what had been captured by then is sent all the same.
// It stays in the spool instead. Fails closed: a pause that cannot be read is still one.

import type { Config } from "../../memory/config/config-keys.ts";
import type { Instant } from "../../memory/instant.ts";
import { captureStateOf } from "../capture/capture-allowed.ts";
import { isPaused } from "../workspace/pause.ts";

export type Silence = "excluded" | "paused";

type Sessions = {
  /** Machine state. */
  readonly state: string;
  /** With what the root tightens. */
  readonly config: Config;
  readonly projects: readonly string[];
  readonly home: string;
};

/** Null where sessions may be read, but for those that are paused by themselves. */
export function findSilence({ state, config, projects, home }: Sessions, now: Instant): Silence | null {
  if (captureStateOf(config, { projects, home }) !== "on") return "excluded";
  return isPaused(state, { now, session: null }) ? "paused" : null;
}
