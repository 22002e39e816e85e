// Claude Code's project directories: `~/.claude/projects/<name>`, with transcripts of sessions (`*.jsonl`) and, in
// `memory/`, its notes. The name is the project's path with `-` for every other character, so `/a/b-c` and `/a/b/c` share
// one directory. Only a transcript tells whose directory it is, because it names the directory in which its session began.
//
// Attack: notes of one client's project get into another client's repository. A directory counts as a project's only if its
// transcripts name that project and no other; a doubtful one is reported as such, and its notes are not opened.

import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { ifPossible } from "../../../store/fs-failure.ts";
import { findEntry, findRealPlace, resolveLinks } from "../../../store/paths.ts";
import { findWorkTree, listWorkTreeTops } from "../../../store/work-tree.ts";
import { claudeDirectoryOf } from "../../workspace/open-roots.ts";

export type CallPlace = {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The directories of one project: the current one, and the checkouts of its repository. */
export function listProjectTops(cwd: string): string[] {
  const tree = findWorkTree(cwd);
  const tops = tree === null ? [] : [tree.top, ...listWorkTreeTops(tree)];
  return [...new Set([...tops, resolveLinks(cwd)])];
}

export function placeProjects(place: CallPlace): string {
  return join(claudeDirectoryOf(place), "projects");
}

/** Claude Code shortens a longer name and adds a hash. */
const NAME_CHARS_MAX = 200;

function isNameOf(name: string, directory: string): boolean {
  const whole = directory.replaceAll(/[^A-Za-z0-9]/g, "-");
  if (whole.length <= NAME_CHARS_MAX) return name === whole;
  return name.startsWith(`${whole.slice(0, NAME_CHARS_MAX)}-`);
}

export type Ownership =
  | { readonly kind: "own" }
  | { readonly kind: "perhaps"; readonly why: string }
  | { readonly kind: "other" };

/** Decides by name and transcripts whether a directory of Claude Code belongs to a project. */
export function findOwnership(projects: string, name: string, tops: readonly string[]): Ownership {
  // The name can only rule a project out, never confirm it.
  if (!tops.some((top) => isNameOf(name, top))) return { kind: "other" };
  const named = listNamedDirectories(join(projects, name), name);
  const others = named.filter((each) => !tops.includes(each));
  if (named.length === 0)
    return { kind: "perhaps", why: "no session in it says which directory it is about" };
  if (others.length === named.length) return { kind: "other" };
  if (others.length === 0) return { kind: "own" };
  return { kind: "perhaps", why: `it has sessions of ${others.join(", ")}, too` };
}

/** The names of the projects with notes, sorted. */
export function listWithNotes(projects: string): string[] {
  return listNames(projects).filter(
    (name) => findEntry(join(projects, name, "memory"))?.isDirectory() === true,
  );
}

/** The names of all projects, sorted. */
export function listNames(projects: string): string[] {
  return readNames(projects).filter((name) => findEntry(join(projects, name))?.isDirectory() === true);
}

/** Empty when the directory does not exist or cannot be read. */
function readNames(directory: string): string[] {
  return ifPossible(
    () => (findEntry(directory)?.isDirectory() === true ? readdirSync(directory).sort() : []),
    [],
  );
}

/** The refusal of a directory with the notes of several projects. */
export function severalProjects(): CredenceError {
  return new CredenceError(
    "PATH_ERROR",
    "these are the notes of several projects, and one root takes those of one",
    "credence import finds those of this project; credence import --all-projects sorts them into the roots of their own projects",
  );
}

// The directories that the transcripts name. The first line with a `cwd` tells where the session began; later moves of a
// session are ignored, and so is a path that does not belong to the directory of the transcript.

/** More sessions than are needed to identify a project; the newest are read. */
const TRANSCRIPTS_MAX = 100;
/** The first lines of a transcript may be long. */
const HEAD_BYTES = [64 * 1024, 1024 * 1024];

/** With links resolved if the directory still exists. */
export function listNamedDirectories(directory: string, name: string): string[] {
  const newest = readNames(directory)
    .filter((each) => each.endsWith(".jsonl"))
    .map((each) => ({ path: join(directory, each), stat: findEntry(join(directory, each)) }))
    .filter(({ stat }) => stat?.isFile() === true)
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))
    .slice(0, TRANSCRIPTS_MAX);
  const named = newest.flatMap(({ path }) => {
    const began = readBeginning(path);
    return began !== null && isNameOf(name, began) ? [findRealPlace(began) ?? began] : [];
  });
  return [...new Set(named)].sort();
}

/** @returns the directory in which the session of a transcript began; null when the transcript does not tell. */
export function readBeginning(path: string): string | null {
  for (const bytes of HEAD_BYTES) {
    const head = readHead(path, bytes);
    const whole = head.subarray(0, head.lastIndexOf("\n") + 1).toString("utf8");
    for (const line of whole.split("\n")) {
      const value = line.includes('"cwd"') ? parseJson(line) : null;
      if (isRecord(value) && typeof value["cwd"] === "string" && isAbsolute(value["cwd"]))
        return value["cwd"];
    }
    if (head.length < bytes) return null;
  }
  return null;
}

/** Empty for a file that is not regular or not readable. */
function readHead(path: string, bytesMax: number): Buffer {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = ifPossible(() => openSync(path, flags), null);
  if (descriptor === null) return Buffer.alloc(0);
  try {
    const stat = fstatSync(descriptor);
    const buffer = Buffer.alloc(stat.isFile() ? Math.min(bytesMax, stat.size) : 0);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
