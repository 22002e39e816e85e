// Attack: an import that reads what is withheld (a root's own quarantine, another root, a backup in machine state) and
// stores it again under this machine's signature. Credence's own files are not a source.
//
// Attack: notes of other projects get into this one's root, which a team may publish. Of Claude Code's notes only those of
// this project are a source, and never the directory of all projects.

import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import type { ImportSourceName } from "../../../memory/import-source.ts";
import { isInside, isRoot } from "../../../store/find-root.ts";
import { reading } from "../../../store/fs-failure.ts";
import { findRealPlace } from "../../../store/paths.ts";
import { claudeDirectoryOf } from "../../workspace/open-roots.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { RECORD_FOLDERS } from "./claude-memory.ts";
import {
  type CallPlace,
  findOwnership,
  listProjectTops,
  placeProjects,
  severalProjects,
} from "./claude-projects.ts";
import type { ImportSource, SourcePlace } from "./record.ts";

export type SourceRequest = {
  readonly name: ImportSourceName;
  readonly place: CallPlace;
  readonly path: string;
  readonly project: string | null;
  readonly sessions?: ReadonlySet<string> | null;
};

export async function openSource(workspace: Workspace, request: SourceRequest): Promise<ImportSource> {
  const path = findPlace(request);
  refuseOwnPlace(workspace, path, request);
  refuseOtherProjects(path, request);
  const { project, sessions = null } = request;
  const loaded = new Set(listLoadedFiles(request.place));
  return openReader(request.name, { path, now: workspace.now, project, sessions, loaded });
}

/** Files that clients load into each session by themselves. */
export function listLoadedFiles(place: CallPlace): string[] {
  const directories = [...listProjectTops(place.cwd), claudeDirectoryOf(place)];
  return directories.flatMap((directory) => LOADED.map((name) => join(directory, name)));
}

const LOADED = ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md"];

async function openReader(name: ImportSourceName, place: SourcePlace): Promise<ImportSource> {
  switch (name) {
    case "claude-code-memory":
      return (await import("./claude-code-memory.ts")).readClaudeCodeMemory(place);
    case "claude-memory":
      return (await import("./claude-memory.ts")).readClaudeMemory(place);
    case "claude-mem":
      return (await import("./claude-mem.ts")).readClaudeMem(place);
    case "claude-config":
      return (await import("./markdown.ts")).readClaudeConfig(place);
    case "mcp-memory":
      return (await import("./mcp-memory.ts")).readMcpMemory(place);
    case "markdown":
      return (await import("./markdown.ts")).readMarkdown(place);
  }
}

function findPlace({ place, path }: SourceRequest): string {
  return reading(path, () => realpathSync(resolve(place.cwd, path)));
}

function refuseOtherProjects(path: string, { place }: SourceRequest): void {
  const projects = findRealPlace(placeProjects(place)) ?? placeProjects(place);
  // Walks do not enter names that begin with a dot, at any depth.
  const isWalkedInto = isInside(path, projects) && !/(?:^|[\\/])\./.test(relative(path, projects));
  if (isWalkedInto) throw severalProjects();
  if (!isInside(projects, path)) return;
  const [name = ""] = relative(projects, path).split(sep);
  if (findOwnership(projects, name, listProjectTops(place.cwd)).kind !== "other") return;
  throw new CredenceError(
    "PATH_ERROR",
    `${name} has the notes of another project`,
    "run credence import in that project, or credence import --all-projects; if the project was moved, import a copy of the notes",
  );
}

function refuseOwnPlace(workspace: Workspace, path: string, { name }: SourceRequest): void {
  const cache = findRealPlace(workspace.cache) ?? workspace.cache;
  if ([workspace.state.path, cache].some((own) => isInside(own, path))) {
    throw new CredenceError("PATH_ERROR", "the source is inside machine state", OTHER_PLACE);
  }
  const root = findRootAbove(path);
  if (root === null) return;
  // claude-memory keeps its records in the directory that is our root, in folders that are not ours.
  const isRecords = name === "claude-memory" && (path === root || isRecordFolder(root, path));
  if (!isRecords) throw new CredenceError("PATH_ERROR", "the source is inside a memory root", OTHER_PLACE);
}

const OTHER_PLACE = "give a directory or file of another tool";

function isRecordFolder(root: string, path: string): boolean {
  const folders: readonly string[] = Object.values(RECORD_FOLDERS);
  const inside = [path, dirname(path)].find((each) => dirname(each) === root);
  return inside !== undefined && folders.includes(basename(inside));
}

function findRootAbove(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (isRoot(at)) return at;
    if (at === dirname(at)) return null;
  }
}
