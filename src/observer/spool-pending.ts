// What of a session nobody has read yet. A session has several files, and a slow process may still append to an earlier one
// while another began the next: so each file has a cursor of its own, the line that was read last, by its id.

import { readIfThere } from "./read-if-there.ts";
import type { SpoolFile } from "./spool-files.ts";
import { parseSpoolLine, type SpoolLine } from "./spool-line.ts";

export type Cursor = {
  /** Of the last line that was read. */
  readonly id: string;
  /** Where it ends, in bytes. */
  readonly end: number;
};
/** By the number of the file. */
export type Cursors = Readonly<Record<string, Cursor>>;

export type PendingLine = SpoolLine & { readonly file: number; readonly end: number };

export type Pending = {
  readonly lines: readonly PendingLine[];
  /** The one that was read last, before them. */
  readonly previous: SpoolLine | null;
};

/** In the order of the files, of one session; those after `linesMax` are left for later. */
export function readPending(files: readonly SpoolFile[], cursors: Cursors, linesMax: number): Pending {
  const lines: PendingLine[] = [];
  let previous: SpoolLine | null = null;
  for (const file of files) {
    if (lines.length >= linesMax) break;
    const found = readBehind(file, cursors[file.number] ?? null, linesMax - lines.length);
    if (lines.length === 0) previous = found.previous ?? previous;
    lines.push(...found.lines);
  }
  return { lines, previous };
}

/** The cursors behind these lines. */
export function advanceCursors(cursors: Cursors, lines: readonly PendingLine[]): Cursors {
  const moved = { ...cursors };
  for (const { file, id, end } of lines) moved[file] = { id, end };
  return moved;
}

/** What was read before is passed over: a line that is verified costs a hash. */
function readBehind({ path, number }: SpoolFile, cursor: Cursor | null, linesMax: number): Pending {
  const texts = readIfThere(path).split("\n");
  const head = `{"id":"${cursor?.id ?? ""}",`;
  // A file that does not hold the line was begun anew.
  const read = cursor === null ? -1 : texts.findIndex((text) => text.startsWith(head));
  const lines: PendingLine[] = [];
  let end = 0;
  for (const [index, text] of texts.entries()) {
    if (lines.length >= linesMax) break;
    end += Buffer.byteLength(text) + 1;
    const line = text === "" || index <= read ? null : parseSpoolLine(text);
    if (line !== null) lines.push({ ...line, file: number, end });
  }
  return { lines, previous: parseSpoolLine(texts[read] ?? "") };
}
