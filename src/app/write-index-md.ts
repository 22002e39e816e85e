// index.md: one line for each memory that recall may show, for people and for tools that read files. Derived, never read by
// search, and gone rather than wrong.

import { join } from "node:path";
import { walkLines } from "../search/index-reader.ts";
import type { SearchIndex } from "../search/open-index.ts";
import { removeQuietly, replaceFile } from "../store/durable.ts";
import { modesOf } from "../store/root-files.ts";
import type { OpenRoot } from "./workspace.ts";

export function writeIndexMd(root: OpenRoot, index: SearchIndex): void {
  replaceFile(join(root.path, "index.md"), inPieces(walkLines(index)), modesOf(root).file);
}

/** A large store has a long list, and a server that saves has little memory. */
const PIECE_LINES = 500;

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(`${line}\n`);
    if (piece.length < PIECE_LINES) continue;
    yield piece.join("");
    piece = [];
  }
  yield piece.join("");
}

export function removeIndexMd(root: OpenRoot): void {
  removeQuietly(join(root.path, "index.md"));
}
