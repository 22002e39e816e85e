// Finds out what the index alone cannot know: the fate of the files that memories cite, and what the current rules of
// the injection check find in texts in use that were not judged by them. The index stores both results, so that a mere
// count afterwards, for example at the start of a session, arrives at the same numbers.
//
// After an upgrade every text has to be judged again. Each command judges a few, facts first, and the background
// process that sessions start judges the rest. Verdicts are stored in batches, so a killed process loses only the last
// batch.

import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { isMemoryId } from "../../memory/memory.ts";
import type { Wording } from "../../memory/wording.ts";
import {
  type Judged,
  keepVerdicts,
  noteAllJudged,
  readFlagged,
  readUnjudged,
} from "../../search/index/verdicts.ts";
import { findTogether } from "../../store/memory-files.ts";
import { queueChanged } from "../index/index-row.ts";
import { listMoved } from "../index/look-at-cited.ts";
import { withIndexes, withKept } from "../index/open-index.ts";
import { loadFiles } from "../memories/list-memories.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";
import { noteWording } from "../memories/wordings.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { type Flags, leaveOpen } from "./record.ts";

/** The maximum of unjudged texts that one run judges: a command in passing, a command that lists all memories, and the
 * background process, which must end before the next one may start. */
export const [JUDGED_MAX, LISTED_JUDGED_MAX, ASIDE_JUDGED_MAX] = [50, 500, 10_000];
/** How many verdicts are stored at a time. */
const PIECE = 250;

export type CloseLook = {
  readonly flagged: Flags;
  /** True when every text in use was judged. */
  readonly isWhole: boolean;
};

type Closeness = {
  /** For the texts beyond this number the last known verdicts count. */
  readonly judgedMax: number;
  /** Called between two memories. */
  readonly rest?: () => Promise<void>;
};

export async function lookClosely(
  workspace: Workspace,
  root: OpenRoot,
  closeness: Closeness,
): Promise<CloseLook> {
  const { judgedMax } = closeness;
  try {
    listMoved(workspace, root);
    const { unjudged, flagged } = listUnjudged(workspace, root, judgedMax);
    // Flagged memories are about to be shown, so they are judged anew.
    const shown = [...flagged.keys()].slice(0, judgedMax);
    const judged = await judgeAll(workspace, root, { unjudged, shown, ...closeness });
    for (const { id, wording } of judged) {
      if (wording.rules.length === 0) flagged.delete(id);
      else flagged.set(id, wording.rules);
    }
    return { flagged, isWhole: unjudged.length <= judgedMax };
  } catch (error) {
    leaveOut(workspace, root, error);
    return { flagged: new Map(), isWhole: true };
  }
}

/** Judges without showing: texts that these rules judged already are skipped. */
export async function judgeRest(workspace: Workspace, root: OpenRoot, closeness: Closeness): Promise<void> {
  try {
    const { unjudged } = listUnjudged(workspace, root, closeness.judgedMax);
    await judgeAll(workspace, root, { unjudged, shown: [], ...closeness });
  } catch (error) {
    leaveOut(workspace, root, error);
  }
}

type JudgingQueue = {
  /** Holds one id more than the limit when there are more. */
  readonly unjudged: readonly string[];
  readonly flagged: Map<string, readonly string[]>;
};

function listUnjudged(workspace: Workspace, root: OpenRoot, judgedMax: number): JudgingQueue {
  return withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => ({
    unjudged: indexed === undefined ? [] : readUnjudged(indexed.index, RULE_SET_VERSION, judgedMax + 1),
    flagged: indexed === undefined ? new Map() : readFlagged(indexed.index),
  }));
}

type ToJudge = Closeness & Pick<JudgingQueue, "unjudged"> & { readonly shown: readonly string[] };

async function judgeAll(
  workspace: Workspace,
  root: OpenRoot,
  { unjudged, shown, judgedMax, rest = async () => undefined }: ToJudge,
): Promise<Judged[]> {
  const ids = [...new Set([...shown, ...unjudged.slice(0, judgedMax)])].filter(isMemoryId).sort();
  const judged: Judged[] = [];
  let kept = 0;
  const keep = (isLast: boolean): void => {
    keepQuietly(workspace, root, {
      judged: judged.slice(kept),
      isAll: isLast && unjudged.length <= judgedMax,
    });
    kept = judged.length;
  };
  const files = findTogether(root.path, (find) => ids.flatMap((id) => find(id) ?? []));
  for (const target of loadFiles(workspace, root, files)) {
    const wording = await findFlagged(target);
    const isTaken = leaveOpen(target, wording.rules).length === 0;
    judged.push({ id: target.file.id, digest: target.digest, wording, isTaken });
    if (judged.length - kept >= PIECE) keep(false);
    await rest();
  }
  keep(true);
  return judged;
}

/** Loaded on first use, so that a caller without unjudged texts loads no validator. The promise is kept because even a
 * repeated import() takes time. */
let checking: Promise<typeof import("../../validate/find-wording.ts")> | null = null;

/** All findings, whether or not a user acknowledged them. */
export async function findFlagged(target: LoadedMemory): Promise<Wording> {
  const { file, text, digest } = target;
  if (!isRecallable(target) || text === null || digest === null) return NOTHING_FOUND;
  checking ??= import("../../validate/find-wording.ts");
  const { findWording } = await checking;
  const wording = findWording(file.id, text);
  noteWording({ id: file.id, digest }, wording);
  return wording;
}

const NOTHING_FOUND: Wording = { rules: [], strong: [], what: null };

type VerdictBatch = {
  readonly judged: readonly Judged[];
  /** True when no text is left to judge. */
  readonly isAll: boolean;
};

/** Fails open: texts whose verdicts are not stored are judged again. */
export function keepQuietly(workspace: Workspace, root: OpenRoot, { judged, isAll }: VerdictBatch): void {
  if (judged.length === 0 && !isAll) return;
  withKept(workspace, root, (index) => {
    keepVerdicts(index, judged, RULE_SET_VERSION);
    if (isAll) noteAllJudged(index, RULE_SET_VERSION);
  });
}
