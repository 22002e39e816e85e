// Charts as inline SVG: shapes and words of ours, numbers, and labels that are escaped. Colours are classes, so that a page
// in the dark and a page on paper each have their own.

import { escapeMarkup } from "../../memory/text/sanitize.ts";
import { layOut, type Shape } from "../../web/chart.ts";
import type { TitledChart } from "./report.ts";

const WIDTH = 480;

export function drawChart(chart: TitledChart, id: string): string {
  const { shapes, height } = layOut(chart, WIDTH);
  const [title, description] = [escapeMarkup(chart.title), escapeMarkup(chart.description)];
  const entries = chart.parts.map((part) => `<li><span class="swatch bg-${part}"></span>${part}</li>`);
  return [
    `<figure><figcaption>${title}</figcaption>`,
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d">`,
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
