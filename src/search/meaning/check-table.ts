// Is the table beside the program the one that the program was made with? For doctor: a search only looks at its size.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tablePath } from "./word-table.ts";

const TABLE_SHA256 = "c5cee67d3fc83858f1d1912b75f612104b5e675e0c0c3e18489f5d040c2d8d50";

export type TableState = "whole" | "damaged" | "absent";

export function checkWordTable(path: string = tablePath()): TableState {
  if (!existsSync(path)) return "absent";
  try {
    const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
    return hash === TABLE_SHA256 ? "whole" : "damaged";
  } catch {
    // A directory, or not ours to read.
    return "damaged";
  }
}
