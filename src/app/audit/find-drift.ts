// What changed past our commands: texts that are not the ones somebody vouched for, histories that lost a statement, files
// that lie where they should not, statements that are none.

import type { Cause } from "../../memory/standing.ts";
import { examineRoot } from "../examine-root.ts";
import type { OpenRoot, Workspace } from "../workspace.ts";
import type { Drift } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

/** Standings that nothing but a change past us explains. */
const DRIFTED: ReadonlySet<Cause> = new Set([
  "changed-since-approval",
  "changed-since-written",
  "rolled-back",
  "superseded",
  "approved-but-recorded-inferred",
  "recorded-quarantined",
  "recorded-retired",
]);
/** Said elsewhere in the report, or no drift. */
const LEFT_OUT: ReadonlySet<string> = new Set(["broken", "ignored", "mid-merge"]);

export function findDrift(workspace: Workspace, surveyed: readonly Surveyed[]): Drift[] {
  const changed = surveyed
    .filter(({ cause }) => DRIFTED.has(cause))
    .map(
      ({ item: { id, scope, reason }, cause }): Drift => ({
        check: cause,
        level: "warning",
        scope,
        id,
        message: reason,
      }),
    );
  return [...workspace.roots.flatMap((root) => examine(workspace, root)), ...changed];
}

function examine(workspace: Workspace, root: OpenRoot): Drift[] {
  return examineRoot(workspace, root)
    .filter(({ check }) => !LEFT_OUT.has(check))
    .map(({ check, level, message }) => ({ check, level, scope: root.scope, id: null, message }));
}
