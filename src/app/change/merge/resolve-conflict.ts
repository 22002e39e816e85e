// A memory in which git left its conflict markers, because no driver was installed: both versions are kept after all. They come from
// git's index, or from between the markers where the merge was committed so.

import { relative } from "node:path";
import { readStages } from "../../../git/staged-files.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { findFile } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { readContent } from "../../memories/file/read-content.ts";
import { reload } from "../../memories/find-memory.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { commitChanges, withLock } from "../change-root.ts";
import { type Kept, keepBoth, type Versions } from "./merge-driver.ts";

export type Resolved = {
  readonly id: string;
  /** The id of the other text, where both are kept. */
  readonly second: string | null;
};

export function resolveConflict(workspace: Workspace, target: LoadedMemory): Resolved {
  const { file, root, text, input } = target;
  const { id, directory } = file;
  if (text === null || input.file.conflictLine === undefined) {
    throw new CredenceError("WRONG_STANDING", `${id} has no conflict markers`);
  }
  const versions = stagesOf(target) ?? readMarkers(text);
  const kept = versions === null ? null : keepBoth(input.place, versions);
  if (kept === null) {
    throw new CredenceError(
      "INVALID_MEMORY",
      `the versions of ${id} cannot be told apart`,
      `edit ${file.path} by hand: take the markers out, and leave one memory`,
    );
  }
  const { second } = kept;
  return withLock(root, () => {
    reload(workspace, target, null);
    const changes: Change[] = [{ kind: "write", path: `${directory}/${id}.md`, text: kept.text }];
    if (second !== null) {
      refuseTaken(root, second);
      changes.push({ kind: "write", path: `${directory}/${second.name}.md`, text: second.text });
    }
    const record = { command: "merge-file", id, actor: "machine", digest: null } as const;
    commitChanges(workspace, root, { record, changes });
    return { id, second: second?.name ?? null };
  });
}

/** Somebody may have put a text of their own there. */
function refuseTaken({ path }: OpenRoot, { name, text }: NonNullable<Kept["second"]>): void {
  const there = findFile(path, name);
  if (there === null || readContent(there).text === text) return;
  throw new CredenceError("INVALID_MEMORY", `${name} is there and says something else`);
}

function stagesOf({ root: { workTree }, file }: LoadedMemory): Versions | null {
  return workTree === null ? null : readStages(workTree.top, relative(workTree.top, file.path));
}

const MARKERS = [
  ["<<<<<<<", "ours"],
  ["|||||||", "base"],
  ["=======", "theirs"],
  [">>>>>>>", "all"],
] as const;

type Side = (typeof MARKERS)[number][1];

/** @returns null when the markers do not follow each other as git writes them. */
function readMarkers(text: string): Versions | null {
  const sides = { ours: "", theirs: "" };
  let side: Side = "all";
  for (const line of text.split(/(?<=\n)/)) {
    const next = MARKERS.find(([mark]) => isMarker(line, mark))?.[1];
    if (next === undefined) {
      for (const each of ["ours", "theirs"] as const)
        if (side === "all" || side === each) sides[each] += line;
      continue;
    }
    if (!FOLLOWS[side].includes(next)) return null;
    side = next;
  }
  return side === "all" ? sides : null;
}

const FOLLOWS: Readonly<Record<Side, readonly Side[]>> = {
  all: ["ours"],
  ours: ["base", "theirs"],
  base: ["theirs"],
  theirs: ["all"],
};

function isMarker(line: string, mark: string): boolean {
  const rest = line.replace(/\r?\n$/, "");
  return rest === mark || (mark !== "=======" && rest.startsWith(`${mark} `));
}
