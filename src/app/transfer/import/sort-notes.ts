// Claude Code's notes of all projects, each with the project that its transcripts name. Only whoever asks for all projects gets
// here. Notes whose project is in doubt, or gone, are named and go nowhere; those of one project never go to another's root.

import { join } from "node:path";
import { findEntry } from "../../../store/paths.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import {
  type CallPlace,
  listNamedDirectories,
  listProjectTops,
  listWithNotes,
  placeProjects,
} from "./claude-projects.ts";

export type SortedNotes = { readonly path: string } & (
  | { readonly kind: "of"; readonly directory: string }
  | { readonly kind: "left"; readonly why: string; readonly fix: string }
);

const BY_HAND = "in the project that they belong to: credence import";

export function sortNotes(place: CallPlace): SortedNotes[] {
  const projects = placeProjects(place);
  return listWithNotes(projects).map((name) => {
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
  | { readonly kind: "root"; readonly root: OpenRoot }
  | { readonly kind: "none"; readonly why: string; readonly fix: string };

/** Where the notes about a directory go. `there` is the workspace of that directory, `here` that of the caller. */
export function chooseNotesRoot(
  there: Workspace,
  here: Workspace,
  { directory, cwd }: { readonly directory: string; readonly cwd: string },
): NotesRoot {
  const root = there.roots.find(({ scope }) => scope === "project");
  if (root === undefined) {
    const failed = there.failed.find(({ scope }) => scope === "project")?.error;
    return failed === undefined
      ? {
          kind: "none",
          why: `${directory} has no memory root`,
          fix: `cd ${quote(directory)} && credence init`,
        }
      : { kind: "none", why: `the root of ${directory}: ${failed.message}`, fix: failed.hint };
  }
  const isHere = here.roots.some(({ path }) => path === root.path);
  if (isHere && !listProjectTops(cwd).includes(directory))
    return { kind: "none", why: `${directory} has no root of its own`, fix: BY_HAND };
  return { kind: "root", root };
}

/** For a shell. */
export function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
