// The report as one page that needs nothing else and can be handed over. Attack: a memory whose words become markup, a
// script or a request where the page is read. Every text is cleaned and escaped, attributes are our own words, and the
// page's policy allows no script, no request and no style but the one it carries.

import type { AuditReport } from "../../app/audit/report.ts";
import { REPORT_MARKS } from "../../app/audit/write-report.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { escapeMarkup } from "../../memory/text/escape.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { drawChart } from "./draw-chart.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { Cell, Section, Table } from "./section.ts";
import { listSections, sayWhatItIs } from "./sections.ts";

const CELL_CHARS_MAX = 300;
/** A table with at most so many columns and rows stands beside others. */
const SMALL = { columns: 2, rows: 8 } as const;

export function renderHtml(report: AuditReport): string {
  const sections = listSections(report);
  const title = `Credence audit of ${report.at.slice(0, 10)}`;
  const [verdict, ...more] = sayWhatItIs(report).map(escapeMarkup);
  return [
    `${REPORT_MARKS.html}<html lang="en">\n<head>\n<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>\n<style>${PAGE_STYLE}</style>\n</head>\n<body>\n<header>`,
    `<h1>${title}</h1>\n<p class="verdict exit-${report.exit}">${verdict}</p>`,
    ...more.map((line) => `<p class="meta">${line}</p>`),
    `</header>\n${renderContents(sections)}\n<main>`,
    ...sections.map(renderSection),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

function policy(): string {
  const hash = Buffer.from(sha256Hex(PAGE_STYLE), "hex").toString("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function renderContents(sections: readonly Section[]): string {
  const entries = sections.map(({ id, title, count }) => {
    const number = count === null ? "" : `<span${count === 0 ? ' class="zero"' : ""}>${count}</span>`;
    return `<li><a href="#${id}">${escapeMarkup(title)}</a>${number}</li>`;
  });
  return `<nav aria-label="Contents"><ul>${entries.join("")}</ul></nav>`;
}

function renderSection({ id, title, lead, tables, charts }: Section): string {
  const isSmall = ({ columns, rows }: Table): boolean =>
    columns.length <= SMALL.columns && rows.length <= SMALL.rows;
  const small = tables.filter(isSmall).map(renderTable).join("");
  const drawn = charts.map((chart, place) => drawChart(chart, `${id}-${place}`)).join("");
  return [
    `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeMarkup(title)}</h2>`,
    `<p>${renderLead(lead)}</p>`,
    drawn === "" ? "" : `<div class="charts">${drawn}</div>`,
    small === "" ? "" : `<div class="small">${small}</div>`,
    ...tables.filter((table) => !isSmall(table)).map(renderTable),
    "</section>",
  ].join("\n");
}

/** Commands stand between backquotes in our own sentences. */
function renderLead(lead: string): string {
  return escapeMarkup(lead).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}

function renderTable({ caption, columns, rows, more }: Table): string {
  const name = escapeMarkup(caption);
  const isNumber = (column: number): boolean => rows[0]?.[column]?.kind === "number";
  const heads = columns.map(
    (column, place) =>
      `<th scope="col"${isNumber(place) ? ' class="number"' : ""}>${escapeMarkup(column)}</th>`,
  );
  const body = rows.map((cells) => {
    const row = cells.map((cell, place) => renderCell(cell, columns[place] ?? ""));
    return `<tr>${row.join("")}</tr>`;
  });
  // On a phone a list of memories is a card each; numbers stay a table.
  const isList = columns.length > SMALL.columns && rows[0]?.some(({ kind }) => kind === "code") === true;
  const wide = isList ? ' class="wide"' : "";
  return [
    `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table${wide}><caption>${name}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody></table></div>`,
    more === 0 ? "" : `<p class="meta">And ${more} more: <code>--format json</code> has all of them.</p>`,
  ].join("\n");
}

function renderCell({ kind, text }: Cell, label: string): string {
  const told = escapeMarkup(sanitizeLine(text, CELL_CHARS_MAX));
  const inner = kind === "code" ? `<code>${told}</code>` : `<span>${told}</span>`;
  return `<td class="${kind}" data-label="${escapeMarkup(label)}">${inner}</td>`;
}
