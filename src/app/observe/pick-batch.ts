// The next batch of a session: the one that was begun before, else the first lines that nobody has read.

import { BATCH_LINES_MAX, chooseBatch, nameBatch } from "../../observer/spool/choose-batch.ts";
import { type PendingLine, readPending } from "../../observer/spool/pending.ts";
import { listSpool } from "../../observer/spool/spool-files.ts";
import type { Drain } from "./drain.ts";
import { type Intent, readIntent } from "./intent.ts";
import { addTaint, type Progress, readProgress } from "./progress.ts";

export type Batch = {
  readonly intent: Intent;
  /** Taken up from a process that did not finish it. */
  readonly isResumed: boolean;
  readonly lines: readonly PendingLine[];
  readonly session: string;
  /** What was in the context by the end of it. */
  readonly taint: readonly string[];
  /** What the person said last before it and first after it. */
  readonly before: string;
  readonly after: string;
  readonly progress: Progress;
};

/** Null where the session was read to its end. */
export function pickBatch({ place, limits }: Pick<Drain, "place" | "limits">, key: string): Batch | null {
  const files = listSpool(place.spool).filter((file) => file.key === key);
  const progress = readProgress(place, key);
  // More than is read: what the person says next may hold the rest of a secret.
  const { lines: pending, saidBefore } = readPending(files, progress.files, BATCH_LINES_MAX + 1);
  const begun = readIntent(place, key);
  const ids = new Set(begun?.lines);
  const lines =
    begun === null ? chooseBatch(pending, limits.invocation) : pending.filter(({ id }) => ids.has(id));
  if (begun === null && lines.length === 0) return null;
  const lineIds = lines.map(({ id }) => id);
  const batch = nameBatch(key, lineIds);
  return {
    intent: begun ?? { v: 1, batch, key, lines: lineIds, tries: 0, answered: null },
    isResumed: begun !== null,
    lines,
    session: lines[0]?.record.session ?? begun?.answered?.session ?? "",
    taint: addTaint(
      progress.taint,
      lines.flatMap(({ record }) => record.taint),
    ),
    before: saidBefore?.record.text ?? "",
    after: findNext(pending, lines)?.record.text ?? "",
    progress,
  };
}

/** Is anything left in the spool of what it was made from? */
export function isStillThere({ place }: Pick<Drain, "place">, { intent, progress }: Batch): boolean {
  const files = listSpool(place.spool).filter((file) => file.key === intent.key);
  const { lines } = readPending(files, progress.files, BATCH_LINES_MAX + 1);
  return lines.some(({ id }) => intent.lines.includes(id));
}

/** What the person said next, whatever else happened in between. */
function findNext(pending: readonly PendingLine[], lines: readonly PendingLine[]): PendingLine | null {
  const ids = new Set(lines.map(({ id }) => id));
  const last = pending.findLastIndex(({ id }) => ids.has(id));
  return pending.slice(last + 1).find(({ record }) => record.kind === "prompt") ?? null;
}
