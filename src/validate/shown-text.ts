// The text that a reader gets of a memory file, if it differs from the file.
//
// Attack: a secret or an instruction that is spelled with YAML escapes, or broken up by characters that the sanitizer
// drops. The file looks clean, and recall shows it whole. So each field is read and cleaned as before display, and scanned
// again if that changes it.

import { type FrontmatterEntry, parseFrontmatter } from "../memory/file/frontmatter.ts";
import { parseMemory } from "../memory/file/parse-memory.ts";
import { FILE_BYTES_MAX } from "../memory/limits.ts";
import { sanitizeLine, sanitizeTag, sanitizeText } from "../memory/text/sanitize.ts";
import { isOverBytes } from "./byte-length.ts";
import type { Finding } from "./verdict.ts";

export type ShownText = {
  readonly text: string;
  /** The line of the file that a line of this text comes from. Both count from 1. */
  readonly lineInFile: (line: number) => number;
};

const ALL = Number.POSITIVE_INFINITY;

type ShownLine = { readonly text: string; readonly line: number };
type Prepare = (field: string) => string;

/** The result for the last text, if no field had to be prepared, because the next validator asks about the same text. */
let last: { readonly text: string; readonly shown: ShownText | null } | null = null;

/** `prepare` is applied to a field before it is cleaned. @returns null when every field is shown as it is stored. */
export function findShown(text: string, prepare: Prepare | null = null): ShownText | null {
  if (prepare === null && last?.text === text) return last.shown;
  let isPrepared = false;
  const shown = findPrepared(text, (field) => {
    const prepared = prepare?.(field) ?? field;
    isPrepared ||= prepared !== field;
    return prepared;
  });
  last = isPrepared ? null : { text, shown };
  return shown;
}

function findPrepared(text: string, prepare: Prepare): ShownText | null {
  // Such a file is not a memory, so it is never shown; and the sanitizer is made for texts of memories.
  if (isOverBytes(text, FILE_BYTES_MAX)) return null;
  const parsed = parseMemory(text);
  const frontmatter = parsed.kind === "memory" ? parsed.frontmatter : parseFrontmatter(text);
  const isBroken = frontmatter.kind === "broken";
  const entries = isBroken ? [] : frontmatter.entries;
  const body = isBroken
    ? { text: text.slice(text.startsWith("\uFEFF") ? 1 : 0), line: 1 }
    : { text: text.slice(frontmatter.bodyStart), line: frontmatter.bodyLine };
  const all = [...entries.flatMap((entry) => showEntry(text, entry, prepare)), ...showBody(body, prepare)];
  if (all.length === 0) return null;
  return {
    text: all.map((each) => each.text).join("\n"),
    lineInFile: (line) => all[Math.min(line, all.length) - 1]?.line ?? 1,
  };
}

/** An escape in quotes: the value differs from the text in the file, even if it needs no cleaning. */
const ESCAPE = /\\|''/;

/** Each item on its own line, followed by an empty one, so that no rule can join two fields. */
function showEntry(text: string, entry: FrontmatterEntry, prepare: Prepare): ShownLine[] {
  const { key, value, line, valueStart, valueEnd } = entry;
  if (value === null) return [];
  const items = (typeof value === "string" ? [value] : value).map(prepare);
  const shown = items.map((item) => (key === "tags" ? sanitizeTag(item) : sanitizeLine(item, ALL)));
  const isSame = shown.every((item, index) => item === items[index]);
  if (isSame && !ESCAPE.test(text.slice(valueStart, valueEnd))) return [];
  return shown.flatMap((item) => [
    { text: item, line },
    { text: "", line },
  ]);
}

function showBody({ text, line }: ShownLine, prepare: Prepare): ShownLine[] {
  const body = prepare(text.replaceAll("\r\n", "\n"));
  if (isShownAsWritten(body)) return [];
  // Cleaning line by line gives the same text; it may add a line end, and the following lines keep their numbers.
  return body.split("\n").flatMap((written, index) => {
    const shown = sanitizeText(written, ALL).split("\n");
    return shown.map((each) => ({ text: each, line: line + index }));
  });
}

/** Characters other than plain text in a Latin script: cleaning may remove something from a line with one of them. */
const UNCOMMON = /[^\t\n\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E]/g;

/** Only lines with uncommon characters are cleaned, because cleaning all of them would cost as much as the scan. */
function isShownAsWritten(body: string): boolean {
  const uncommon = new RegExp(UNCOMMON);
  for (let found = uncommon.exec(body); found !== null; found = uncommon.exec(body)) {
    const newline = body.indexOf("\n", found.index);
    const end = newline === -1 ? body.length : newline;
    const line = body.slice(body.lastIndexOf("\n", found.index) + 1, end);
    if (sanitizeText(line, ALL) !== line) return false;
    uncommon.lastIndex = end;
  }
  return true;
}

/** A finding of the file itself is reported once, with its column. The rule `once` is reported once per file. */
export function joinFindings(
  written: readonly Finding[],
  shown: readonly Finding[],
  once: string | null = null,
): Finding[] {
  const keyOf = ({ rule, line }: Finding): string => (rule === once ? rule : `${rule} ${line}`);
  const known = new Set(written.map(keyOf));
  const added = shown.filter((finding) => !known.has(keyOf(finding)));
  return [...written, ...added].sort((a, b) => a.line - b.line || a.column - b.column);
}
