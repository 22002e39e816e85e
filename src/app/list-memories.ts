// Every memory of some roots, each with its standing.

import type { Vouching } from "../memory/standing.ts";
import { listFiles } from "../store/memory-files.ts";
import { listAttestedIds } from "../trust/attest-files.ts";
import { gatherStatements, type LoadedMemory, loadFile } from "./load-memory.ts";
import type { OpenRoot, Workspace } from "./workspace.ts";

export function listMemories(workspace: Workspace, roots: readonly OpenRoot[]): LoadedMemory[] {
  return roots.flatMap((root) => {
    const remembered = groupById(workspace.seenIn(root).recall(null));
    const { entries } = listFiles(root.path);
    learnOfRemoved(workspace, root, { remembered, present: new Set(entries.map(({ id }) => id)) });
    return entries.map((file) =>
      loadFile(workspace, root, { file, remembered: remembered.get(file.id) ?? [] }),
    );
  });
}

type Known = {
  readonly remembered: ReadonlyMap<string, readonly Vouching[]>;
  readonly present: ReadonlySet<string>;
};

/** Statements about memories that have no file: a `forget` that arrived from another machine has to be seen, too. */
function learnOfRemoved(workspace: Workspace, root: OpenRoot, { remembered, present }: Known): void {
  for (const id of listAttestedIds(root.path)) {
    if (present.has(id)) continue;
    gatherStatements(workspace, root, { id, remembered: remembered.get(id) ?? [], file: NO_FILE });
  }
}

const NO_FILE = { digest: null, tier: null, status: "active", directory: "memories" } as const;

function groupById(vouchings: readonly Vouching[]): Map<string, Vouching[]> {
  const groups = new Map<string, Vouching[]>();
  for (const vouching of vouchings) {
    const group = groups.get(vouching.id);
    if (group === undefined) groups.set(vouching.id, [vouching]);
    else group.push(vouching);
  }
  return groups;
}
