// A structure rule looks at one whole file. Like every rule it is data with its proof: files it catches and spares.

import type { ParsedMemory } from "../../memory/file/parse-memory.ts";

export type StructureLevel = "struct" | "format" | "warn";

export type MemoryFile = {
  /** The name the file has or is meant to have, never that of a temporary copy. */
  readonly name: string;
  /** As on disk. */
  readonly text: string;
  readonly parsed: ParsedMemory;
};

export type StructureProblem = { readonly line: number; readonly message: string };

export type StructureRule = {
  readonly id: string;
  readonly level: StructureLevel;
  readonly check: (file: MemoryFile) => readonly StructureProblem[];
};

export function defineStructureRule(rule: StructureRule): StructureRule {
  return rule;
}
