// One root's share of how things stand: each of its files is read once and counted for its standing and for what waits.

import { addDays } from "../../memory/instant.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import { sayCount } from "../../memory/plural.ts";
import { listFiles, listOneOfEach } from "../../store/memory-files.ts";
import { NEW_DAYS } from "../audit/list-quarantine.ts";
import { readRequests } from "../change/read-requests.ts";
import { createHiddenFinder } from "../memories/find-hidden.ts";
import { ageOf, quarantinedOn } from "../memories/law.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import { findSigner, type LoadedMemory } from "../memories/load-memory.ts";
import { REVIEW_KINDS, type ReviewKind, reviewReasons } from "../review/review-reasons.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** What one walk over the files of some roots adds up to. */
export type Count = ReturnType<typeof emptyCount>;

export function emptyCount() {
  return {
    memories: new Map<string, number>(),
    standings: { verified: 0, inferred: 0, foreign: 0, quarantined: 0, retired: 0 },
    // Every kind is one of the list.
    waiting: Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as Record<ReviewKind, number>,
    quarantinedNew: 0,
    broken: [] as string[],
    hasStrangers: false,
  };
}

export function countRoot(workspace: Workspace, root: OpenRoot, count: Count): void {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const isHidden = createHiddenFinder(workspace, root);
  const files = listOneOfEach(root.path);
  learnOfRemoved(workspace, root, new Set(files.map(({ id }) => id)));
  let [unreadable, unreliable, misplaced] = [0, 0, listFiles(root.path).entries.length - files.length];
  for (const loaded of loadFiles(workspace, root, files)) {
    const { id, directory } = loaded.file;
    unreadable += Number(loaded.standing.cause === "broken" && directory === "memories");
    unreliable += Number(loaded.standing.cause === "unreliable");
    misplaced += Number(isMisplaced(loaded));
    count.hasStrangers ||= loaded.input.attestations.some(
      ({ signer }) => findSigner(workspace, root, signer) === null,
    );
    countMemory(workspace, loaded, count);
    const news = { requests: requests.get(id) ?? [], flags: [], hidden: isHidden(loaded) };
    const kind = reviewReasons(loaded, news, workspace.now)[0]?.kind;
    const isPassive = kind === "quarantined" && ageOf(loaded, workspace.now).quarantine === "passive";
    if (kind !== undefined && !isPassive) count.waiting[kind] += 1;
  }
  count.memories.set(root.id, files.length);
  if (root.waits) count.broken.push(`${root.shown} was seen at another location before`);
  if (unreadable > 0)
    count.broken.push(`${sayCount(unreadable, "file", "files")} in ${root.shown} cannot be read as a memory`);
  const flooded = sayCount(unreliable, "memory", "memories");
  if (unreliable > 0) count.broken.push(`statements about ${flooded} in ${root.shown} cannot be relied on`);
  if (misplaced > 0)
    count.broken.push(`${sayCount(misplaced, "file", "files")} in ${root.shown} in the wrong place`);
}

function countMemory(workspace: Workspace, loaded: LoadedMemory, count: Count): void {
  const { standing } = loaded.standing;
  count.standings[standing] += 1;
  const isNew =
    standing === "quarantined" && quarantinedOn(loaded, workspace.now) >= addDays(workspace.now, -NEW_DAYS);
  count.quarantinedNew += Number(isNew);
}

function isMisplaced({ memory, file }: LoadedMemory): boolean {
  return memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory;
}
