// What tells a file or directory from a changed one without reading it. The time of the last change of the entry itself
// (ctime) cannot be set back, so a file that was edited and given its old times and size still differs.

import { lstatSync } from "node:fs";
import { ifPossible } from "./fs-failure.ts";

export type FileIdentity = {
  /** Equal for the same unchanged entry. */
  readonly text: string;
  /** Changed so recently, or by a clock so far ahead, that another change could leave the same times. */
  readonly young: boolean;
};

/** Coarse file systems count in two seconds. */
const YOUNG_MS = 2_000;
const ABSENT: FileIdentity = { text: "-", young: false };

export function identifyFile(path: string, nowMs: number): FileIdentity {
  // Whatever cannot be looked at counts as absent here: reading it says why.
  const stat = ifPossible(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }), undefined);
  if (stat === undefined) return ABSENT;
  const { dev, ino, size, mtimeNs, ctimeNs } = stat;
  return {
    text: [dev, ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join("."),
    young: Number(ctimeNs / 1_000_000n) > nowMs - YOUNG_MS,
  };
}
