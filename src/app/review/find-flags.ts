// What the injection check finds in memories that a model may get to see, and nobody took on. The rest is withheld anyway, and
// its findings are on its screen.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isSqliteFailure } from "../../search/index/open-index.ts";
import { type Judged, keepVerdicts, readUnclean } from "../../search/index/verdicts.ts";
import { judgeTarget } from "../change/signing-preview.ts";
import { isRecallable } from "../index/index-row.ts";
import { openKeptIndex, withIndexes } from "../index/open-index.ts";
import { listAcknowledged } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export async function findFlags(workspace: Workspace, target: LoadedMemory): Promise<readonly string[]> {
  return leaveAcknowledged(target, await judge(workspace, target));
}

async function judge(workspace: Workspace, target: LoadedMemory): Promise<readonly string[]> {
  if (!isRecallable(target) || target.text === null) return [];
  return (await judgeTarget(workspace, target, target.text)).flags;
}

function leaveAcknowledged(target: LoadedMemory, flags: readonly string[]): readonly string[] {
  if (flags.length === 0) return [];
  const acknowledged = listAcknowledged(target);
  return flags.filter((rule) => !acknowledged.has(rule));
}

/** Of one root: those of which the index does not know that there is nothing to find. */
export type FlagFinder = {
  readonly mayHave: (id: string) => boolean;
  readonly of: (target: LoadedMemory) => Promise<readonly string[]>;
  /** To be called in the end: what was judged is not judged again. */
  readonly keep: () => void;
};

/** How many are kept at a time: whoever is interrupted has not judged for nothing. */
const PIECE = 1_000;

export function openFlagFinder(workspace: Workspace, root: OpenRoot): FlagFinder {
  const unclean = withIndexes(workspace, { roots: [root] }, ([indexed]) =>
    indexed === undefined ? null : new Set(readUnclean(indexed.index, RULE_SET_VERSION)),
  );
  const judged: Judged[] = [];
  const keep = (): void => keepQuietly(workspace, root, judged.splice(0));
  return {
    mayHave: (id) => unclean === null || unclean.has(id),
    of: async (target) => {
      if (!isRecallable(target)) return [];
      const flags = await judge(workspace, target);
      judged.push({ id: target.file.id, digest: target.digest, isFlagged: flags.length > 0 });
      if (judged.length >= PIECE) keep();
      return leaveAcknowledged(target, flags);
    },
    keep,
  };
}

/** Fails open: then they are judged again. */
function keepQuietly(workspace: Workspace, root: OpenRoot, judged: readonly Judged[]): void {
  const index = openKeptIndex(workspace, root);
  if (index === null) return;
  try {
    keepVerdicts(index, judged, RULE_SET_VERSION);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
  } finally {
    index.database.close();
  }
}
