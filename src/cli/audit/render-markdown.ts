// The report as Markdown. Attack: a name that opens a heading, a link, an image, a table cell or a tag where the report is
// read. Everything that is not a word of ours stands in a table cell, on one line, with every character that could begin
// something written as an entity; those have no meaning in Markdown.

import type { AuditReport } from "../../app/audit/report.ts";
import { REPORT_MARKS } from "../../app/audit/write-report.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import type { Cell, Section, Table } from "./section.ts";
import { listSections, sayWhatItIs } from "./sections.ts";

const CELL_CHARS_MAX = 300;
const SPECIAL = /[\\`*_{}[\]<>()#|~!&$^=+]/g;
/** Bare addresses become links in many readers, by their beginning. */
const ADDRESS = /:(?=\/)|(?<=www)\./gi;

export function renderMarkdown(report: AuditReport): string {
  const [verdict, ...more] = sayWhatItIs(report);
  const head = [`# Credence audit of ${report.at.slice(0, 10)}`, "", `**${verdict}**`, "", ...more];
  return `${REPORT_MARKS.md}${head.join("\n")}\n${listSections(report).map(renderSection).join("")}`;
}

function renderSection({ title, lead, tables }: Section): string {
  return `\n## ${title}\n\n${lead}\n${tables.map(renderTable).join("")}`;
}

function renderTable({ caption, columns, rows, more }: Table): string {
  const lines = [
    `### ${caption}`,
    "",
    `| ${columns.join(" | ")} |`,
    `|${columns.map(() => "---").join("|")}|`,
    ...rows.map((cells) => `| ${cells.map(renderCell).join(" | ")} |`),
    ...(more === 0 ? [] : ["", `And ${more} more: \`--format json\` has all of them.`]),
  ];
  return `\n${lines.join("\n")}\n`;
}

function renderCell({ kind, text }: Cell): string {
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
