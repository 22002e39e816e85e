// Claude Code's own auto memory: `~/.claude/projects/<project>/memory/`, one Markdown file per fact, and MEMORY.md, which
// is an index or, in older versions, the notes themselves.

import { basename, dirname, join } from "node:path";
import { findEntry } from "../../../store/paths.ts";
import { listWithNotes, severalProjects } from "./claude-projects.ts";
import { recordOfMarkdown } from "./markdown.ts";
import {
  chooseInstant,
  firstWords,
  fitDescription,
  fitName,
  IMPORTED_DRAFT,
  type ImportRecord,
  type ImportSource,
  type SourcePlace,
  skipNone,
} from "./record.ts";
import { type FileOrSkip, type FoundFile, readEach, type TextFile, walkFiles } from "./walk-files.ts";

const INDEX = "MEMORY.md";
/** `- [Title](file.md) — hook`, or an item that begins with the name of a file: that file is imported separately. */
const POINTER =
  /^\s{0,8}(?:(?:[-*+]\s{1,4})?\[[^\]]{1,300}\]\([^()\s]{1,200}\.md\)|[-*+]\s{1,4}`?[\w./-]{1,200}\.md`?(?:[\s:]|$))/;
/** Shorter leftovers of an index (a title, an intro) contain no note. */
const NOTES_CHARS_MIN = 30;

export function readClaudeCodeMemory({ path, now }: SourcePlace): ImportSource {
  const { name, directory } = findDirectory(path);
  const files = walkFiles(directory, ".md").map(
    (file): FileOrSkip => ({ ...file, source: join(name, file.source) }),
  );
  return {
    total: () => files.length,
    records: readEach(files, (file, content) =>
      basename(file.path) === INDEX
        ? readNotes(file, content, now)
        : [recordOfMarkdown({ ...file, ...content, stem: basename(file.path, ".md") }, now)],
    ),
  };
}

/** A memory directory, or a project that has one; never the directory of several projects. */
function findDirectory(path: string): { readonly name: string; readonly directory: string } {
  const isDirectory = (each: string): boolean => findEntry(each)?.isDirectory() === true;
  if (isDirectory(join(path, "memory"))) return { name: "memory", directory: join(path, "memory") };
  const isOne =
    !isDirectory(path) || findEntry(join(path, INDEX)) !== null || listWithNotes(path).length === 0;
  if (!isOne) throw severalProjects();
  return { name: "", directory: path };
}

/** The parts of MEMORY.md that are not pointers to files: one memory per section. */
function* readNotes(file: FoundFile, { text, mtimeMs }: TextFile, now: number): Generator<ImportRecord> {
  const project = projectOf(file.path);
  const sections = splitSections(text).filter(({ body }) => body.length >= NOTES_CHARS_MIN);
  if (sections.length === 0) yield skipNone(file.source, "an index, not a memory");
  for (const { title, body } of sections) {
    const name = fitName(title, `Notes of ${project}`);
    yield {
      kind: "memory",
      source: `${file.source} ${title}`.trim(),
      memory: {
        id: null,
        stem: `${project} ${title === "" ? "notes" : title}`,
        draft: {
          ...IMPORTED_DRAFT,
          type: "project",
          name,
          description: fitDescription(firstWords(body), name),
          body: title === "" ? body : `## ${title}\n\n${body}`,
        },
        createdAt: chooseInstant([mtimeMs], now),
        keys: {},
        isClear: false,
      },
    };
  }
}

/** The last part of a project's directory: `-home-ana-shop` is the project `shop`. */
function projectOf(path: string): string {
  const directory = dirname(path);
  const slug = basename(basename(directory) === "memory" ? dirname(directory) : directory);
  return (
    slug
      .split("-")
      .filter((part) => part !== "")
      .at(-1) ?? "memory"
  );
}

function splitSections(text: string): { readonly title: string; readonly body: string }[] {
  const sections: { title: string; lines: string[] }[] = [{ title: "", lines: [] }];
  for (const line of text.split("\n")) {
    const title = /^## (.{1,300})$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title: title.trim(), lines: [] });
    else if (!POINTER.test(line) && !/^# /.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, body: lines.join("\n").trim() }));
}
