// Is the table beside the program the one that the program was made with? For doctor: a search only looks at its size.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tablePath } from "./word-table.ts";

const TABLE_SHA256 = "5e82ea500dc23ffdb180cc065ce547888bb9d32d823952011c2a43b680288cc1";

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
