// The place where a session is captured: the project's root, by its id, and the settings that apply there. Opens neither
// keys nor an index, because a tool call has no time for either. Without a root of the project nothing is captured.

import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { SILENCE_REMEDIES } from "../../memory/recall-remedies.ts";
import { matchesName, matchesPath, splitPattern } from "../../observer/capture/match-glob.ts";
import { findPersonalRoot, findProjectRoot, placeUserRoot, type RootPlace } from "../../store/find-root.ts";
import { findRealPlace } from "../../store/paths.ts";
import { readRootId } from "../../store/root-files.ts";
import { locateRoot } from "../../store/root-location.ts";
import { ensurePrivate, refuseUnsafeState } from "../../store/state-directory.ts";
import { findWorkTree } from "../../store/work-tree.ts";
import { isPersonsOwn, readConfig, readRootConfig } from "../workspace/read-config.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type CapturePlace = {
  /** Machine state, checked. */
  readonly state: string;
  readonly root: { readonly id: string; readonly path: string };
  /** The machine state about the root. */
  readonly records: string;
  /** The directories of the project: the current work tree, and the one that contains its root. */
  readonly projects: readonly string[];
  readonly home: string;
  /** The settings, tightened by the root's own file. */
  readonly config: Config;
};

export type CaptureHints = {
  readonly cwd: string;
  readonly home: string;
  readonly state: string;
  /** The directory of Claude Code's own files, if it is not the usual one. */
  readonly claude?: string | null;
};

/** @returns null when there is nothing to capture for: no root, a root that cannot be written, or a copy that the user has
 * not accepted. */
export function openCapture(hints: CaptureHints): CapturePlace | null {
  const { cwd, home, state } = hints;
  const found = findWritable(hints);
  if (found === null) return null;
  const { root, id } = found;
  const real = refuseUnsafeState(state);
  const records = ensurePrivate(join(real, "roots", id));
  if (locateRoot(records, root, id) !== "known") return null;
  const projects = [findWorkTree(cwd)?.top ?? cwd, root.project ?? root.path];
  return {
    state: real,
    root: { id, path: root.path },
    records,
    projects: [...new Set(projects)],
    home,
    config: readRootConfig(readConfig(real).config, root.path).config,
  };
}

/** A broken root is reported at session start and at prompts, not again at each tool call. */
function findWritable(hints: CaptureHints): { readonly root: RootPlace; readonly id: string } | null {
  try {
    const root = findRoot(hints);
    return root === null ? null : { root, id: readRootId(root.path) };
  } catch (error) {
    if (error instanceof CredenceError) return null;
    throw error;
  }
}

/** The root for new memories: the shared one, else the personal one. */
function findRoot({ cwd, home, claude }: CaptureHints): RootPlace | null {
  const tree = findWorkTree(cwd);
  const shared = findProjectRoot(cwd, tree);
  if (shared !== null || tree === null) return shared;
  return findPersonalRoot(tree, placeUserRoot(claude ?? join(home, ".claude")).path);
}

// Decides whether a project, or a tool in it, is captured, by the settings of this machine and of the root.

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

/** The pattern as written, and with links resolved: a project is known by its real path, and the user may have written
 * another path to it. */
function spell(pattern: string, home: string): string[] {
  const parts = splitPattern(pattern, home);
  const real = parts === null ? null : findRealPlace(parts.path);
  return parts === null || real === null ? [pattern] : [pattern, join(real, ...parts.globs)];
}

// Threat: a repository's own configuration silences the record of its sessions. That is allowed, and the user is told.

/** Names of every kind: a root that excludes all of these excludes every tool. */
const TOOLS = ["Bash", "Edit", "Read", "WebFetch", "mcp__server__tool"];

export type CaptureNotice = { readonly isOff: boolean; readonly sentence: string };

/** Null when the root's own file excludes nothing that this machine would capture. */
export function findCaptureNotice(
  {
    config: { config: machine },
    state: { path: statePath },
    home,
  }: Pick<Workspace, "config" | "state" | "home">,
  root: Pick<OpenRoot, "id" | "path" | "shown" | "project">,
): CaptureNotice | null {
  const own = readRootConfig(machine, root.path).config;
  const place = { projects: [root.project ?? root.path], home };
  const skipsAll = (config: Config): boolean => TOOLS.every((tool) => isSkippedTool(config, tool));
  if (captureStateOf(machine, place) !== "on") return null;
  const state = captureStateOf(own, place);
  const say = (does: string): CaptureNotice => ({
    isOff: state !== "on",
    sentence: `the memory-config.json in ${root.shown} ${does}: ${SILENCE_REMEDIES.silenced}`,
  });
  if (state !== "on") return say(DOES[state]);
  const skipped = own["capture.skip_tools"];
  const added = skipped.length - machine["capture.skip_tools"].length;
  if (added === 0 || skipsAll(machine)) return null;
  if (skipsAll(own)) return say("leaves every tool out of capture");
  // The number only, because a repository chose the words.
  const what = pluralize(added, "tool or pattern", "tools or patterns");
  const isNews = !isPersonsOwn(statePath, root.id, ["capture.skip_tools", skipped]);
  return isNews ? say(`leaves ${what} out of capture`) : null;
}

const DOES: Readonly<Record<Exclude<CaptureState, "on">, string>> = {
  off: "turns capture of its sessions off",
  excluded: "excludes this project from capture",
};

/** By its name in any case, or by a pattern such as `mcp__*`. */
export function isSkippedTool(config: Config, tool: string): boolean {
  return config["capture.skip_tools"].some((pattern) =>
    matchesName(pattern.toLowerCase(), tool.toLowerCase()),
  );
}
