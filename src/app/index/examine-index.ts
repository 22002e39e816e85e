// Does the search index say what the files say? Every file is read for this; nothing is mended.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Standing } from "../../memory/memory.ts";
import { isSqliteFailure } from "../../search/index/open-index.ts";
import { countQueued, readRowPlaces } from "../../search/index/queue.ts";
import { findRow, walkList } from "../../search/index/reader.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import { nameFor, nameOfId } from "../memories/foreign-names.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import { isRecallable } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { noStandings } from "./count-standings.ts";
import { makeMemoryIndex, openKeptIndex } from "./open-index.ts";
import { isRowWithheld } from "./show-gate.ts";
import { countUnread, isKnown, readDirectoryStamps, type SurveyedRoot } from "./survey-files.ts";

export type IndexReport = {
  /** Null when none is kept: the files are then compared with what a search would make for itself. */
  readonly path: string | null;
  readonly rows: number;
  readonly files: number;
  readonly standings: Readonly<Record<Standing, number>>;
  readonly searchable: number;
  /** Whether the next search reads nothing before it answers. */
  readonly current: boolean;
  /** Ids whose row does not say what the file says. */
  readonly different: readonly string[];
  readonly indexMd: "same" | "different" | "absent";
};

export function examineIndex(workspace: Workspace, root: OpenRoot): IndexReport {
  const index = openKeptIndex(workspace, root) ?? makeMemoryIndex(workspace, root).index;
  try {
    return { path: index.path, ...compare(workspace, root, { workspace, root, index }) };
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    // Damaged: it holds nothing that anybody can rely on.
    return { path: index.path, ...compare(workspace, root, null) };
  } finally {
    index.database.close();
  }
}

function compare(
  workspace: Workspace,
  root: OpenRoot,
  indexed: SurveyedRoot | null,
): Omit<IndexReport, "path"> {
  const known = indexed === null ? new Set<string>() : new Set(readRowPlaces(indexed.index).keys());
  const rows = known.size;
  const unread = indexed === null ? 0 : countUnread(indexed.index);
  const standings = noStandings();
  const different: string[] = [];
  let [files, searchable] = [0, 0];
  const entries = listOneOfEach(root.path);
  learnOfRemoved(workspace, root, entries);
  for (const loaded of loadFiles(workspace, root, entries)) {
    files += 1;
    standings[loaded.standing.standing] += 1;
    searchable += Number(indexed === null ? isRecallable(loaded) : !isRowWithheld(indexed.index, loaded));
    const row = indexed === null ? null : findRow(indexed.index, loaded.file.id);
    // Nobody vouches for it, and there are too many of them for a row each.
    if (row === null && unread > 0 && !isRecallable(loaded)) continue;
    const isSame = row !== null && row.digest === loaded.digest && row.standing === loaded.standing.standing;
    if (!isSame) different.push(nameFor(workspace, loaded));
    known.delete(loaded.file.id);
  }
  return {
    rows,
    files,
    standings,
    searchable,
    current: indexed !== null && indexed.index.path !== null && isUpToDate(indexed),
    different: [...different, ...[...known].map((id) => nameOfId(workspace, root, id))].sort(),
    indexMd: compareList(root, indexed),
  };
}

function compareList(root: OpenRoot, indexed: SurveyedRoot | null): IndexReport["indexMd"] {
  const path = join(root.path, "index.md");
  if (!existsSync(path)) return "absent";
  const pieces = indexed === null ? [] : [...walkList(indexed.index)];
  return readFileSync(path, "utf8") === pieces.join("") ? "same" : "different";
}

/** Being behind is not a fault: the next search catches up. If none can be stored, each search builds its own. */
export type IndexFreshness = "current" | "behind" | "damaged" | "none";

export function examineFreshness(workspace: Workspace, root: OpenRoot): IndexFreshness {
  const index = openKeptIndex(workspace, root);
  if (index === null) return "none";
  try {
    return isUpToDate({ workspace, root, index }) ? "current" : "behind";
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    return "damaged";
  } finally {
    index.database.close();
  }
}

/** Would a refresh find nothing to do? */
function isUpToDate(subject: SurveyedRoot): boolean {
  const places = readDirectoryStamps(subject.root, subject.workspace.now);
  return isKnown(subject, places) && countQueued(subject.index) === 0;
}
