// Whether a project, or a tool of it, is captured at all: what the settings of this machine and of the root say.

import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { matchesName, matchesPath, splitPattern } from "../../observer/capture/match-glob.ts";
import { findRealPlace } from "../../store/find-real-place.ts";

export type CaptureState = "on" | "off" | "excluded";

export function captureStateOf(
  config: Config,
  { projects, home }: { readonly projects: readonly string[]; readonly home: string },
): CaptureState {
  if (!config["capture.enabled"]) return "off";
  const patterns = config["capture.excluded_projects"].flatMap((pattern) => spell(pattern, home));
  const isExcluded = patterns.some((pattern) =>
    projects.some((project) => matchesPath(pattern, project, home)),
  );
  return isExcluded ? "excluded" : "on";
}

/** As it was written, and without links: a project is known by its real path, and its owner may know another way to it. */
function spell(pattern: string, home: string): string[] {
  const parts = splitPattern(pattern, home);
  const real = parts === null ? null : findRealPlace(parts.path);
  return parts === null || real === null ? [pattern] : [pattern, join(real, ...parts.globs)];
}

/** By its name in any case, or by a pattern such as `mcp__*`. */
export function isSkippedTool(config: Config, tool: string): boolean {
  return config["capture.skip_tools"].some((pattern) =>
    matchesName(pattern.toLowerCase(), tool.toLowerCase()),
  );
}
