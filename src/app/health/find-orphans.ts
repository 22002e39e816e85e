// Temporary files that a killed process left, in a root and in what this machine keeps about it.

import { join } from "node:path";
import { listMonths } from "../../store/archive-files.ts";
import { findAbandoned, findStaged } from "../../store/temporary-files.ts";
import { listAttestedIds } from "../../trust/attest-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** What is staged counts as left behind only for the holder of the lock, once every intent was carried out. */
export function findOrphans(workspace: Workspace, root: OpenRoot): string[] {
  const attested = listAttestedIds(root.path).map((id) => join("attest", id));
  const { path: state } = workspace.state;
  return [
    ...["memories", "quarantine", ...attested, ...listMonths(root.path)].flatMap((directory) =>
      findStaged(join(root.path, directory)),
    ),
    ...[root.path, root.records, state, join(state, "keys"), join(state, "approved")].flatMap(findAbandoned),
  ];
}
