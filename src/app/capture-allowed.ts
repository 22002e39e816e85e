// Whether a project, or a tool of it, is captured at all: what the settings of this machine and of the root say.

import type { Config } from "../memory/config-keys.ts";
import { matchesName, matchesPath } from "../observer/match-glob.ts";

export type CaptureState = "on" | "off" | "excluded";

export function captureStateOf(
  config: Config,
  { projects, home }: { readonly projects: readonly string[]; readonly home: string },
): CaptureState {
  if (!config["capture.enabled"]) return "off";
  const isExcluded = config["capture.excluded_projects"].some((pattern) =>
    projects.some((project) => matchesPath(pattern, project, home)),
  );
  return isExcluded ? "excluded" : "on";
}

/** By its name in any case, or by a pattern such as `mcp__*`. */
export function isSkippedTool(config: Config, tool: string): boolean {
  return config["capture.skip_tools"].some((pattern) =>
    matchesName(pattern.toLowerCase(), tool.toLowerCase()),
  );
}
