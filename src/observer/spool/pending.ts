// The unread lines of a session. A session has several files, and a slow process may still append to an earlier file while
// another began the next; so each file has a cursor of its own: the id of the last line read.

import { parseSpoolLine, readIfThere, type SpoolFile, type SpoolLine } from "./spool.ts";

export type Cursor = {
  /** The id of the last line read. */
  readonly id: string;
  /** The end of that line, in bytes. */
  readonly end: number;
};
/** By the number of the file. */
export type Cursors = Readonly<Record<string, Cursor>>;

export type PendingLine = SpoolLine & { readonly file: number; readonly end: number };

export type UnreadLines = {
  readonly lines: readonly PendingLine[];
  /** The user's last words before the lines. */
  readonly saidBefore: SpoolLine | null;
  /** By the number of the file: how many bytes were examined, without lines left for later. */
  readonly seen: Readonly<Record<string, number>>;
};

/** In the order of the files of one session. Reading stops after `linesMax` lines, but only at a prompt, because the next
 * prompt may contain the rest of a secret. */
export function readPending(files: readonly SpoolFile[], cursors: Cursors, linesMax: number): UnreadLines {
  const lines: PendingLine[] = [];
  const isEnough = (): boolean => lines.length >= linesMax && lines.at(-1)?.record.kind === "prompt";
  const seen: Record<string, number> = {};
  let saidBefore: SpoolLine | null = null;
  for (const { path, number } of files) {
    // One character per byte, because damaged bytes may be no text, and positions in a file are counted in bytes.
    const content = readIfThere(path, "latin1");
    const texts = content.split("\n");
    const read = findRead(texts, cursors[number] ?? null);
    if (lines.length === 0) saidBefore = findSaid(texts.slice(0, read + 1)) ?? saidBefore;
    let end = 0;
    for (const [index, text] of texts.entries()) {
      if (isEnough()) return { lines, saidBefore, seen };
      end += text.length + 1;
      // Lines read before are skipped without parsing, because verifying a line costs a hash.
      const line = text === "" || index <= read ? null : parseBytes(text);
      if (line !== null) lines.push({ ...line, file: number, end });
    }
    seen[number] = content.length;
  }
  return { lines, saidBefore, seen };
}

/** The cursors after these lines. */
export function advanceCursors(cursors: Cursors, lines: readonly PendingLine[]): Cursors {
  const moved = { ...cursors };
  for (const { file, id, end } of lines) moved[file] = { id, end };
  return moved;
}

/** The position of the last line read, or of its end if the line was dropped. A file with neither was started over. */
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
