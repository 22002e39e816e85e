// A new memory from a candidate. Its id is made from the batch and the place in the answer: the same candidate again is the
// same memory, and no answer can choose the id of another.

import { type Draft, deriveId, renderDraft } from "../../memory/file/draft.ts";
import { initialTier } from "../../memory/law/transitions.ts";
import { extendId } from "../../memory/memory-id.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { judgeText } from "../change/judge-text.ts";
import { refuseHardFails } from "../change/refuse-hard-fails.ts";
import { createRemovedFinder } from "../change/removed.ts";
import { retainSummaries } from "../change/retain-summaries.ts";
import { refuseName } from "../change/save-memory.ts";
import { type NewMemory, planCreation } from "../change/store-memory.ts";
import type { Effect } from "./marks.ts";
import { COMMAND, type Mark, renderMark, suffixOf } from "./observed-marks.ts";
import type { Observing } from "./observing.ts";

export async function createObserved(observing: Observing, draft: Draft, mark: Mark): Promise<Effect> {
  const { workspace, root } = observing;
  const id = nameCandidate(draft, mark);
  const text = renderDraft(draft, {
    tier: initialTier("machine"),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: false });
  refuseHardFails(judgement);
  refuseName(judgement);
  const fresh: NewMemory = { id, text, judgement, actor: "machine", command: COMMAND, counts: true };
  return withLock(root, () => {
    const findRemoved = createRemovedFinder(workspace, root);
    const creation = planCreation(workspace, root, { fresh, findRemoved });
    if (creation.kind === "unchanged") return { kind: "unchanged", id: null, why: creation.why };
    const { operation, memory } = creation;
    const more = memory.category === "session_summary" ? retainSummaries(workspace, root) : [];
    commitChanges(workspace, root, {
      record: { ...operation.record, reason: renderMark(mark) },
      changes: [...operation.changes, ...more],
    });
    return { kind: "created", id, why: null };
  });
}

function nameCandidate({ type, name }: Pick<Draft, "type" | "name">, mark: Mark): string {
  return extendId(deriveId(type, name), suffixOf(mark));
}
