// Sorts Claude Code's notes of all projects into the projects that their transcripts name. Used only for `--all-projects`.
// Notes whose project is doubtful or gone are named and not imported; notes of one project never go into the root of
// another.

import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { findEntry } from "../../../store/paths.ts";
import { openWithAutoRoot } from "../../workspace/auto-root.ts";
import { type OpenRoot, rootOf, type Workspace } from "../../workspace/workspace.ts";
import {
  type CallPlace,
  listNamedDirectories,
  listProjectTops,
  listWithNotes,
  placeProjects,
} from "./claude-projects.ts";
import { walkFiles } from "./walk-files.ts";

export type SortedNotes = { readonly path: string } & (
  | { readonly kind: "of"; readonly directory: string }
  | { readonly kind: "left"; readonly why: string; readonly fix: string }
);

export const BY_HAND = "in the project that they belong to: credence import";

export function sortNotes(place: CallPlace): SortedNotes[] {
  const projects = placeProjects(place);
  // Claude Code creates the directory before there is a note.
  const names = listWithNotes(projects).filter(
    (name) => walkFiles(join(projects, name, "memory"), ".md").length > 0,
  );
  return names.map((name) => {
    const path = join(projects, name, "memory");
    const named = listNamedDirectories(join(projects, name), name);
    const [directory, ...others] = named;
    const left = (why: string): SortedNotes => ({ kind: "left", path, why, fix: BY_HAND });
    if (directory === undefined) return left("no session says which directory they are about");
    if (others.length > 0) return left(`they may be about any of ${named.join(", ")}`);
    if (findEntry(directory)?.isDirectory() !== true) return left(`${directory} is gone`);
    return { kind: "of", path, directory };
  });
}

export type NotesRoot =
  | { readonly kind: "opened"; readonly workspace: Workspace; readonly root: OpenRoot }
  | { readonly kind: "none"; readonly why: string; readonly fix: string };

/** The root of a project, created now if the user has allowed that before; the caller closes both workspaces. */
export function openProjectRoot(workspace: Workspace, mayMake: boolean): NotesRoot {
  const { roots, failed, config, hints } = workspace;
  const root = roots.find(({ scope }) => scope === "project");
  if (root !== undefined) return { kind: "opened", workspace, root };
  const error = failed.find(({ scope }) => scope === "project")?.error;
  if (error !== undefined) return { kind: "none", why: error.message, fix: error.hint };
  const none = {
    kind: "none",
    why: "there is no memory root",
    fix: `cd ${quote(hints.cwd)} && credence init`,
  } as const;
  if (!config.config["roots.auto"]) return none;
  if (!mayMake) return { ...none, fix: "--execute makes one" };
  try {
    const auto = openWithAutoRoot(workspace);
    if (auto.kind === "none")
      return { ...none, why: `there is no memory root, and none is made: ${auto.why}` };
    return { kind: "opened", workspace: auto.workspace, root: rootOf(auto.workspace, "project") };
  } catch (refusal) {
    if (!(refusal instanceof CredenceError)) throw refusal;
    return { kind: "none", why: refusal.message, fix: refusal.hint };
  }
}

/** True for the root of the caller's own project, which must not receive notes about another directory. */
export function isOfCaller(root: OpenRoot, caller: Workspace, directory: string): boolean {
  const isHere = caller.roots.some(({ path }) => path === root.path);
  return isHere && !listProjectTops(caller.hints.cwd).includes(directory);
}

/** For a shell. */
export function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
