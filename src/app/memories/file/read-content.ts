// What is in the file of a memory, whoever said what about it.

import { decodeMemoryText } from "../../../memory/file/decode-text.ts";
import { digestMemory } from "../../../memory/file/digest.ts";
import { type FileProblem, type ParsedMemory, parseMemory } from "../../../memory/file/parse-memory.ts";
import type { Memory } from "../../../memory/memory.ts";
import { type FileEntry, readFileContent } from "../../../store/memory-files.ts";
import conflictMarkers from "../../../validate/structure/conflict-markers.ts";

export type Content = {
  /** As on disk; null when the file is not readable text. */
  readonly text: string | null;
  /** Null when the file hard-fails. */
  readonly memory: Memory | null;
  readonly digest: string | null;
  readonly problems: readonly FileProblem[];
  readonly mtimeMs: number;
};

export const UNREADABLE = "unreadable";

/** The file alone, without what anybody says about it. */
export function readContent(file: FileEntry): Content {
  const content = readFileContent(file.path);
  if (content.kind === "refused") return broken(UNREADABLE, content.why, 0);
  const decoded = decodeMemoryText(content.bytes);
  if (decoded.kind === "undecodable") return broken(decoded.rule, decoded.message, content.mtimeMs);
  const { text } = decoded;
  const parsed = parseMemory(text);
  const conflicts = findConflicts(file.id, text, parsed);
  const memory = parsed.kind === "memory" && conflicts.length === 0 ? parsed.memory : null;
  return {
    text,
    memory,
    digest: memory === null ? null : digestMemory(memory),
    problems: [...parsed.problems, ...conflicts],
    mtimeMs: content.mtimeMs,
  };
}

/** A file that a merge left half done holds two texts, and is neither of them. */
function findConflicts(id: string, text: string, parsed: ParsedMemory): FileProblem[] {
  const found = conflictMarkers.check({ name: `${id}.md`, text, parsed });
  return found.map((problem) => ({ rule: conflictMarkers.id, level: "struct", ...problem }));
}

export function conflictIn({ problems }: Content): { readonly conflictLine?: number } {
  const conflict = problems.find(({ rule }) => rule === conflictMarkers.id);
  return conflict === undefined ? {} : { conflictLine: conflict.line };
}

const NO_MEMORY = { text: null, memory: null, digest: null } as const;

function broken(rule: string, message: string, mtimeMs: number): Content {
  return { ...NO_MEMORY, problems: [{ rule, level: "struct", line: 1, message }], mtimeMs };
}
