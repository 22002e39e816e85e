// A memory as a row of the search index.

import { renderEntryLine } from "../../memory/block/entry.ts";
import { listCitedPaths } from "../../memory/file/cited-paths.ts";
import { type Instant, parseInstant } from "../../memory/instant.ts";
import { stemOfOther } from "../../memory/law/statement.ts";
import { isMemoryId, type Memory } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { readFact, writeFact } from "../../search/index/open-index.ts";
import { type KnownFile, readDoubtful, readKnownAfter } from "../../search/index/reader.ts";
import { writeRows } from "../../search/index/writer.ts";
import type { NewRow } from "../../search/row.ts";
import { type FileIdentity, identifyFile } from "../../store/file-identity.ts";
import { nameIn } from "../../store/paths.ts";
import { nextReviewInstant, vouchedAt } from "../memories/law.ts";
import { type LoadedMemory, pathShown } from "../memories/load-memory.ts";
import { markForReview } from "../memories/review-mark.ts";
import type { OpenRoot } from "../workspace/workspace.ts";
import type { SurveyedRoot } from "./survey-files.ts";

/** How a memory's files look now. Taken before they are read: a change in between makes the row look old, not new. */
export function identifyMemory(
  root: OpenRoot,
  { id, path }: { readonly id: string; readonly path: string },
  now: number,
): NewRow["identities"] {
  const file = identifyFile(path, now);
  const attest = identifyStatements(root, id, now);
  return { file: file.text, attest: attest.text, young: file.young || attest.young };
}

/** How a text that waits beside a memory stands follows from that memory's file, too. */
export function identifyStatements(root: OpenRoot, id: string, now: number): FileIdentity {
  const about = stemOfOther(id);
  const said = identifyFile(nameIn(nameIn(root.path, "attest"), about), now);
  if (about === id) return said;
  const file = identifyFile(nameIn(nameIn(root.path, "memories"), `${about}.md`), now);
  return { text: `${said.text} ${file.text}`, young: said.young || file.young };
}

type RowFacts = {
  readonly identities: NewRow["identities"];
  readonly text: Memory | null;
  readonly now: Instant;
};

/** `text` is what may be searched: null when recall may not show the memory. */
export function indexRowOf(loaded: LoadedMemory, { identities, text: given, now }: RowFacts): NewRow {
  const { file, memory, digest, standing } = loaded;
  // What a model does not get is not found either, or asking would tell what it says.
  const text = given === null ? null : hideRedactedIn(given);
  return {
    id: file.id,
    directory: file.directory,
    digest,
    standing: standing.standing,
    status: memory?.status ?? "active",
    // Of a text that is withheld the index holds nothing that could be searched.
    type: text?.type ?? null,
    category: text?.category ?? null,
    tier: text?.tier ?? null,
    name: text?.name ?? "",
    tags: text?.tags ?? [],
    time: memory === null ? 0 : lastChange(memory),
    cause: standing.cause,
    mark: nextReviewInstant(loaded, now),
    supersedes: text?.supersedes ?? null,
    ...markForReview(loaded, now),
    identities,
    text,
    line: text === null ? null : renderLine(loaded, text),
    cites: text === null ? NO_CITES : citesOf(loaded, text, now),
  };
}

const NO_CITES = { paths: [], since: 0 } as const;

/** A person's own memories are about no project, and what was vouched for at no known time has nothing to be compared with. */
function citesOf(loaded: LoadedMemory, text: Memory, now: Instant): NewRow["cites"] {
  const since = loaded.root.project === null ? null : vouchedAt(loaded, now);
  return since === null ? NO_CITES : { paths: listCitedPaths(text), since };
}

/** As the file says, whatever the clock says: the row outlives this moment. */
function lastChange({ updatedAt, createdAt }: Memory): number {
  return parseInstant(updatedAt ?? createdAt ?? "") ?? 0;
}

/** @returns its line in index.md; null when the file is not a memory. */
export function renderIndexLine(loaded: LoadedMemory): string | null {
  return loaded.memory === null ? null : renderLine(loaded, hideRedactedIn(loaded.memory));
}

function renderLine(loaded: LoadedMemory, memory: Memory): string {
  return renderEntryLine({
    label: memory.category ?? memory.type,
    name: memory.name,
    path: pathShown(loaded),
    tags: memory.tags,
    scope: loaded.root.scope,
  });
}

// Which rows of the search index no longer look as their files do, by what tells a file from a changed one without reading it.
// What differs is put in line.

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
  const isChanged = (row: KnownFile): boolean => !isAsRead(root, row, workspace.now);
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

/** Nobody wrote its file since, or said something about it. */
export function isAsRead(root: OpenRoot, row: KnownFile, now: number): boolean {
  if (isDifferent(root, row, now)) return false;
  return !row.searchable || row.attest === identifyStatements(root, row.id, now).text;
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
