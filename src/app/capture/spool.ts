// What is in the spool of a root: how much, how old, whole or damaged, and whether anything is added to it.

import { dirname } from "node:path";
import { readSpool } from "../../observer/spool/spool.ts";
import { listSpool, measureFiles, placeSpool } from "../../observer/spool/spool-files.ts";
import type { SpoolLine } from "../../observer/spool/spool-line.ts";
import { readDropped, SPOOL_BOUND } from "../../observer/spool/trim.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type CaptureState, captureStateOf } from "./capture-allowed.ts";

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
  /** What went to keep it within its bounds. */
  readonly dropped: { readonly files: number; readonly bytes: number };
};

export function describeSpool(workspace: Workspace, root: OpenRoot, home: string): SpoolStatus {
  const directory = placeSpool(workspace.state.path, root.id);
  const { config } = readRootConfig(workspace.config.config, root.path);
  const files = measureFiles(listSpool(directory));
  const { lines, damaged } = readSpool(files);
  const times = lines.map(({ record }) => record.at).sort();
  const project = root.workTree?.top ?? dirname(dirname(root.path));
  return {
    capture: captureStateOf(config, { projects: [project], home }),
    userTurnsOnly: config["observer.user_turns_only"],
    skipTools: config["capture.skip_tools"],
    excludedProjects: config["capture.excluded_projects"],
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

/** Oldest first within each session; those of one session, or of all. */
export function readCaptured(workspace: Workspace, root: OpenRoot, session: string | null): SpoolLine[] {
  const { lines } = readSpool(listSpool(placeSpool(workspace.state.path, root.id)));
  return lines.filter(({ record }) => session === null || record.session === session);
}
