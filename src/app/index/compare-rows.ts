// Which rows of the search index no longer look as their files do, by what tells a file from a changed one without reading it.
// What differs is put in line.

import { isMemoryId } from "../../memory/memory.ts";
import { readFact, writeFact } from "../../search/index/open-index.ts";
import { type KnownFile, readDoubtful, readKnownAfter } from "../../search/index/reader.ts";
import { writeRows } from "../../search/index/writer.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { nameIn } from "../../store/paths.ts";
import type { OpenRoot } from "../workspace/workspace.ts";
import { identifyStatements } from "./index-row.ts";
import type { SurveyedRoot } from "./survey-files.ts";

/** How many memories that are withheld now are looked at each time: of the newest, and of all in turn. */
const DOUBTFUL_MAX = 64;
/** How many rows are compared in passing, and how many at once. */
const [COMPARED_MAX, COMPARED_PIECE] = [10_000, 1_000];

/** A statement that arrives beside others, or an edit in place, changes no directory that is watched. */
export function queueDoubtful({ workspace, root, index }: SurveyedRoot): void {
  const { now } = workspace;
  const changed = readDoubtful(index, DOUBTFUL_MAX, now).filter((row) => isDifferent(root, row, now));
  if (changed.length === 0) return;
  writeRows(index, (writer) => {
    for (const { id, directory } of changed) writer.queue(id, directory, 1);
  });
}

/** The same of all rows, or, where there are too many, of those that come after the ones that were compared last. */
export function queueChanged({ workspace, root, index }: SurveyedRoot, isLate: () => boolean): void {
  const isChanged = (row: KnownFile): boolean =>
    isDifferent(root, row, workspace.now) || isSaidOf(root, row, workspace.now);
  const begin = Number(readFact(index, "compared") ?? 0);
  let [at, left, isWrapped] = [begin, COMPARED_MAX, begin === 0];
  const changed: KnownFile[] = [];
  while (left > 0 && !isLate()) {
    const piece = readKnownAfter(index, at, Math.min(left, COMPARED_PIECE));
    changed.push(...piece.filter(isChanged));
    left -= piece.length;
    at = piece.at(-1)?.row ?? 0;
    if (piece.length === 0 && isWrapped) break;
    isWrapped ||= piece.length === 0;
  }
  writeRows(index, (writer) => {
    for (const { id, directory } of changed) writer.queue(id, directory, 1);
    if (String(at) !== readFact(index, "compared")) writeFact(index, "compared", String(at));
  });
}

/** Somebody said something about it since. */
function isSaidOf(root: OpenRoot, row: KnownFile, now: number): boolean {
  return row.searchable && row.attest !== identifyStatements(root, row.id, now).text;
}

/** By the file alone where recall may show it: what is about to be shown is read with its statements anyway. A row that was
 * young is read once more when it no longer is. Where it lies is what the last survey saw: a move changes the directories. */
export function isDifferent(root: OpenRoot, row: KnownFile, now: number): boolean {
  if (!isMemoryId(row.id)) return true;
  const directory = row.directory === "quarantine" ? "quarantine" : "memories";
  const seen = identifyFile(nameIn(nameIn(root.path, directory), `${row.id}.md`), now);
  if (row.file !== seen.text || (row.young && !seen.young)) return true;
  return !row.searchable && row.attest !== identifyStatements(root, row.id, now).text;
}
