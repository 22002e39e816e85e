// What is in quarantine, and in which of S4's windows: passive for 30 days, in audits with its reason until day 90, then a
// candidate for the archive. Nothing is archived here: that is a person's to do.

import { addDays, daysSince, type Instant, renderInstant } from "../../memory/instant.ts";
import { readOperations } from "../memories/journal.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { QuarantinedItem } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

/** Without --since this is what counts as new. */
export const NEW_DAYS = 7;

/** The longest there first. */
export function listQuarantine(
  workspace: Workspace,
  surveyed: readonly Surveyed[],
  since: Instant | null,
): QuarantinedItem[] {
  const { now } = workspace;
  const reasons = new Map(
    workspace.roots.map((root) => [root.id, readReasons({ ...workspace, roots: [root] })]),
  );
  const newFrom = since ?? addDays(now, -NEW_DAYS);
  return surveyed
    .flatMap(({ item, root, age, quarantinedOn, quarantineReason }) => {
      if (age.quarantine === null || quarantinedOn === null) return [];
      return {
        ...item,
        window: age.quarantine,
        since: renderInstant(quarantinedOn),
        days: Math.max(0, daysSince(quarantinedOn, now)),
        why: reasons.get(root.id)?.get(item.id) ?? quarantineReason,
        isNew: quarantinedOn >= newFrom,
      };
    })
    .sort((a, b) => b.days - a.days || (a.id < b.id ? -1 : 1));
}

/** Why this machine put a memory there, by id: the last word counts. */
function readReasons(workspace: Workspace): Map<string, string> {
  const lowered = readOperations(workspace).filter(({ command }) =>
    ["demote", "quarantine"].includes(command),
  );
  return new Map(
    lowered.flatMap(({ id, reason }) => (typeof reason === "string" && reason !== "" ? [[id, reason]] : [])),
  );
}
