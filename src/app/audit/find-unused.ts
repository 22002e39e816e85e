// Memories that no recall has shown and no agent has read for four weeks, although they are older than that. A receipt names
// what was shown, so without receipts nothing is known: the report says how far back they go.

import { addDays, type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { readAccesses } from "../capture/accesses.ts";
import { readReceipts } from "../recall/receipts.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { AuditReport } from "./report.ts";
import type { Surveyed } from "./survey-memory.ts";

const UNUSED_DAYS = 28;

export function findUnused(workspace: Workspace, surveyed: readonly Surveyed[]): AuditReport["unused"] {
  const limit = addDays(workspace.now, -UNUSED_DAYS);
  const uses = workspace.roots.flatMap((root) => listUses(workspace, root));
  const recent = new Set(uses.filter(({ at }) => (parseInstant(at) ?? 0) >= limit).map(({ name }) => name));
  const unused = surveyed.filter(
    (each) =>
      each.inUse && !recent.has(`${each.item.scope} ${each.item.id}`) && isOlder(each, limit, workspace.now),
  );
  const told = uses.filter(({ isReceipt, at }) => isReceipt && parseInstant(at) !== null).map(({ at }) => at);
  return { receiptsFrom: told.sort()[0] ?? null, memories: unused.map(({ item }) => item) };
}

type Use = { readonly at: string; readonly isReceipt: boolean; readonly name: string | null };

function listUses(workspace: Workspace, root: OpenRoot): Use[] {
  // The user root is asked in every project, and a memory of it that is used in another one is used.
  const receipts = readReceipts({ ...workspace, roots: [root] }).flatMap(({ at, shown }): Use[] => [
    { at, isReceipt: true, name: null },
    ...shown
      .filter(({ scope }) => scope === root.scope)
      .map(({ id }) => ({ at, isReceipt: true, name: `${root.scope} ${id}` })),
  ]);
  const reads = readAccesses(root.records).map(({ at, id }) => {
    return { at, isReceipt: false, name: `${root.scope} ${id}` };
  });
  return [...receipts, ...reads];
}

/** By its own date, else by the first statement about it; one without any plausible date is not called old. */
function isOlder({ item, statements }: Surveyed, limit: Instant, now: Instant): boolean {
  const times = [item.createdAt, ...statements.map(({ time }) => time)]
    .map((time) => (time === null ? null : parseInstant(time)))
    .filter((time) => time !== null && isPlausible(time, now));
  const [born] = times;
  return born !== undefined && born !== null && born <= limit;
}
