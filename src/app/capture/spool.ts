// The state of a root's spool: size, age, damaged lines, and whether events are being added.

import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import type { Instant } from "../../memory/instant.ts";
import {
  listSpool,
  measureFiles,
  placeSpool,
  readSpool,
  type SpoolLine,
} from "../../observer/spool/spool.ts";
import { AGE_BOUND, readDropped, SPOOL_BOUND, trimSpool } from "../../observer/spool/trim.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type CaptureState, captureStateOf } from "./open-capture.ts";

/** The pinned JSON shape. */
export type SpoolStatus = {
  readonly capture: CaptureState;
  readonly userTurnsOnly: boolean;
  readonly skipTools: readonly string[];
  readonly excludedProjects: readonly string[];
  readonly keptDays: number;
  readonly sessions: number;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly damaged: readonly { readonly file: string; readonly line: number }[];
  /** Removed to keep the spool within its bounds. */
  readonly dropped: { readonly files: number; readonly bytes: number };
};

export function describeSpool(workspace: Workspace, root: OpenRoot, home: string): SpoolStatus {
  const directory = placeSpool(workspace.state.path, root.id);
  const { config } = readRootConfig(workspace.config.config, root.path);
  const files = measureFiles(listSpool(directory));
  const { lines, damaged } = readSpool(files);
  const times = lines.map(({ record }) => record.at).sort();
  const project = root.project ?? root.path;
  return {
    capture: captureStateOf(config, { projects: [project], home }),
    userTurnsOnly: config["observer.user_turns_only"],
    skipTools: listFor(workspace, config, "capture.skip_tools"),
    excludedProjects: listFor(workspace, config, "capture.excluded_projects"),
    keptDays: SPOOL_BOUND.daysMax,
    sessions: new Set(files.map(({ key }) => key)).size,
    files: files.length,
    lines: lines.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: times[0] ?? null,
    newest: times.at(-1) ?? null,
    damaged,
    dropped: readDropped(directory),
  };
}

/** The user's own patterns and those that the root's file adds. An agent is not shown the latter, because they are the
 * words of a repository. */
function listFor(
  { config: { config: machine }, presence }: Workspace,
  rooted: Config,
  key: "capture.skip_tools" | "capture.excluded_projects",
): readonly string[] {
  const added = rooted[key].length - machine[key].length;
  if (presence.kind === "person" || added === 0) return rooted[key];
  return [...machine[key], `${added} of the project's own memory-config.json`];
}

/** Oldest first within each session; the lines of one session, or of all. */
export function readCaptured(workspace: Workspace, root: OpenRoot, session: string | null): SpoolLine[] {
  const { lines } = readSpool(listSpool(placeSpool(workspace.state.path, root.id)));
  return lines.filter(({ record }) => session === null || record.session === session);
}

// Removes expired lines in every root of this machine, whether or not anything is captured there now. Fails open: removal
// is tried again at the next session start.

export function trimSpools(state: string, now: Instant): void {
  for (const rootId of listSpools(state)) {
    ifPossible(() => trimSpool(placeSpool(state, rootId), now, { keep: null, bound: AGE_BOUND }));
  }
}

function listSpools(state: string): string[] {
  const directory = dirname(placeSpool(state, "any"));
  const names = ifPossible(() => readdirSync(directory, { withFileTypes: true }), []);
  return names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
