// The id of a memory is the stem of its file name; it never changes, whatever directory the file is in.

import { FILE_NAME_BYTES_MAX } from "./limits.ts";
import { MEMORY_TYPES, type MemoryType } from "./memory.ts";

const FILE_NAME = /^(user|feedback|project|reference)_[a-z0-9_]+\.md$/;

/** Accepts `project_x` and `project_x.md`; null for anything that is not the name of a memory file. */
export function parseMemoryId(text: string): string | null {
  const fileName = text.endsWith(".md") ? text : `${text}.md`;
  // Such a name is ASCII, so its length is its size in bytes.
  if (fileName.length > FILE_NAME_BYTES_MAX || !FILE_NAME.test(fileName)) return null;
  return fileName.slice(0, -".md".length);
}

export function isMemoryId(text: string): boolean {
  return parseMemoryId(text) === text;
}

/** The type that an id claims by its prefix. */
export function typeOfId(id: string): MemoryType | null {
  return MEMORY_TYPES.find((type) => id.startsWith(`${type}_`)) ?? null;
}

/** An id with more at its end, within the length of a file name. `suffix` is of characters that an id may have. */
export function extendId(id: string, suffix: string): string {
  return `${id.slice(0, FILE_NAME_BYTES_MAX - ".md".length - suffix.length)}${suffix}`;
}
