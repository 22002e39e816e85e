// A memory in which git left its conflict markers: a person says in review which of the two texts the file keeps. Nothing is signed,
// because the file is what a person's own editor could have left there: a text that was signed stands as it stood, and any other
// waits in review like every edit by hand.
//
// Attack: the file changes after the person looked. It is read again under the lock and has to be what they saw.

import { relative } from "node:path";
import { readSides, type Sides } from "../../../git/read-sides.ts";
import { CredenceError } from "../../../memory/errors.ts";
import { reload } from "../../memories/find-memory.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { commitChanges, withLock } from "../change-root.ts";

/** The text that git put first, or the one below it. */
export type Side = keyof Sides;

/** Each side as it was committed, which git knows until the merge ends; after that, what lies between the markers. */
export function takeSide(workspace: Workspace, target: LoadedMemory, side: Side): void {
  const { file, root, text } = target;
  const { id, directory, path } = file;
  const { workTree } = root;
  withLock(root, () => {
    reload(workspace, target, null);
    const committed = workTree === null ? null : readSides(workTree.top, relative(workTree.top, path));
    const sides = committed ?? splitAtMarkers(text ?? "");
    if (sides === null)
      throw new CredenceError(
        "INVALID_MEMORY",
        `the versions of ${id} cannot be told apart`,
        `edit ${path} by hand: take the markers out, and leave one memory`,
      );
    const changes = [{ kind: "write", path: `${directory}/${id}.md`, text: sides[side] }] as const;
    const record = { command: "resolve", id, actor: "machine", digest: null } as const;
    commitChanges(workspace, root, { record, changes });
  });
}

const MARKERS = [
  ["<<<<<<<", "upper"],
  ["|||||||", "base"],
  ["=======", "lower"],
  [">>>>>>>", "both"],
] as const;

type Part = (typeof MARKERS)[number][1];

const FOLLOWS: Readonly<Record<Part, readonly Part[]>> = {
  both: ["upper"],
  upper: ["base", "lower"],
  base: ["lower"],
  lower: ["both"],
};

/** @returns null when the markers do not follow each other as git writes them. */
function splitAtMarkers(text: string): Sides | null {
  const sides = { upper: "", lower: "" };
  let part: Part = "both";
  for (const line of text.split(/(?<=\n)/)) {
    const next = MARKERS.find(([mark]) => isMarker(line, mark))?.[1];
    if (next !== undefined) {
      if (!FOLLOWS[part].includes(next)) return null;
      part = next;
    } else {
      if (part === "both" || part === "upper") sides.upper += line;
      if (part === "both" || part === "lower") sides.lower += line;
    }
  }
  return part === "both" ? sides : null;
}

function isMarker(line: string, mark: string): boolean {
  const rest = line.replace(/\r?\n$/, "");
  return rest === mark || (mark !== "=======" && rest.startsWith(`${mark} `));
}
