// Finds out what no index tells by itself, for whoever has the time: what became of the files that memories cite, and what the
// injection check finds in those in use that nobody has judged as they are. Both are kept in the index, so whoever only
// counts afterwards, as the start of a session does, counts the same.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isMemoryId } from "../../memory/memory.ts";
import { isSqliteFailure } from "../../search/index/open-index.ts";
import { type Judged, keepVerdicts, readFlagged, readUnjudged } from "../../search/index/verdicts.ts";
import { findTogether } from "../../store/memory-files.ts";
import { isRecallable, queueChanged } from "../index/index-row.ts";
import { listMoved } from "../index/look-at-cited.ts";
import { openKeptIndex, withIndexes } from "../index/open-index.ts";
import { loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import type { Flagged } from "./record.ts";

/** Somebody waits: more texts that nobody has judged yet are for a review, an audit, or for the background of the page. */
export const JUDGED_MAX = 50;
/** More than any root holds. */
const FILES_MAX = 1_000_000;
/** How many are kept at a time: whoever is interrupted has not judged for nothing. */
const PIECE = 1_000;

export type CloseLook = {
  readonly flagged: Flagged;
  /** Everything in use was judged. */
  readonly isWhole: boolean;
};

type Closeness = {
  /** More are not judged: then what is known of the others counts. */
  readonly judgedMax?: number;
  /** Called between two memories. */
  readonly rest?: () => Promise<void>;
};

export async function lookClosely(
  workspace: Workspace,
  root: OpenRoot,
  { judgedMax = FILES_MAX, rest = async () => undefined }: Closeness = {},
): Promise<CloseLook> {
  try {
    listMoved(workspace, root);
    const { unjudged, flagged } = withIndexes(
      workspace,
      { roots: [root], compare: queueChanged },
      ([indexed]) => ({
        unjudged: indexed === undefined ? [] : readUnjudged(indexed.index, RULE_SET_VERSION, judgedMax + 1),
        flagged: indexed === undefined ? new Map() : readFlagged(indexed.index, RULE_SET_VERSION),
      }),
    );
    // What is flagged is about to be shown, so it is judged anew.
    const shown = [...flagged.keys()].slice(0, judgedMax);
    const ids = [...shown, ...unjudged.slice(0, judgedMax)].filter(isMemoryId).sort();
    const judged = await judgeAll(workspace, root, { ids, rest });
    for (const { id, flags } of judged) {
      if (flags.length === 0) flagged.delete(id);
      else flagged.set(id, flags);
    }
    return { flagged, isWhole: unjudged.length <= judgedMax };
  } catch (error) {
    leaveOut(workspace, root, error);
    return { flagged: new Map(), isWhole: true };
  }
}

type ToJudge = { readonly ids: readonly string[]; readonly rest: () => Promise<void> };

async function judgeAll(workspace: Workspace, root: OpenRoot, { ids, rest }: ToJudge): Promise<Judged[]> {
  const judged: Judged[] = [];
  let kept = 0;
  const keep = (): void => {
    keepQuietly(workspace, root, judged.slice(kept));
    kept = judged.length;
  };
  const files = findTogether(root.path, (find) => ids.flatMap((id) => find(id) ?? []));
  for (const target of loadFiles(workspace, root, files)) {
    judged.push({ id: target.file.id, digest: target.digest, flags: await findFlagged(workspace, target) });
    if (judged.length - kept >= PIECE) keep();
    await rest();
  }
  keep();
  return judged;
}

/** Rule ids, whether somebody took them on or not. Whoever has nothing to judge loads no validator. */
export async function findFlagged(workspace: Workspace, target: LoadedMemory): Promise<readonly string[]> {
  if (!isRecallable(target) || target.text === null) return [];
  const { judgeTarget } = await import("../change/signing-preview.ts");
  return (await judgeTarget(workspace, target, target.text)).flags;
}

/** Fails open: then they are judged again. */
function keepQuietly(workspace: Workspace, root: OpenRoot, judged: readonly Judged[]): void {
  const index = judged.length === 0 ? null : openKeptIndex(workspace, root);
  if (index === null) return;
  try {
    keepVerdicts(index, judged, RULE_SET_VERSION);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
  } finally {
    index.database.close();
  }
}
