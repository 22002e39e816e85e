// What git runs for a memory that two branches changed: the driver of a merge, rebase, cherry-pick or stash. It has only the
// texts: the statements of the other branch are not in the work tree yet, so it signs nothing, opens no machine state and asks
// nobody. Ours stays, theirs is a new file beside it, and a person says in review which holds.
//
// Attack: a repository names this driver for any file, or calls it with a path that leads out of a root, or has a link where the
// second memory goes; or an agent has it write where the guard would not let it. So the sides are git's own copies and no other
// files; only the file of a memory in a root of this work tree is merged, with plain directories on the way; and no file that is
// there is overwritten, except the copy that git reads the result from. All else is merged as git does it, with its markers.

import { join, resolve, sep } from "node:path";
import { mergeAsText } from "../../../git/staged-files.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { decodeMemoryText } from "../../../memory/file/decode-text.ts";
import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { nameBeside } from "../../../memory/law/sets/view.ts";
import { parseMemoryId, type Scope, STATUSES, TIERS } from "../../../memory/memory.ts";
import { removeQuietly, replaceFile, writeNewFile } from "../../../store/durable.ts";
import { isRoot, PROJECT_SHOWN } from "../../../store/find-root.ts";
import { codeOf, toWriteFailure } from "../../../store/fs-failure.ts";
import { DIRECTORIES, readFileContent } from "../../../store/memory-files.ts";
import { findEntry, refuseOutside } from "../../../store/paths.ts";
import { readRootId } from "../../../store/root-files.ts";
import conflictMarkers from "../../../validate/structure/conflict-markers.ts";

/** As git gives them: three files, and where the memory is in the work tree. */
type DriverCall = {
  readonly cwd: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
};

type DriverOutcome =
  | { readonly kind: "merged" }
  /** Both texts are kept; the second is a new file, relative to the work tree. */
  | { readonly kind: "two"; readonly id: string; readonly second: string }
  /** As git does it: `why` says why, unless it is no memory at all. */
  | { readonly kind: "as-text"; readonly isClean: boolean; readonly why: string | null };

const FILE_MODE = 0o644;

export function driveMerge(call: DriverCall): DriverOutcome {
  refuseOthers(call);
  const place = findPlace(call);
  if (place === null) return leave(call, null);
  const [ours, theirs] = [call.ours, call.theirs].map((path) => readText(call, place.id, path));
  if (typeof ours !== "string" || typeof theirs !== "string")
    return leave(call, "one side is no memory file");
  const root = readRootId(place.root);
  const kept = keepBoth({ root, scope: "project", id: place.id }, { ours, theirs });
  if (kept === null) return leave(call, "one side is no memory file");
  const { second } = kept;
  const added = second === null ? null : addSecond(place, second);
  if (added === "taken") return leave(call, `${second?.name}.md is there and says something else`);
  try {
    replaceFile(resolve(call.cwd, call.ours), kept.text, FILE_MODE);
  } catch (error) {
    if (added !== null) removeQuietly(added);
    throw toWriteFailure(error, "the merged memory");
  }
  if (second === null) return { kind: "merged" };
  return { kind: "two", id: place.id, second: `${place.shown}${second.name}.md` };
}

function leave(call: DriverCall, why: string | null): DriverOutcome {
  const { cwd } = call;
  const at = (path: string): string => resolve(cwd, path);
  const paths = { base: at(call.base), ours: at(call.ours), theirs: at(call.theirs) };
  return { kind: "as-text", isClean: mergeAsText(cwd, paths), why };
}

/** As git calls the copies that it gives to a driver, at the top of the work tree. */
const COPY = /^\.merge_file_\w{1,32}$/;

/** Nobody has a guarded file read or written by calling it a side of a merge. */
function refuseOthers({ cwd, base, ours, theirs }: DriverCall): void {
  for (const name of [base, ours, theirs]) {
    const entry = COPY.test(name) ? findEntry(resolve(cwd, name)) : null;
    if (entry?.isFile() === true && entry.nlink === 1) continue;
    throw new CredenceError(
      "PATH_ERROR",
      "merge-file takes the copies that git gives to a merge driver",
      "credence merge-file ID merges a memory that has conflict markers",
    );
  }
}

type Place = {
  readonly root: string;
  readonly id: string;
  readonly directory: string;
  readonly shown: string;
};

/** @returns null when the path is not that of a memory in a root of the work tree that git merges in. */
function findPlace({ cwd, path }: DriverCall): Place | null {
  const parts = path.split("/");
  const [name = "", directory = ""] = parts.splice(-2).reverse();
  const id = name.endsWith(".md") ? parseMemoryId(name) : null;
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== "..");
  const root = join(cwd, ...parts);
  const isHere = `${sep}${parts.join(sep)}${sep}`.endsWith(`${sep}${PROJECT_SHOWN}`);
  if (id === null || !isPlain || !isHere || !DIRECTORIES.some((each) => each === directory)) return null;
  if (findEntry(join(cwd, ".git")) === null || !isRoot(root)) return null;
  if (!refuseOutside(cwd, join(...parts, directory))) return null;
  return { root, id, directory: join(root, directory), shown: `${parts.join("/")}/${directory}/` };
}

/** @returns null when it is no memory: too large, not text, or a merge that was never finished. An empty base is none. */
function readText({ cwd }: DriverCall, id: string, path: string): string | null {
  const content = readFileContent(resolve(cwd, path));
  if (content.kind === "refused") return null;
  const decoded = decodeMemoryText(content.bytes);
  if (decoded.kind === "undecodable") return null;
  const { text } = decoded;
  const found = conflictMarkers.check({ name: `${id}.md`, text, parsed: parseMemory(text) });
  return found.length === 0 ? text : null;
}

/** @returns the new file; null when it is there already. */
function addSecond(
  { directory }: Place,
  { name, text }: NonNullable<Kept["second"]>,
): string | "taken" | null {
  const path = join(directory, `${name}.md`);
  try {
    writeNewFile(path, text, FILE_MODE);
    return path;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw toWriteFailure(error, "the second memory");
    const there = readFileContent(path);
    const isSame = there.kind === "bytes" && Buffer.from(text).equals(there.bytes);
    return isSame ? null : "taken";
  }
}

// Two branches changed one memory, and git asks what becomes of its file: ours stays in its place, and theirs waits beside it, each as
// it was signed. No text is made that nobody wrote. Where only the marks of acts differ there is one text, with the lower ones.

export type Versions = { readonly ours: string; readonly theirs: string };

export type Kept = {
  /** Of the memory's own file. */
  readonly text: string;
  /** Named after its text, so that it is found again from what was signed. */
  readonly second: { readonly name: string; readonly text: string } | null;
};

/** @returns null where one of them is no memory. */
export function keepBoth(
  place: { readonly root: string; readonly scope: Scope; readonly id: string },
  { ours, theirs }: Versions,
): Kept | null {
  const [first, second] = [parseMemory(ours), parseMemory(theirs)];
  if (first.kind === "broken" || second.kind === "broken") return null;
  if (hashSource(ours) === hashSource(theirs)) {
    const rankOf = ({ tier, status }: typeof first.memory): number =>
      TIERS.indexOf(tier ?? "inferred") * STATUSES.length + STATUSES.indexOf(status);
    return { text: rankOf(first.memory) >= rankOf(second.memory) ? ours : theirs, second: null };
  }
  const name = nameBeside({ ...place, digest: digestMemory(second.memory) });
  return { text: ours, second: { name, text: theirs } };
}
