// What the remote has and this root has not: read, judged and admitted.

import type { Difference, Known } from "../../memory/carried.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { hasSource } from "../memories/kept/kept-sources.ts";
import { type Admitted, admitReceived } from "./admit-received.ts";
import { listAbsent } from "./lost-texts.ts";
import { type DecidedPapers, decidePapers } from "./papers.ts";
import { type Objects, type Received, receive } from "./receive.ts";
import { sumLeft } from "./report.ts";
import type { Sync } from "./sync-request.ts";
import type { SyncState } from "./sync-state.ts";

/** What need not be read again. */
export function hasIn({ workspace, root }: Sync): Known["has"] {
  let seen: ReadonlySet<string> | null = null;
  return (name) => {
    if (name.startsWith("t/")) return hasSource(root, name.slice(2));
    seen ??= new Set(
      workspace
        .seenIn(root)
        .recallAfter(0)
        .vouchings.map(({ hash }) => hash),
    );
    return seen.has(name.slice(2));
  };
}

export type Taken = {
  readonly admitted: Admitted;
  readonly papers: DecidedPapers;
  readonly left: ReadonlyMap<string, number>;
  readonly secret: Received["secret"];
};

type Taking = { readonly difference: Difference; readonly state: SyncState; readonly isTrustNew: boolean };

export async function takeOffered(sync: Sync, { difference, state, isTrustNew }: Taking): Promise<Taken> {
  const { workspace, root, carrier, request } = sync;
  const { dryRun, acceptChanges, acceptSettings, onStage } = request;
  const got = await carrier.get(difference.missing);
  onStage?.(`checking ${pluralize(got.objects.size, "object", "objects")}`);
  const came = await receiveWhole(sync, got.objects);
  const papers = await decidePapers({ workspace, root }, difference.papers, { state, acceptSettings });
  if (!dryRun && papers.changes.length > 0)
    withLock(root, () =>
      commitChanges(workspace, root, {
        record: { command: "sync", id: "sync", actor: "machine", digest: null },
        changes: papers.changes,
      }),
    );
  onStage?.("writing");
  const admitting = { came, dryRun, acceptChanges, isTrustNew, strangers: state.strangers };
  const admitted = admitReceived(workspace, root, admitting);
  // What waits for a person is brought again by the next sync.
  if (!dryRun && admitted.held.length === 0) await carrier.settle();
  return { admitted, papers, left: sumLeft(came.left, got.refused, difference.refused), secret: came.secret };
}

/** With the texts of its words: what was left there before, or withheld, is not told again by itself. */
async function receiveWhole({ workspace, root, carrier }: Sync, objects: Objects): Promise<Received> {
  const came = await receive(workspace, root, objects);
  const absent = listAbsent(workspace, root, came);
  if (absent.size === 0) return came;
  const { missing } = await carrier.diff(null);
  const more = await carrier.get(
    missing.filter((name) => name.startsWith("t/") && absent.has(name.slice(2))),
  );
  return more.objects.size === 0 ? came : receive(workspace, root, new Map([...objects, ...more.objects]));
}
