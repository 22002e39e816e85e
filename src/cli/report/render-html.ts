// The report as one page that needs nothing else and can be handed over. Attack: a memory whose words become markup, a
// script or a request where the page is read. Every text is cleaned and escaped, attributes are our own words, and the
// page's policy allows no script, no request and no style but the one it carries.

import { sha256Hex } from "../../memory/file/sha256.ts";
import { escapeMarkup, sanitizeLine } from "../../memory/text/sanitize.ts";
import { layOut, type Shape } from "../../web/chart.ts";
import {
  type Cell,
  type Document,
  type Line,
  type Section,
  type Table,
  type TitledChart,
  wordsOf,
} from "./report.ts";

const CELL_CHARS_MAX = 300;
/** A table with at most this many columns and rows is placed next to others. */
const SMALL = { columns: 2, rows: 8 } as const;

export function renderHtml([head, ...sections]: Document): string {
  const title = escapeMarkup(head.title);
  return [
    `<html lang="en">\n<head>\n<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>\n<style>${PAGE_STYLE}</style>\n</head>\n<body>\n<header>`,
    `<h1>${title}</h1>`,
    ...head.lead.map(renderLine),
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
    ...lead.map(renderLine),
    drawn === "" ? "" : `<div class="charts">${drawn}</div>`,
    small === "" ? "" : `<div class="small">${small}</div>`,
    ...tables.filter((table) => !isSmall(table)).map(renderTable),
    "</section>",
  ].join("\n");
}

/** Commands stand between backquotes in our own sentences. What has a tone is the verdict. */
function renderLine(line: Line): string {
  if (typeof line !== "string" && "shown" in line) return `<pre>${escapeMarkup(line.shown)}</pre>`;
  const [text, tone] =
    typeof line === "string"
      ? [line, null]
      : [wordsOf(line.parts), line.parts.find((part) => typeof part !== "string")?.tone ?? null];
  const told = escapeMarkup(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
  return `<p${tone === null ? "" : ` class="verdict ${tone}"`}>${told}</p>`;
}

function renderTable({ caption, columns, rows, more }: Table): string {
  const name = escapeMarkup(caption ?? "");
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

function renderCell({ kind, parts }: Cell, label: string): string {
  const told = escapeMarkup(sanitizeLine(wordsOf(parts), CELL_CHARS_MAX));
  const inner = kind === "code" ? `<code>${told}</code>` : `<span>${told}</span>`;
  return `<td class="${kind}" data-label="${escapeMarkup(label)}">${inner}</td>`;
}

// Charts as inline SVG. Colours are classes, so that a page in the dark and a page on paper each have their own.

const CHART_WIDTH = 480;

function drawChart(chart: TitledChart, id: string): string {
  const { shapes, height } = layOut(chart, CHART_WIDTH);
  const [title, description] = [escapeMarkup(chart.title), escapeMarkup(chart.description)];
  const entries = chart.parts.map((part) => `<li><span class="swatch bg-${part}"></span>${part}</li>`);
  return [
    `<figure><figcaption>${title}</figcaption>`,
    `<svg viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>`,
    ...shapes.map(draw),
    "</svg>",
    entries.length < 2 ? "" : `<ul class="legend">${entries.join("")}</ul>`,
    "</figure>\n",
  ].join("");
}

function draw(shape: Shape): string {
  switch (shape.kind) {
    case "line":
      return `<line class="grid" x1="${shape.from}" x2="${shape.to}" y1="${shape.y}" y2="${shape.y}"/>`;
    case "rect":
      return `<rect class="fill-${shape.part}" x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}"/>`;
    case "text":
      return `<text class="axis ${shape.anchor}" x="${shape.x}" y="${shape.y}">${escapeMarkup(shape.text)}</text>`;
  }
}

// The look of the page: on a phone, on paper, in the dark. One text, so that its hash can stand in the page's policy.

const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0; --field: #f5f7f9; --link: #0a58b5;
  --verified: #1a7f5a; --inferred: #d29922; --quarantined: #b3402a; --retired: #7d8590;
  --bar: #3b6fb6; --ok: #1a7f5a; --wait: #9a6700; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333a42; --field: #1c2127; --link: #79b0f5;
    --verified: #3fb37f; --inferred: #d9a93a; --quarantined: #e0705a; --retired: #8b949e;
    --bar: #6b9ade; --ok: #3fb37f; --wait: #d9a93a; --bad: #f0857a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .4rem; padding-top: .9rem; border-top: 1px solid var(--line); }
p { margin: .4rem 0; }
a { color: var(--link); }
header p:not(.verdict), .meta { color: var(--soft); font-size: .92rem; }
.verdict { border-left: 5px solid; padding: .55rem .9rem; margin: 0 0 .75rem; background: var(--field); font-weight: 600; }
.good { border-color: var(--ok); } .odd { border-color: var(--wait); } .bad { border-color: var(--bad); }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .1rem 1.5rem; list-style: none; margin: 1rem 0 0; padding: 0; }
nav li { display: flex; justify-content: space-between; border-bottom: 1px solid var(--line); padding: .2rem 0; }
nav span { font-variant-numeric: tabular-nums; }
.zero { color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem 2.5rem; margin: 1rem 0; }
figure { margin: 0; }
figcaption, caption { text-align: left; font-weight: 600; padding: .3rem 0; }
svg { display: block; width: 100%; height: auto; max-width: 34rem; }
.axis { font: 12px system-ui, sans-serif; fill: var(--soft); }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: var(--line); stroke-width: 1; }
.fill-verified { fill: var(--verified); } .fill-inferred { fill: var(--inferred); }
.fill-quarantined { fill: var(--quarantined); } .fill-retired { fill: var(--retired); }
.fill-memories, .fill-findings, .fill-shown { fill: var(--bar); } .fill-silent { fill: var(--retired); }
.bg-verified { background: var(--verified); } .bg-inferred { background: var(--inferred); }
.bg-quarantined { background: var(--quarantined); } .bg-retired, .bg-silent { background: var(--retired); }
.bg-shown { background: var(--bar); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; margin: .3rem 0 0; padding: 0; font-size: .88rem; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.small { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0 1.75rem; align-items: start; }
.scroll { overflow-x: auto; margin: .6rem 0; }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .32rem .8rem .32rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.day { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.text { min-width: 5rem; max-width: 24rem; overflow-wrap: break-word; }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 34rem) {
  body { padding: 1rem .9rem 3rem; font-size: 15px; }
  h1 { font-size: 1.4rem; }
  .wide thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .wide tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .wide td { display: flex; gap: .75rem; border: 0; padding: .1rem 0; max-width: none; text-align: left; overflow-wrap: anywhere; }
  .wide td::before { content: attr(data-label); flex: 0 0 6.5rem; color: var(--soft); }
  .wide caption { display: block; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --field: #fff; --link: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; } .scroll { overflow: visible; }
  figure, tr { break-inside: avoid; } h2 { break-after: avoid; }
  svg rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
