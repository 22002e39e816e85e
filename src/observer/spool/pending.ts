// What of a session nobody has read yet. A session has several files, and a slow process may still append to an earlier one
// while another began the next: so each file has a cursor of its own, the line that was read last, by its id.

import { parseSpoolLine, readIfThere, type SpoolFile, type SpoolLine } from "./spool.ts";

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
  /** What the person said last, before them. */
  readonly saidBefore: SpoolLine | null;
  /** By the number of the file, how many bytes of it were looked at; without those that were left for later. */
  readonly seen: Readonly<Record<string, number>>;
};

/**
 * In the order of the files, of one session. Those after `linesMax` are left for later, but not before the person spoke
 * again: the next prompt may hold the rest of a secret.
 */
export function readPending(files: readonly SpoolFile[], cursors: Cursors, linesMax: number): Pending {
  const lines: PendingLine[] = [];
  const isEnough = (): boolean => lines.length >= linesMax && lines.at(-1)?.record.kind === "prompt";
  const seen: Record<string, number> = {};
  let saidBefore: SpoolLine | null = null;
  for (const { path, number } of files) {
    // A character a byte: what is damaged may be no text, and places in a file are counted in bytes.
    const content = readIfThere(path, "latin1");
    const texts = content.split("\n");
    const read = findRead(texts, cursors[number] ?? null);
    if (lines.length === 0) saidBefore = findSaid(texts.slice(0, read + 1)) ?? saidBefore;
    let end = 0;
    for (const [index, text] of texts.entries()) {
      if (isEnough()) return { lines, saidBefore, seen };
      end += text.length + 1;
      // What was read before is passed over: a line that is verified costs a hash.
      const line = text === "" || index <= read ? null : parseBytes(text);
      if (line !== null) lines.push({ ...line, file: number, end });
    }
    seen[number] = content.length;
  }
  return { lines, saidBefore, seen };
}

/** The cursors behind these lines. */
export function advanceCursors(cursors: Cursors, lines: readonly PendingLine[]): Cursors {
  const moved = { ...cursors };
  for (const { file, id, end } of lines) moved[file] = { id, end };
  return moved;
}

/** The place of the line that was read last, or of its end where it was dropped. A file that contains neither was started over. */
function findRead(texts: readonly string[], cursor: Cursor | null): number {
  if (cursor === null) return -1;
  const found = texts.findIndex((text) => text.startsWith(`{"id":"${cursor.id}",`));
  if (found >= 0) return found;
  let end = 0;
  return texts.findIndex((text) => {
    end += text.length + 1;
    return end === cursor.end && text === "";
  });
}

function parseBytes(text: string): SpoolLine | null {
  return parseSpoolLine(Buffer.from(text, "latin1").toString("utf8"));
}

function findSaid(texts: readonly string[]): SpoolLine | null {
  for (const text of texts.toReversed()) {
    const line = text.includes('"kind":"prompt"') ? parseBytes(text) : null;
    if (line?.record.kind === "prompt") return line;
  }
  return null;
}
