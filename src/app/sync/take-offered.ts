// What the remote has and this root has not: read, judged and admitted.

import type { Difference, Known } from "../../memory/carried.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { isDecision } from "../../memory/law/sets/sets.ts";
import { isTextStatement } from "../../memory/law/statement.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { createCopyFinder } from "../change/removed/near-copies.ts";
import { findSigner } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type Admitted, admitReceived } from "./admit-received.ts";
import { listAbsent } from "./lost-texts.ts";
import { type DecidedPapers, decidePapers } from "./papers.ts";
import { leaveStrangers, type Objects, type Received, receive } from "./receive.ts";
import { sumLeft } from "./report.ts";
import type { Sync } from "./sync-request.ts";
import type { SyncState } from "./sync-state.ts";

/** What need not be read again. */
export function hasIn({ workspace, root }: Sync): Known["has"] {
  let seen: ReadonlySet<string> | null = null;
  return (name) => {
    if (name.startsWith("t/")) return workspace.seenIn(root).texts.read(name.slice(2)) !== null;
    seen ??= new Set(
      workspace
        .seenIn(root)
        .recallAfter(0)
        .statements.map(({ hash }) => hash),
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
  const received = await receiveWhole(sync, got.objects);
  const papers = await decidePapers({ workspace, root }, difference.papers, { state, acceptSettings });
  if (!dryRun && papers.changes.length > 0)
    withLock(root, () =>
      commitChanges(workspace, root, {
        record: { command: "sync", id: "sync", actor: "machine", digest: null },
        changes: papers.changes,
      }),
    );
  // With the cards that came: whose owner has one in the root goes before other strangers.
  const shared = leaveStrangers(workspace, root, { came: received, strangers: state.strangers });
  const came = withholdCopies(workspace, root, shared.came);
  onStage?.("writing");
  const admitted = admitReceived(workspace, root, { ...shared, came, dryRun, acceptChanges, isTrustNew });
  // What waits for a person is brought again by the next sync.
  if (!dryRun && admitted.held.length === 0) await carrier.settle();
  return { admitted, papers, left: sumLeft(came.left, got.refused, difference.refused), secret: came.secret };
}

/** A text that is nearly one in quarantine here comes in like one that a validator fails, unless a person vouches for it. */
function withholdCopies(workspace: Workspace, root: OpenRoot, came: Received): Received {
  const words = [...came.statements.values()]
    .filter(isTextStatement)
    .filter(({ signer }) => findSigner(workspace, root, signer) !== null);
  const byText = Map.groupBy(words, ({ text }) => text);
  const isNew = ([hash]: readonly [string, unknown]): boolean =>
    byText.has(hash) &&
    !byText.get(hash)?.some(isDecision) &&
    workspace.seenIn(root).texts.read(hash) === null;
  const asked = [...came.texts].filter(isNew);
  if (asked.length === 0) return came;
  const isCopy = createCopyFinder(workspace, root);
  const texts = new Map(came.texts);
  for (const [hash, text] of asked) {
    const parsed = parseMemory(text.source);
    const id = byText.get(hash)?.[0]?.id ?? "";
    if (text.fault === null && parsed.kind === "memory" && isCopy(id, parsed.memory))
      texts.set(hash, { ...text, fault: "nearly the same text is in quarantine here" });
  }
  return { ...came, texts };
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
