// Fills fields that files of an earlier format lack (trust model 1.0.0 §9): only missing fields, never the body, never an
// existing value. The digest covers none of these fields, so signed texts stay signed, and unsigned ones stay foreign
// unless the user reads and approves them.

import { FIELDS } from "../../memory/file/fields.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { renderDay, renderInstant } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { type Memory, type Tier, TYPE_TRAITS } from "../../memory/memory.ts";
import type { Change } from "../../store/transaction.ts";
import { commitOperations, type Operation, withLock } from "../change/change-root.ts";
import type { JudgedText } from "../change/judge-text.ts";
import { type SigningPreview, showTarget } from "../change/sign/signing-preview.ts";
import { planText } from "../change/write-text.ts";
import { findDifference } from "../memories/find-memory.ts";
import { nameFor } from "../memories/foreign-names.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { type LoadedMemory, loadFile } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { chooseInstant } from "./import/record.ts";
import { backUp } from "./import/run-import.ts";

export type BackfillItem = {
  readonly id: string;
  readonly root: OpenRoot;
  /** The missing fields with their values; empty when the file stays as it is. */
  readonly fills: FrontmatterChanges;
  readonly becomes: Tier | null;
  /** Why the file stays as it is. */
  readonly reason: string | null;
};

export type BackfillRequest = {
  readonly execute: boolean;
  /** Asks the user whether an unsigned text is right. */
  readonly confirm: ((showing: SigningPreview) => Promise<boolean>) | null;
};

export type BackfillReport = { readonly items: readonly BackfillItem[]; readonly backups: readonly string[] };

type BackfillPlan = {
  readonly item: BackfillItem;
  readonly loaded: LoadedMemory;
  /** The text that the user approved; null without an approval. */
  readonly confirmed: JudgedText | null;
};

const BATCH = 100;

export async function backfillRoot(
  workspace: Workspace,
  root: OpenRoot,
  request: BackfillRequest,
): Promise<BackfillReport> {
  const planned: BackfillPlan[] = [];
  for (const loaded of walkMemories(workspace, [root])) {
    const next = await plan(workspace, loaded, request);
    if (next !== null) planned.push(next);
  }
  const items = planned.map(({ item }) => item);
  const due = planned.filter(({ item }) => item.reason === null);
  if (!request.execute || due.length === 0) return { items, backups: [] };
  const backups = [backUp(workspace, root)];
  for (let at = 0; at < due.length; at += BATCH) {
    const batch = due.slice(at, at + BATCH);
    withLock(root, () => {
      const operations = batch.flatMap((each) => fill(workspace, each) ?? []);
      commitOperations(workspace, root, { operations });
    });
  }
  return { items, backups };
}

/** @returns null when no field is missing. */
async function plan(
  workspace: Workspace,
  loaded: LoadedMemory,
  { execute, confirm }: BackfillRequest,
): Promise<BackfillPlan | null> {
  const { root, memory } = loaded;
  const base = { id: nameFor(workspace, loaded), root };
  if (memory === null) {
    const item = { ...base, fills: {}, becomes: null, reason: "it fails validation; repair it by hand" };
    return { item, loaded, confirmed: null };
  }
  const missing = Object.keys(fillsOf(workspace, loaded, "inferred"));
  if (missing.length === 0) return null;
  const confirmed = execute && confirm !== null ? await ask(workspace, loaded, confirm) : null;
  const tier = tierOf(loaded, memory, confirmed !== null);
  const fills = fillsOf(workspace, loaded, tier);
  return { item: { ...base, fills, becomes: memory.tier ?? tier, reason: null }, loaded, confirmed };
}

/** Asks about a text that no trusted signer vouches for and no validator doubts, in a file without a tier. */
async function ask(
  workspace: Workspace,
  loaded: LoadedMemory,
  confirm: NonNullable<BackfillRequest["confirm"]>,
): Promise<JudgedText | null> {
  const { memory, text, standing } = loaded;
  if (memory === null || text === null || memory.tier !== null) return null;
  if (CAUSES[standing.cause].isUnknown !== true) return null;
  const showing = await showTarget(workspace, loaded);
  const judged = showing.judgement?.judged ?? null;
  if (judged === null || judged.flags.length > 0) return null;
  return (await confirm(showing)) ? judged : null;
}

/** Verified if the user approves; a mere pointer and a doubtful memory are inferred. */
function tierOf({ file }: LoadedMemory, { type }: Memory, confirmed: boolean): Tier {
  if (file.directory === "quarantine") return "quarantined";
  return confirmed && !TYPE_TRAITS[type].isPointer ? "verified" : "inferred";
}

function fillsOf(workspace: Workspace, { memory, mtimeMs }: LoadedMemory, tier: Tier): FrontmatterChanges {
  if (memory === null) return {};
  const isNew = memory.tier === null;
  const machine = workspace.machineName;
  return {
    ...(isNew ? { "trust-level": tier } : {}),
    ...(memory.createdAt === null
      ? { "created-at": renderInstant(chooseInstant([mtimeMs], workspace.now)) }
      : {}),
    // The day of verification or of quarantine; inferred memories have none.
    ...(isNew && tier !== "inferred" && memory.lastVerified === null
      ? { "last-verified": renderDay(workspace.now) }
      : {}),
    ...(memory.sourceMachine === null && FIELDS["source-machine"].isGood(machine)
      ? { "source-machine": machine }
      : {}),
  };
}

/** @returns null when the file was changed or removed since it was read. */
function fill(workspace: Workspace, { item, loaded, confirmed }: BackfillPlan): Operation | null {
  const { root, id, fills } = item;
  const current = loadFile(workspace, root, { file: loaded.file, remembered: null });
  if (current.text === null || findDifference(workspace, loaded, current) !== null) return null;
  const text = rewriteFrontmatter(current.text, fills);
  if (text === null) return null;
  const { digest, input } = current;
  const command = "backfill";
  const changes: Change[] = [{ kind: "write", path: `${loaded.file.directory}/${id}.md`, text }];
  // The digest covers none of the fields, so a file that the user was not asked about needs no statement.
  if (confirmed === null) return { record: { command, id, actor: "machine", digest }, changes };
  const keeps = item.becomes !== "verified";
  return planText(workspace, confirmed, { by: "person", keeps, input, command, changes });
}
