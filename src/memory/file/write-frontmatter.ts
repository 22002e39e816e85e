// Value → text. A plain scalar only where no YAML reader could take it for anything but these characters (dates and
// confidences stay plain too: everybody writes them so); all else in double quotes with JSON's escapes, which YAML
// shares.

import {
  type Frontmatter,
  type FrontmatterEntry,
  type FrontmatterValue,
  parseFrontmatter,
} from "./frontmatter.ts";

const PLAIN = /^[A-Za-z][A-Za-z0-9_./()'+-]*(?: [A-Za-z0-9_./()'+-]+)*$/;
const PLAIN_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;
const PLAIN_FRACTION = /^(?:0|1|0\.\d{1,6}|1\.0)$/;
/** Words that some YAML reader takes for a boolean, a null or a number. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|infinity)$/i;
// JSON leaves these raw, and YAML forbids them or ends a line at them.
const UNSAFE_IN_QUOTES = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

export function renderValue(value: Exclude<FrontmatterValue, null>): string {
  return typeof value === "string" ? renderScalar(value) : `[${value.map(renderScalar).join(", ")}]`;
}

/** A whole new file. Keys come in the order given; null ones are left out. */
export function renderFile(frontmatter: Readonly<Record<string, FrontmatterValue>>, body: string): string {
  const lines: string[] = [];
  for (const [key, value] of Object.entries(frontmatter)) {
    if (value !== null) lines.push(`${key}: ${renderValue(value)}\n`);
  }
  return `---\n${lines.join("")}---\n${body}`;
}

function renderScalar(text: string): string {
  if (PLAIN_TIME.test(text) || PLAIN_FRACTION.test(text)) return text;
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  const toEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text.toWellFormed()).replace(UNSAFE_IN_QUOTES, toEscape);
}

// Changes some keys of a file and not one byte besides: comments, order, unknown keys, line ends and the body stay.

/** Null removes a key. */
export type FrontmatterChanges = Readonly<Record<string, FrontmatterValue>>;

/** @returns null when the file's frontmatter is broken: such a file is repaired by hand. */
export function rewriteFrontmatter(text: string, changes: FrontmatterChanges): string | null {
  const frontmatter = parseFrontmatter(text);
  if (frontmatter.kind === "broken") return null;
  const parts: string[] = [];
  let copied = 0;
  for (const entry of frontmatter.entries) {
    // A file may have a key `constructor`, which every object seems to hold.
    const change = Object.hasOwn(changes, entry.key) ? changes[entry.key] : undefined;
    if (change === undefined || (change !== null && isSame(change, entry.value))) continue;
    const from = change === null ? entry.lineStart : entry.valueStart;
    parts.push(text.slice(copied, from), renderChange(entry, change));
    copied = change === null ? entry.lineEnd : entry.valueEnd;
  }
  parts.push(
    text.slice(copied, frontmatter.closing),
    renderAdded(frontmatter, changes),
    text.slice(frontmatter.closing),
  );
  return parts.join("");
}

function renderChange(entry: FrontmatterEntry, change: FrontmatterValue): string {
  if (change === null) return "";
  // A key without a value has no space after its colon, and whatever follows it is a comment.
  return entry.value === null ? ` ${renderValue(change)}` : renderValue(change);
}

function renderAdded(frontmatter: Frontmatter, changes: FrontmatterChanges): string {
  const known = new Set(frontmatter.entries.map((entry) => entry.key));
  return Object.entries(changes)
    .filter(([key, value]) => value !== null && !known.has(key))
    .map(([key, value]) => `${key}: ${renderValue(value ?? "")}${frontmatter.lineEnding}`)
    .join("");
}

function isSame(a: FrontmatterValue, b: FrontmatterValue): boolean {
  if (typeof a === "string" || typeof b === "string" || a === null || b === null) return a === b;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
