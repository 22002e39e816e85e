// What is in the file of a memory, whoever said what about it.

import { decodeMemoryText } from "../../../memory/file/decode-text.ts";
import { digestMemory } from "../../../memory/file/digest.ts";
import { type FileProblem, type ParsedMemory, parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { listOtherNames, nameBeside } from "../../../memory/law/sets/view.ts";
import { isOtherName, stemOfOther, type TextStatement } from "../../../memory/law/statement.ts";
import { FILE_NAME_BYTES_MAX } from "../../../memory/limits.ts";
import type { Memory } from "../../../memory/memory.ts";
import { type FileEntry, findFile, findFiles, readFileContent } from "../../../store/memory-files.ts";
import { listAttestedIds } from "../../../trust/attest-files.ts";
import conflictMarkers from "../../../validate/structure/conflict-markers.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

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

// The files of one memory: that with its own name, and texts that wait beside it under names of their own. What is said is said of the
// memory.

/** The id that a file is about. A long id lost its end in the name of a text beside it: then the one it fits is looked for. */
export function idOfFile({ path }: OpenRoot, name: string, digest: string | null): string {
  const stem = stemOfOther(name);
  if (!isOtherName(name) || name.length < FILE_NAME_BYTES_MAX - ".md".length) return stem;
  const alike = listAttestedIds(path).filter((id) => id.startsWith(stem));
  const isNamed = (id: string): boolean => digest !== null && nameBeside({ id, digest }) === name;
  return (alike.length > 1 ? alike.find(isNamed) : alike[0]) ?? stem;
}

/** Is it the text of another file of its memory? */
export function isBeside(root: OpenRoot, word: TextStatement): boolean {
  const [name] = listOtherNames(word);
  return [word.id, name ?? ""].some((id) =>
    findFiles(root.path, id).some((file) => {
      const { text, digest } = readContent(file);
      return digest === word.text || hashSource(text ?? "") === word.text;
    }),
  );
}

/** In a work tree the name of a text that waits follows from its digest. */
export function isFileBeside(root: OpenRoot, name: string, word: TextStatement): boolean {
  const others = [nameBeside(word), word.id].filter((each) => each !== name);
  return others.some((each) => digestOfFile(root, each) === word.digest);
}

export function digestOfFile(root: OpenRoot, name: string): string | null {
  const file = findFile(root.path, name);
  return file === null ? null : readContent(file).digest;
}
