// Finds out what no index tells by itself, for whoever has the time: what became of the files that memories cite, and what the
// injection check finds in those in use that nobody has judged as they are, by the rules of today. Both are kept in the index,
// so whoever only counts afterwards, as the start of a session does, counts the same.
//
// After an upgrade every text is to be judged again. Each command judges a few, facts first, and the process that sessions
// start aside goes on with the rest. What was judged is kept in pieces, so whoever is killed has not judged for nothing.

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
import { type Flagged, leaveOpen } from "./record.ts";

/** How many texts that nobody has judged yet are judged at once: in passing, by whoever lists them all, and by a process that
 * nobody waits for, which is done before the next one may start. */
export const [JUDGED_MAX, LISTED_JUDGED_MAX, ASIDE_JUDGED_MAX] = [50, 500, 10_000];
/** How many are kept at a time. */
const PIECE = 250;

export type CloseLook = {
  readonly flagged: Flagged;
  /** Everything in use was judged. */
  readonly isWhole: boolean;
};

type Closeness = {
  /** More are not judged: then what is known of the others counts. */
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
    // What is flagged is about to be shown, so it is judged anew.
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

/** The same for whoever shows nothing: what was judged by these rules is left as it is. */
export async function judgeRest(workspace: Workspace, root: OpenRoot, closeness: Closeness): Promise<void> {
  try {
    const { unjudged } = listUnjudged(workspace, root, closeness.judgedMax);
    await judgeAll(workspace, root, { unjudged, shown: [], ...closeness });
  } catch (error) {
    leaveOut(workspace, root, error);
  }
}

type Unjudged = {
  /** One more than may be judged where that is not all. */
  readonly unjudged: readonly string[];
  readonly flagged: Map<string, readonly string[]>;
};

function listUnjudged(workspace: Workspace, root: OpenRoot, judgedMax: number): Unjudged {
  return withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => ({
    unjudged: indexed === undefined ? [] : readUnjudged(indexed.index, RULE_SET_VERSION, judgedMax + 1),
    flagged: indexed === undefined ? new Map() : readFlagged(indexed.index),
  }));
}

type ToJudge = Closeness & Pick<Unjudged, "unjudged"> & { readonly shown: readonly string[] };

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

/** Whoever has nothing to judge loads no validator, and asks for it once: an import takes its time also where it is there. */
let checking: Promise<typeof import("../../validate/find-wording.ts")> | null = null;

/** Whether somebody took it on or not. */
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

type Keeping = {
  readonly judged: readonly Judged[];
  /** Nothing is left to judge. */
  readonly isAll: boolean;
};

/** Fails open: then they are judged again. */
export function keepQuietly(workspace: Workspace, root: OpenRoot, { judged, isAll }: Keeping): void {
  if (judged.length === 0 && !isAll) return;
  withKept(workspace, root, (index) => {
    keepVerdicts(index, judged, RULE_SET_VERSION);
    if (isAll) noteAllJudged(index, RULE_SET_VERSION);
  });
}
