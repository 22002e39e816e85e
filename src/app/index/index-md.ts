// index.md: one line for each memory that recall may show, for people and for tools that read files. Derived, never read by
// search, and gone rather than wrong.
//
// An operation changes a line or two of what may be a hundred thousand. So they are changed in the text that is there, if that is
// the one that was written last and the search index has had the same lines since; else all of it is written anew.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quietly, readFact, type SearchIndex, transact, writeFact } from "../../search/index/open-index.ts";
import { walkList } from "../../search/index/reader.ts";
import { countLineChanges, type LineChanges } from "../../search/index/writer.ts";
import { removeQuietly, replaceDerived } from "../../store/durable.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { modesOf } from "../../store/root-files.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

export function writeIndexMd(root: OpenRoot, index: SearchIndex): void {
  // Asked before they are read: of what changes meanwhile the next one knows.
  const lines = countLineChanges(index);
  replaceDerived(pathOf(root), walkList(index), modesOf(root).file);
  noteList(root, index, lines);
}

/** Says whether these were all that it lacked. In the caller's transaction. */
export function patchIndexMd(root: OpenRoot, index: SearchIndex, { lines, before }: LineChanges): boolean {
  if (readFact(index, "list") !== renderList(root, before)) return false;
  if (lines.length === 0) return true;
  const pieces = applyChanges(readFileSync(pathOf(root)), lines);
  if (pieces === null) return false;
  replaceDerived(pathOf(root), pieces, modesOf(root).file);
  writeFact(index, "list", renderList(root, before + 1));
  return true;
}

export function removeIndexMd(root: OpenRoot): void {
  removeQuietly(pathOf(root));
}

function pathOf(root: OpenRoot): string {
  return join(root.path, "index.md");
}

function renderList(root: OpenRoot, lines: number): string {
  return `${lines} ${identifyFile(pathOf(root), 0).text}`;
}

/** What cannot be noted now is written whole another time. */
function noteList(root: OpenRoot, index: SearchIndex, lines: number): void {
  quietly(() => transact(index, () => writeFact(index, "list", renderList(root, lines))));
}

/** The text in pieces. @returns null when it is not what the search index believes it is. */
function applyChanges(text: Buffer, changes: LineChanges["lines"]): (string | Uint8Array)[] | null {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  for (const change of changes) {
    const [old, fresh] = [change.old, change.new].map((line) =>
      line === null ? null : findLine(text, line),
    );
    if (old?.isThere === false || fresh?.isThere === true) return null;
    if (old) edits.push({ start: old.start, end: old.end, text: "" });
    if (fresh) edits.push({ start: fresh.start, end: fresh.start, text: `${change.new}\n` });
  }
  const pieces: (string | Uint8Array)[] = [];
  let at = 0;
  // Lines that come to the same place are in order among themselves.
  for (const { start, end, text: line } of edits.sort(
    (a, b) => a.start - b.start || (a.text < b.text ? -1 : 1),
  )) {
    pieces.push(text.subarray(at, start), line);
    at = Math.max(at, end);
  }
  pieces.push(text.subarray(at));
  return pieces;
}

type LinePlace = { readonly isThere: boolean; readonly start: number; readonly end: number };

/** Where the line is among sorted ones, or where it would be. */
function findLine(text: Buffer, line: string): LinePlace {
  const wanted = Buffer.from(line);
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const from = middle === 0 ? 0 : Math.max(low, text.lastIndexOf(NEWLINE, middle - 1) + 1);
    const newline = text.indexOf(NEWLINE, from);
    const end = newline === -1 ? text.length : newline;
    const order = text.subarray(from, end).compare(wanted);
    if (order === 0) return { isThere: true, start: from, end: end + 1 };
    if (order < 0) low = end + 1;
    else high = from;
  }
  return { isThere: false, start: low, end: low };
}

const NEWLINE = 10;
