// What a person took out of use and a proposal would bring back: what is in quarantine or in the archive, and what was
// forgotten or lowered and has no file any more. See save-memory.

import {
  type Described,
  decideProposal,
  findCandidates,
  type KnownMemory,
} from "../../memory/law/proposal.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import type { Actor } from "../../memory/law/transitions.ts";
import { parseMemoryId, typeOfId } from "../../memory/memory.ts";
import { findFile, listDirectory } from "../../store/memory-files.ts";
import { gatherStatements, readContent } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

type Wanted = Described & { readonly digest: string };

const REMOVED = { removed: true, approved: false } as const;

/** What of the removed ones has the same content as a proposal, or is a candidate for it. */
export type RemovedFinder = (wanted: Wanted) => KnownMemory[];

/** Reads what was removed once, when it is first asked. Good for as long as the caller holds the root's lock. */
export function createRemovedFinder(workspace: Workspace, root: OpenRoot): RemovedFinder {
  let quarantined: readonly KnownMemory[] | null = null;
  let erased: readonly KnownMemory[] | null = null;
  return (wanted) => {
    quarantined ??= findQuarantined(root);
    erased ??= findErased(workspace, root);
    const isLike = (each: KnownMemory): boolean =>
      each.digest === wanted.digest || findCandidates(wanted, [each]).length > 0;
    return [
      ...quarantined.filter(isLike),
      ...erased.filter(isLike).filter((each) => isStillRemoved(workspace, root, { known: each, wanted })),
    ];
  };
}

/** Why this does not come into the root as a new memory, or null where nothing of it was removed there. */
export function vetoRemoved(
  wanted: Wanted,
  { actor, findRemoved }: { readonly actor: Actor; readonly findRemoved: RemovedFinder },
): { readonly why: string; readonly removed: true } | null {
  const removed = findRemoved(wanted);
  // A person may write what is like something they removed; nobody may write the same text again unasked.
  const known = actor === "person" ? removed.filter(({ digest }) => digest === wanted.digest) : removed;
  const outcome = decideProposal({ ...wanted, ends: false }, known);
  return outcome.kind === "no-op" ? { why: outcome.why, removed: true } : null;
}

/** The removed memory with exactly this content. What is merely like one may grow out of another memory. */
export function findRemovedDuplicate(
  workspace: Workspace,
  root: OpenRoot,
  wanted: Wanted,
): KnownMemory | null {
  const removed = createRemovedFinder(workspace, root)(wanted);
  return removed.find(({ digest }) => digest === wanted.digest) ?? null;
}

function findQuarantined(root: OpenRoot): KnownMemory[] {
  const removed: KnownMemory[] = [];
  for (const file of listDirectory(root.path, "quarantine").entries) {
    const { memory, digest } = readContent(file);
    if (memory === null) continue;
    const { type, category, name, tags } = memory;
    removed.push({ id: file.id, type, category, name, tags, digest, ...REMOVED });
  }
  return removed;
}

/** Of these nothing is left but id and digest; the words of the id stand for the title. */
function findErased(workspace: Workspace, root: OpenRoot): KnownMemory[] {
  const seen = workspace.seenIn(root);
  const removed: KnownMemory[] = [];
  for (const { id, digest } of [...seen.recallAct("forget"), ...seen.recallAct("lower")]) {
    const type = parseMemoryId(id) === null ? null : typeOfId(id);
    if (type === null) continue;
    const name = id.slice(type.length + 1).replaceAll("_", " ");
    removed.push({ id, type, category: "unknown", name, tags: [], digest, ...REMOVED });
  }
  return removed;
}

/** A person may have brought it back since, or written another text under its id. */
function isStillRemoved(
  workspace: Workspace,
  root: OpenRoot,
  { known, wanted }: { readonly known: KnownMemory; readonly wanted: Wanted },
): boolean {
  const { id, digest } = known;
  if (digest !== wanted.digest && findFile(root.path, id) !== null) return false;
  const file = { digest, tier: "inferred", status: "active", directory: "memories" } as const;
  const input = gatherStatements(workspace, root, { id, remembered: null, file });
  return computeStanding(input).standing === "quarantined";
}
