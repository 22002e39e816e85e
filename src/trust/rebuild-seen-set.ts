// A new seen set for a root whose record was lost. Until the mark of the root names the new set, every other process goes on
// withholding the root, so a rebuild that is killed has rebuilt nothing.

import { rmSync } from "node:fs";
import { makeFile, NO_SET, readSet, renderMark, type SeenPlace } from "./seen-file.ts";
import { type SeenSet, toSet } from "./seen-set.ts";

export type Rebuild = { readonly set: SeenSet; readonly end: () => void };

/** A file that is damaged goes: it holds ids that may have to be forgotten. Other roots that were in it say that theirs is lost. */
export function startRebuild(place: SeenPlace, why: "missing" | "damaged"): Rebuild {
  const { path, mark } = place;
  mark.write(renderMark(NO_SET));
  // The side files first: left behind, they would be played back into the new file.
  const suffixes = why === "damaged" ? ["-journal", "-wal", "-shm", "-checked", ""] : [];
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true });
  const database = makeFile(path);
  return { set: toSet(place, database), end: () => mark.write(renderMark(readSet(database))) };
}
