// What was done, and what people vouched for, since a day or ever.

import { type Instant, parseInstant } from "../../memory/instant.ts";
import { readOperations } from "../memories/journal.ts";
import { listApprovals } from "../memories/list-approvals.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { AuditReport, OperationCount } from "./report.ts";

const ACTORS: ReadonlySet<string> = new Set(["person", "machine", "validator"]);
const COMMAND = /^[a-z-]{1,30}$/;

/** By command and who asked for it, most often first. */
export function sumOperations(workspace: Workspace, since: Instant | null): OperationCount[] {
  const counts = new Map<string, OperationCount>();
  for (const { at, command, actor } of readOperations(workspace)) {
    // A line that is damaged, or that somebody else wrote, tells nothing.
    if (!isSince(at, since) || !COMMAND.test(command) || !ACTORS.has(actor)) continue;
    const key = `${command} ${actor}`;
    counts.set(key, { command, actor, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.command < b.command ? -1 : 1));
}

/** As this machine saw them, oldest first; the dates are the signers'. */
export function listApprovalsSince(workspace: Workspace, since: Instant | null): AuditReport["approvals"] {
  return workspace.roots.flatMap((root) =>
    listApprovals(workspace, root, 0)
      .approvals.filter(({ time }) => isSince(time, since))
      .map((approval) => ({ ...approval, scope: root.scope })),
  );
}

function isSince(time: unknown, since: Instant | null): boolean {
  const at = typeof time === "string" ? parseInstant(time) : null;
  return at !== null && (since === null || at >= since);
}
