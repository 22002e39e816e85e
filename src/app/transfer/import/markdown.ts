// A folder of Markdown files, with frontmatter or without.

import { basename, join, sep } from "node:path";
import type { Draft } from "../../../memory/file/draft.ts";
import { FIELDS } from "../../../memory/file/fields.ts";
import { parseFrontmatter } from "../../../memory/file/frontmatter.ts";
import type { FrontmatterChanges } from "../../../memory/file/write-frontmatter.ts";
import type { Instant } from "../../../memory/instant.ts";
import { TAGS_MAX } from "../../../memory/limits.ts";
import {
  ANY_TYPE,
  CATEGORIES,
  MEMORY_TYPES,
  type MemoryType,
  parseMemoryId,
  typeOfId,
} from "../../../memory/memory.ts";
import { findEntry } from "../../../store/paths.ts";
import {
  chooseInstant,
  findHeading,
  firstWords,
  fitDescription,
  fitFiles,
  fitName,
  fitSession,
  IMPORTED_DRAFT,
  type ImportRecord,
  type ImportSource,
  type SourcePlace,
  skip,
  skipNone,
} from "./record.ts";
import { type FileOrSkip, type FoundFile, readEach, type TextFile, walkFiles } from "./walk-files.ts";

const TYPE_PREFIX = new RegExp(`^${ANY_TYPE}[-_ ]`, "i");

/** Written by tools for readers. */
const INDEXES: ReadonlySet<string> = new Set(["MEMORY.md", "index.md"]);

export function readMarkdown({ path, now, loaded }: SourcePlace): ImportSource {
  return toSource(walkFiles(path, ".md"), (file, content) => {
    if (INDEXES.has(basename(file.path))) return skipNone(file.source, "an index, not a memory");
    if (loaded?.has(file.path) === true)
      return skipNone(file.source, "clients load it in each session, so it is not imported");
    return recordOfMarkdown({ ...file, ...content, stem: basename(file.path, ".md") }, now);
  });
}

export function toSource(
  files: readonly FileOrSkip[],
  toRecord: (file: FoundFile, content: TextFile) => ImportRecord,
): ImportSource {
  return {
    total: () => files.length,
    records: readEach(files, (file, content) => [toRecord(file, content)]),
  };
}

// One Markdown file of another tool as a memory to import. Its claims about trust raise nothing; its claim to be out of use
// is believed.

export type MarkdownFile = {
  readonly source: string;
  /** The name of the file without `.md`. */
  readonly stem: string;
  readonly text: string;
  readonly mtimeMs: number;
};

const DATE_KEYS = ["created-at", "created_at", "created", "date"];

type Keys = ReadonlyMap<string, string | readonly string[]>;

export function recordOfMarkdown(file: MarkdownFile, now: Instant): ImportRecord {
  const { source, stem } = file;
  const foreign = parseForeign(file.text);
  if (foreign.kind === "ambiguous") return skip(source, foreign.why);
  const { keys, body } = foreign;
  if (textOf(keys, "trust-level") === "quarantined") return skip(source, "it says that it is quarantined");
  const stated = typeOf(keys, stem);
  const type = stated ?? "reference";
  const kept = parseMemoryId(stem);
  return {
    kind: "memory",
    source,
    memory: {
      id: kept !== null && typeOfId(kept) === type ? kept : null,
      stem: stem.replace(TYPE_PREFIX, ""),
      draft: draftOf(keys, { stem, body, type }),
      createdAt: chooseInstant([...DATE_KEYS.map((key) => textOf(keys, key)), file.mtimeMs], now),
      keys: { ...machineKeys(keys), ...statusKeys(keys) },
      isClear: stated !== null,
    },
  };
}

function draftOf(
  keys: Keys,
  { stem, body, type }: { readonly stem: string; readonly body: string; readonly type: MemoryType },
): Draft {
  const category = textOf(keys, "category");
  const name = fitName(
    textOf(keys, "name"),
    textOf(keys, "title"),
    findHeading(body),
    stem.replaceAll(/[-_]+/g, " "),
  );
  return {
    ...IMPORTED_DRAFT,
    type,
    name,
    description: fitDescription(textOf(keys, "description"), firstWords(body), name),
    category: CATEGORIES.find((each) => each === category) ?? null,
    tags: listOf(keys, "tags").slice(0, TAGS_MAX),
    body: body.replace(/^\n+/, ""),
    relatedFiles: fitFiles(listOf(keys, "related-files")),
    taint: listOf(keys, "taint"),
    session: fitSession(textOf(keys, "session") ?? textOf(keys, "metadata.originSessionId")),
  };
}

function typeOf(keys: Keys, stem: string): MemoryType | null {
  const said = textOf(keys, "type") ?? textOf(keys, "metadata.type");
  return MEMORY_TYPES.find((type) => type === said) ?? (parseMemoryId(stem) === null ? null : typeOfId(stem));
}

/** Keeps the machine on which the file was written. */
function machineKeys(keys: Keys): FrontmatterChanges {
  const machine = textOf(keys, "source-machine");
  return machine !== null && FIELDS["source-machine"].isGood(machine) ? { "source-machine": machine } : {};
}

/** A file out of use there is out of use here, since the import. */
function statusKeys(keys: Keys): FrontmatterChanges {
  const status = textOf(keys, "status");
  if (status !== "retired" && status !== "archived") return {};
  const reason = textOf(keys, `${status}-reason`);
  return { status, ...(reason === null ? {} : { [`${status}-reason`]: reason }) };
}

function textOf(keys: Keys, key: string): string | null {
  const value = keys.get(key);
  return typeof value === "string" && value !== "" ? value : null;
}

function listOf(keys: Keys, key: string): readonly string[] {
  const value = keys.get(key);
  if (value === undefined) return [];
  return typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
}

// The frontmatter of other tools. Our own format is read by its one reader; any other by this lenient reader, which accepts
// scalars, lists, block texts and one level of nesting, in linear time. Its values are not trusted, but cleaned and judged
// like any text.
//
// Attack: a repeated key, so that another reader sees another value.

type ForeignText =
  | {
      readonly kind: "text";
      readonly keys: ReadonlyMap<string, string | readonly string[]>;
      readonly body: string;
    }
  | { readonly kind: "ambiguous"; readonly why: string };

const LINES_MAX = 200;
const KEY = /^( {0,8})([A-Za-z][\w-]{0,63}):(?:[ \t]+(.*))?$/;
const ITEM = /^ {0,8}- (.*)$/;
const BLOCK = /^[>|][+-]?$/;

function parseForeign(text: string): ForeignText {
  const strict = parseFrontmatter(text);
  if (strict.kind === "frontmatter") {
    const known = strict.entries.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]));
    return { kind: "text", keys: new Map(known), body: text.slice(strict.bodyStart) };
  }
  if (strict.rule === "duplicate-key") return { kind: "ambiguous", why: strict.message };
  const lines = text.split("\n", LINES_MAX);
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  if (end === -1) return { kind: "text", keys: new Map(), body: text };
  const body = text.slice(lines.slice(0, end + 1).join("\n").length + 1);
  return readLines(lines.slice(1, end), body);
}

function readLines(lines: readonly string[], body: string): ForeignText {
  const keys = new Map<string, string | readonly string[]>();
  let parent = "";
  for (let at = 0; at < lines.length; at += 1) {
    const found = KEY.exec(lines[at] ?? "");
    if (found === null) continue;
    const [, indent = "", name = "", rest = ""] = found;
    const key = indent === "" || parent === "" ? name : `${parent}.${name}`;
    if (keys.has(key)) return { kind: "ambiguous", why: `\`${key}\` is there twice` };
    if (indent === "") parent = rest === "" ? name : "";
    const isBlock = BLOCK.test(rest);
    const below = indentedAfter(lines, at, indent.length);
    const value = toValue(rest.trim(), below);
    if (value !== null) keys.set(key, value);
    // The lines of a block text may look like keys.
    if (isBlock) at += below.length;
  }
  return { kind: "text", keys, body };
}

/** The lines that belong to the preceding key. A list may begin in the column of its key. */
function indentedAfter(lines: readonly string[], at: number, indent: number): string[] {
  const below: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== "" && depth <= indent && !ITEM.test(line)) break;
    below.push(line);
  }
  return below;
}

/** @returns null when only keys follow. */
function toValue(text: string, below: readonly string[]): string | readonly string[] | null {
  if (BLOCK.test(text)) return below.map((line) => line.trim()).join(text.startsWith(">") ? " " : "\n");
  if (text === "") {
    const items = below.flatMap((line) => ITEM.exec(line)?.[1] ?? []);
    return items.length === 0 ? null : items.map(unquote);
  }
  if (!text.startsWith("[") || !text.endsWith("]")) return unquote(text);
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== "");
}

function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || text.at(-1) !== quote || (quote !== '"' && quote !== "'")) return text;
  const inner = text.slice(1, -1);
  return quote === "'" ? inner.replaceAll("''", "'") : inner.replaceAll(/\\(["\\])/g, "$1");
}

// A claude-config store: a git clone with `memories/` and `quarantine/`, Markdown with frontmatter, in which the file name
// is the identity. Memories in its quarantine are not imported.

const DIRECTORIES = ["memories", "quarantine", "archive"];

export function readClaudeConfig({ path, now }: SourcePlace): ImportSource {
  return toSource(findFiles(path), (file, content) => {
    const [top = ""] = file.source.split(sep);
    if (top === "quarantine" || top === "archive") return skip(file.source, "it is in quarantine there");
    if (basename(file.path) === "MEMORY.md") return skipNone(file.source, "an index, not a memory");
    return recordOfMarkdown({ ...file, ...content, stem: basename(file.path, ".md") }, now);
  });
}

/** The whole store, or one directory of it. */
function findFiles(path: string): FileOrSkip[] {
  const present = DIRECTORIES.filter((name) => findEntry(join(path, name))?.isDirectory() === true);
  if (!present.includes("memories")) {
    const own = basename(path);
    const found = walkFiles(path, ".md");
    return DIRECTORIES.slice(1).includes(own)
      ? found.map((file) => ({ ...file, source: join(own, file.source) }))
      : found;
  }
  return present.flatMap((name) =>
    walkFiles(join(path, name), ".md").map((file) => ({ ...file, source: join(name, file.source) })),
  );
}
