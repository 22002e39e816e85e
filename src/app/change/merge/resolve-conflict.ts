// A memory in which git left its conflict markers, because no driver was installed or it could not merge: the two versions are
// merged field by field after all. They come from git's index, or from between the markers where the merge was committed so.

import { relative } from "node:path";
import { readStages } from "../../../git/merge-conflict.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { mergeMemory, type Versions } from "../../../memory/file/merge-memory.ts";
import { reload } from "../../memories/find-memory.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { commitOperations, withLock } from "../change-root.ts";
import { judgeJoin, planJoin } from "./join-memory.ts";

export type Resolved = {
  readonly id: string;
  /** The id of the other text, where both are kept. */
  readonly second: string | null;
};

export async function resolveConflict(workspace: Workspace, target: LoadedMemory): Promise<Resolved> {
  const { file, root, text, input } = target;
  const { id, directory } = file;
  if (text === null || input.file.conflictLine === undefined) {
    throw new CredenceError("WRONG_STANDING", `${id} has no conflict markers`);
  }
  const versions = stagesOf(target) ?? readMarkers(text);
  const merged = versions === null ? null : mergeMemory(id, versions);
  if (versions === null || merged === null || merged.kind === "unreadable") {
    throw new CredenceError(
      "INVALID_MEMORY",
      `the versions of ${id} cannot be told apart`,
      `edit ${file.path} by hand: take the markers out, and leave one memory`,
    );
  }
  const both = [versions.a, versions.b] as const;
  const judged = await judgeJoin(workspace, { id, directory, versions: both, merged, command: "merge-file" });
  return withLock(root, () => {
    reload(workspace, target, null);
    const operations = planJoin(workspace, root, judged);
    commitOperations(workspace, root, { operations });
    return { id, second: operations.map(({ record }) => record.id).find((each) => each !== id) ?? null };
  });
}

function stagesOf({ root: { workTree }, file }: LoadedMemory): Versions | null {
  if (workTree === null) return null;
  const stages = readStages(workTree.top, relative(workTree.top, file.path));
  return stages === null ? null : { base: stages.base, a: stages.ours, b: stages.theirs };
}

const MARKERS = [
  ["<<<<<<<", "a"],
  ["|||||||", "base"],
  ["=======", "b"],
  [">>>>>>>", "all"],
] as const;

type Side = (typeof MARKERS)[number][1];

/** @returns null when the markers do not follow each other as git writes them. */
function readMarkers(text: string): Versions | null {
  const sides = { base: "", a: "", b: "" };
  let side: Side = "all";
  let hasBase = false;
  for (const line of text.split(/(?<=\n)/)) {
    const next = MARKERS.find(([mark]) => isMarker(line, mark))?.[1];
    if (next === undefined) {
      for (const each of ["base", "a", "b"] as const)
        if (side === "all" || side === each) sides[each] += line;
      continue;
    }
    if (!FOLLOWS[side].includes(next)) return null;
    hasBase ||= next === "base";
    side = next;
  }
  if (side !== "all") return null;
  return { base: hasBase ? sides.base : null, a: sides.a, b: sides.b };
}

const FOLLOWS: Readonly<Record<Side, readonly Side[]>> = {
  all: ["a"],
  a: ["base", "b"],
  base: ["b"],
  b: ["all"],
};

function isMarker(line: string, mark: string): boolean {
  const rest = line.replace(/\r?\n$/, "");
  return rest === mark || (mark !== "=======" && rest.startsWith(`${mark} `));
}
