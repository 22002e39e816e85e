// Where a session is captured: the project's root, by its id, and the settings that apply there. It opens neither keys nor
// an index, because a tool call has no time for either. Without a root of the project nothing is captured.

import { dirname, join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { findProjectRoot } from "../../store/find-root.ts";
import { readRootId } from "../../store/root-files.ts";
import { isSecondLocation } from "../../store/root-location.ts";
import { ensurePrivate, refuseUnsafeState } from "../../store/state-directory.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import { readConfig, readRootConfig } from "../workspace/read-config.ts";

export type CapturePlace = {
  /** Machine state, checked. */
  readonly state: string;
  readonly root: { readonly id: string; readonly path: string };
  /** What this machine keeps about the root. */
  readonly records: string;
  /** What counts as the project: the work tree one is in, and the one its root lies in. */
  readonly projects: readonly string[];
  readonly home: string;
  /** With what the root's own file tightens. */
  readonly config: Config;
};

export type CaptureHints = { readonly cwd: string; readonly home: string; readonly state: string };

/** Null where there is nothing to capture for: no root, or a copy of one that nobody has looked at. */
export function openCapture({ cwd, home, state }: CaptureHints): CapturePlace | null {
  const root = findProjectRoot(cwd);
  if (root === null) return null;
  const id = readRootId(root.path);
  const real = refuseUnsafeState(state);
  const records = ensurePrivate(join(real, "roots", id));
  if (isSecondLocation(records, root, id)) return null;
  const projects = [findWorkTree(cwd)?.top ?? cwd, root.workTree?.top ?? dirname(dirname(root.path))];
  return {
    state: real,
    root: { id, path: root.path },
    records,
    projects: [...new Set(projects)],
    home,
    config: readRootConfig(readConfig(real).config, root.path).config,
  };
}
