// What changed past our commands: texts that are not the ones somebody vouched for, histories that lost a statement, files
// that lie where they should not or nowhere, statements that are none.

import type { Cause } from "../../memory/law/standing.ts";
import { examineRoot } from "../health/examine-root.ts";
import { findVanished } from "../health/find-vanished.ts";
import { HIDDEN } from "../memories/find-hidden.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
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
  const changed = surveyed.flatMap(({ item: { id, scope, reason }, cause, hidden }) => [
    ...(DRIFTED.has(cause) ? [driftOf(cause, { scope, id, message: reason })] : []),
    ...(hidden ? [driftOf("recorded-archived", { scope, id, message: HIDDEN })] : []),
  ]);
  const vanished = workspace.roots
    .flatMap((root) => findVanished(workspace, root))
    .map(({ scope, id, reason }) =>
      driftOf("vanished", { scope, id, message: `no file of it is here: ${reason}` }),
    );
  return [...workspace.roots.flatMap((root) => examine(workspace, root)), ...changed, ...vanished];
}

function driftOf(check: string, of: Pick<Drift, "scope" | "id" | "message">): Drift {
  return { check, level: "warning", ...of };
}

function examine(workspace: Workspace, root: OpenRoot): Drift[] {
  return examineRoot(workspace, root)
    .filter(({ check }) => !LEFT_OUT.has(check))
    .map(({ check, level, message }) => ({ check, level, scope: root.scope, id: null, message }));
}
