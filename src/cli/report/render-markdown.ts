// The report as Markdown. Attack: a name that opens a heading, a link, an image, a table cell or a tag where the report is
// read. Everything that is not a word of ours stands in a table cell, on one line, with every character that could begin
// something written as an entity; those have no meaning in Markdown.

import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { type Cell, type Document, type Line, type Section, type Table, wordsOf } from "./report.ts";

const CELL_CHARS_MAX = 300;
const SPECIAL = /[\\`*_{}[\]<>()#|~!&$^=+]/g;
/** Bare addresses become links in many readers, by their beginning. */
const ADDRESS = /:(?=\/)|(?<=www)\./gi;

export function renderMarkdown([{ title, lead }, ...sections]: Document): string {
  const [verdict = "", ...more] = lead.map(renderLine);
  const head = [`# ${title}`, "", verdict, "", ...more];
  return `${head.join("\n")}\n${sections.map(renderSection).join("")}`;
}

/** Sentences of ours. */
function renderLine(line: Line): string {
  if (typeof line === "string" || "shown" in line) return typeof line === "string" ? line : line.shown;
  return line.parts.map((part) => (typeof part === "string" ? part : `**${part.text}**`)).join("");
}

function renderSection({ title, lead, tables }: Section): string {
  return `\n## ${title}\n\n${lead.map(renderLine).join("\n")}\n${tables.map(renderTable).join("")}`;
}

function renderTable({ caption, columns, rows, more }: Table): string {
  const lines = [
    `### ${caption ?? ""}`,
    "",
    `| ${columns.join(" | ")} |`,
    `|${columns.map(() => "---").join("|")}|`,
    ...rows.map((cells) => `| ${cells.map(renderCell).join(" | ")} |`),
    ...(more === 0 ? [] : ["", `And ${more} more: \`--format json\` has all of them.`]),
  ];
  return `\n${lines.join("\n")}\n`;
}

function renderCell({ kind, parts }: Cell): string {
  const text = wordsOf(parts);
  // Ids, rules and fingerprints are letters, digits, - and _; anything else is a text.
  if (kind === "code" && /^[A-Za-z0-9_-]+$/.test(text)) return `\`${text}\``;
  return escapeMarkdown(text);
}

function escapeMarkdown(text: string): string {
  const line = sanitizeLine(text, CELL_CHARS_MAX);
  // An address of e-mail becomes a link whatever stands for its sign, so the sign is said.
  return line.replace(SPECIAL, toEntity).replace(ADDRESS, toEntity).replaceAll("@", " (at) ");
}

function toEntity(char: string): string {
  return `&#${char.codePointAt(0) ?? 0};`;
}
