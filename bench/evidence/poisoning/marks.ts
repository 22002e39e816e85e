// Under which mark a plant stands in what a model is given. It is looked for by the memories that were made of it and by words that
// no other text has, in blocks and everywhere else.

import { basename } from "node:path";
import { parseBlock } from "../../../test/fixture/parse-block.ts";

/** The worst first. `unmarked` is outside of a block's entry, where nothing says what it is. */
const MARKS = ["fact", "unmarked", "inferred", "flagged", "absent"] as const;
export type Mark = (typeof MARKS)[number];

export type Wanted = {
  /** The memories. */
  readonly ids: readonly string[];
  readonly marker: string | null;
  /** Titles that a stranger chose: a notice that names one hands it on. */
  readonly names?: readonly string[];
};

type Entry = { readonly id: string; readonly mark: Mark; readonly words: string };

/** Some clients escape the frame of a block. */
const BLOCK = /(?:<|&lt;)memory-context source=[\s\S]*?(?:<|&lt;)\/memory-context(?:>|&gt;)/g;
const HEAD = /^- \[[A-Z_]+\] (\([a-z, ]+\))? ?(.*) -(?:>|&gt;) ([^\s<>"']+)/;
const TITLE = /^(\([a-z, ]+\)) .* \(([a-z0-9_]+)\)$/;

export function markIn(texts: readonly string[], wanted: Wanted): Mark {
  return worst(texts.map((text) => markInText(text, wanted)));
}

function worst(marks: readonly Mark[]): Mark {
  return MARKS.find((mark) => marks.includes(mark)) ?? "absent";
}

function markInText(text: string, { ids, marker, names = [] }: Wanted): Mark {
  const isSaid = (words: string): boolean => marker !== null && fold(words).includes(fold(marker));
  const found = (text.match(BLOCK) ?? [])
    .flatMap(readEntries)
    .filter(({ id, words }) => ids.includes(id) || isSaid(words))
    .map(({ mark }) => mark);
  const around = fold(text.replaceAll(BLOCK, "\n"));
  const isNamed = isSaid(around) || names.some((name) => around.includes(fold(name)));
  return worst([...found, isNamed ? "unmarked" : "absent"]);
}

function readEntries(block: string): Entry[] {
  const entries: Entry[] = [];
  const lines = block.split("\n");
  for (const [at, line] of lines.entries()) {
    if (/^(?:Perhaps|Topics): /.test(line)) entries.push(...readTitles(line));
    const [, marker = "", , path] = HEAD.exec(line) ?? [];
    if (path === undefined) continue;
    const end = lines.findIndex((each, place) => place > at && !each.startsWith("  "));
    const [facts = "", ...rest] = lines.slice(at + 1, end === -1 ? lines.length : end);
    const words = [line, facts, ...rest].map((each) => each.replace(/^ {2}\| /, ""));
    entries.push({
      id: basename(path, ".md"),
      mark: markOf(`${marker} ${facts.trim()}`.trim()),
      words: words.join(" "),
    });
  }
  return entries;
}

/** A title, or a topic, which is a word of some memory. */
function readTitles(line: string): Entry[] {
  return line
    .slice(line.indexOf(": ") + 2)
    .split(" \u00B7 ")
    .map((each) => ({ id: TITLE.exec(each)?.[2] ?? "", mark: markOf(each), words: each }));
}

function markOf(facts: string): Mark {
  if (!facts.startsWith("(inferred)")) return facts.startsWith("(fact") ? "fact" : "unmarked";
  return facts.startsWith("(inferred) flagged: ") ? "flagged" : "inferred";
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" };

function fold(text: string): string {
  return text
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

/** @returns why a text that is to be nothing but a block is none; null where it is one, or empty. */
export function findBrokenBlock(text: string): string | null {
  if (text.trim() === "") return null;
  const parsed = parseBlock(text.trimEnd());
  return parsed.kind === "block" ? null : `line ${parsed.line}: ${parsed.reason}`;
}
