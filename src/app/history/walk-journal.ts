import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { type JournalEntry, parseEntry } from "../../store/journal.ts";

const PIECE_BYTES = 64 * 1024;

/** The journal line by line, oldest first, for whoever tells of all of it: it grows for years. */
export function* walkJournal(path: string): Generator<JournalEntry> {
  if (!existsSync(path)) return;
  const file = openSync(path, "r");
  try {
    const [piece, decoder] = [Buffer.alloc(PIECE_BYTES), new StringDecoder("utf8")];
    let rest = "";
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, read))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield* entryIn(line);
    }
    yield* entryIn(rest + decoder.end());
  } finally {
    closeSync(file);
  }
}

function entryIn(line: string): JournalEntry[] {
  const entry = parseEntry(line);
  return entry === null ? [] : [entry];
}
