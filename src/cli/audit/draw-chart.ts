// Charts as inline SVG: shapes and words of ours, numbers, and labels that are escaped. Colours are classes, so that a page
// in the dark and a page on paper each have their own.

import { escapeMarkup } from "../../memory/text/sanitize.ts";
import type { Bar, Chart } from "./section.ts";

const WIDTH = 480;
const HEIGHT = 220;
const EDGE = { left: 36, right: 8, top: 12, bottom: 34 } as const;
const ROW_HEIGHT = 26;
const ROW_LABEL = 190;
const LABEL_CHARS_MAX = 30;
const CHAR_WIDTH = 7.2;

export function drawChart(chart: Chart, id: string): string {
  const { shapes, height } = chart.kind === "columns" ? drawColumns(chart) : drawRows(chart);
  const [title, description] = [escapeMarkup(chart.title), escapeMarkup(chart.description)];
  return [
    `<figure><figcaption>${title}</figcaption>`,
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>`,
    shapes.join(""),
    "</svg>",
    renderLegend(chart),
    "</figure>\n",
  ].join("");
}

function renderLegend({ parts }: Chart): string {
  if (parts.length < 2) return "";
  const entries = parts.map((part) => `<li><span class="swatch bg-${part}"></span>${part}</li>`);
  return `<ul class="legend">${entries.join("")}</ul>`;
}

type Drawn = { readonly shapes: readonly string[]; readonly height: number };

function drawColumns({ bars, parts }: Chart): Drawn {
  const top = niceTop(Math.max(1, ...bars.map(totalOf)));
  const room = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
  const step = room.width / Math.max(1, bars.length);
  const width = Math.min(48, step * 0.7);
  const yOf = (value: number): number => EDGE.top + room.height * (1 - value / top);
  const lines = [0, top / 2, top].map((value) => {
    const y = round(yOf(value));
    return `<line class="grid" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y}" y2="${y}"/><text class="axis end" x="${EDGE.left - 6}" y="${y + 4}">${value}</text>`;
  });
  const every = Math.ceil((bars.length * longestLabel(bars) * CHAR_WIDTH) / room.width);
  const columns = bars.map((bar, place) => {
    const x = round(EDGE.left + step * place + (step - width) / 2);
    let below = 0;
    const shapes = bar.parts.map((size, part) => {
      const y = yOf(below + size);
      const height = yOf(below) - y;
      below += size;
      return rectOf({ x, y, width, height, part: parts[part] ?? "" });
    });
    const label = place % every === 0 ? textOf(x + width / 2, HEIGHT - 12, bar.label) : "";
    return shapes.join("") + label;
  });
  return { shapes: [...lines, ...columns], height: HEIGHT };
}

function drawRows({ bars, parts }: Chart): Drawn {
  const top = Math.max(1, ...bars.map(totalOf));
  const room = WIDTH - ROW_LABEL - 52;
  const shapes = bars.map((bar, place) => {
    const y = place * ROW_HEIGHT + 4;
    const width = (totalOf(bar) / top) * room;
    return [
      `<text class="axis end" x="${ROW_LABEL - 8}" y="${y + 13}">${escapeMarkup(bar.label.slice(0, LABEL_CHARS_MAX))}</text>`,
      rectOf({ x: ROW_LABEL, y, width, height: ROW_HEIGHT - 8, part: parts[0] ?? "" }),
      `<text class="axis" x="${round(ROW_LABEL + width + 6)}" y="${y + 13}">${totalOf(bar)}</text>`,
    ].join("");
  });
  return { shapes, height: bars.length * ROW_HEIGHT + 4 };
}

type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly part: string;
};

function rectOf({ x, y, width, height, part }: Rect): string {
  if (width <= 0 || height <= 0) return "";
  return `<rect class="fill-${part}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`;
}

function textOf(x: number, y: number, label: string): string {
  // The last one would reach over the edge.
  const middle = Math.min(x, WIDTH - (label.length * CHAR_WIDTH) / 2);
  return `<text class="axis mid" x="${round(middle)}" y="${y}">${escapeMarkup(label.slice(0, LABEL_CHARS_MAX))}</text>`;
}

function totalOf({ parts }: Bar): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

function longestLabel(bars: readonly Bar[]): number {
  return Math.max(1, ...bars.map(({ label }) => label.length + 2));
}

/** An even number that people read, at or above the largest. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const nice = [1, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value) ?? value;
  return Math.max(2, nice % 2 === 0 ? nice : nice + 1);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
