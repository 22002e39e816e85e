// Create. Sanitize → validate → lock → look → write, attest and journal together. What a machine writes is inferred; only
// a person's own write is verified. Fails closed: a secret, a broken text or a missing lock stores nothing.

import { CredenceError } from "../../memory/errors.ts";
import { type Draft, deriveId, renderDraft, sanitizeDraft } from "../../memory/file/draft.ts";
import { initialTier } from "../../memory/law/transitions.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { commitChanges, withLock } from "./change-root.ts";
import { type Judgement, judgeText } from "./judge-text.ts";
import { refuseHardFails } from "./refuse-hard-fails.ts";
import { createRemovedFinder } from "./removed.ts";
import { retainSummaries } from "./retain-summaries.ts";
import { type NewMemory, planCreation } from "./store-memory.ts";

export type SaveRequest = {
  readonly root: OpenRoot;
  readonly draft: Draft;
  /** Chosen by the caller; else made from the name. */
  readonly id: string | null;
};

export type SaveOutcome =
  | { readonly kind: "created"; readonly id: string; readonly path: string; readonly judgement: Judgement }
  | { readonly kind: "unchanged"; readonly id: string; readonly why: string };

export async function saveMemory(workspace: Workspace, request: SaveRequest): Promise<SaveOutcome> {
  const draft = sanitizeDraft(request.draft);
  const id = request.id ?? deriveId(draft.type, draft.name);
  const actor = actorOf(workspace);
  const text = renderDraft(draft, {
    tier: initialTier(actor),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: actor === "person" });
  refuseHardFails(judgement);
  refuseName(judgement);
  const counts = actor !== "person";
  const fresh: NewMemory = { id, text, judgement, actor, command: "save", counts };
  return withLock(request.root, () => store(workspace, request.root, fresh));
}

function store(workspace: Workspace, root: OpenRoot, fresh: NewMemory): SaveOutcome {
  const findRemoved = createRemovedFinder(workspace, root);
  const creation = planCreation(workspace, root, { fresh, findRemoved });
  const { id, judgement } = fresh;
  if (creation.kind === "unchanged") return { kind: "unchanged", id, why: creation.why };
  const { operation, memory } = creation;
  const more = memory.category === "session_summary" ? retainSummaries(workspace, root) : [];
  commitChanges(workspace, root, { ...operation, changes: [...operation.changes, ...more] });
  return { kind: "created", id, path: `${root.shown}memories/${id}.md`, judgement };
}

/** A file that is there already may have an odd name; a new one may not. */
export function refuseName({ structure }: Judgement): void {
  const name = structure.findings.find(({ rule }) => rule === "file-name" || rule === "prefix-type");
  if (name !== undefined) throw new CredenceError("INVALID_MEMORY", name.message, "choose another --id");
}
