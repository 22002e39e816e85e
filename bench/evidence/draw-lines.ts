// Lines over two logarithmic axes as SVG: what a measured cost becomes as a store grows. Readable on light and dark pages alike.

import type { LineChart } from "./section.ts";

const [WIDTH, HEIGHT] = [720, 420];
const EDGE = { left: 72, right: 170, top: 16, bottom: 52 } as const;
const COLOURS = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#65a30d"];
const DASHES = ["", "6 3", "2 3"];
const INK = "#6b7280";
const LABEL_HEIGHT = 15;

type Scale = (value: number) => number;

export function drawLines(chart: LineChart): string {
  const points = chart.lines.flatMap((line) => line.points);
  const xs = powersAround(points.map(([x]) => x));
  const ys = powersAround(points.map(([, y]) => y));
  const place = {
    x: scaleOf(xs, [EDGE.left, WIDTH - EDGE.right]),
    y: scaleOf(ys, [HEIGHT - EDGE.bottom, EDGE.top]),
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escapeXml(chart.caption)}</title>`,
    ...xs.map((value) => drawTick({ x: place.x(value), label: renderPower(value) })),
    ...ys.map((value) => drawRule({ y: place.y(value), label: renderPower(value) })),
    drawText({ x: (EDGE.left + WIDTH - EDGE.right) / 2, y: HEIGHT - 12, anchor: "middle" }, chart.xLabel),
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle" fill="${INK}">${escapeXml(chart.yLabel)}</text>`,
    ...chart.lines.map(({ points: own }, at) => drawLine(own, at, place)),
    ...drawLabels(chart, place.y),
    "</svg>\n",
  ].join("\n");
}

function drawLine(
  points: LineChart["lines"][number]["points"],
  at: number,
  place: { readonly x: Scale; readonly y: Scale },
): string {
  const path = points.map(([x, y]) => `${round(place.x(x))},${round(place.y(y))}`);
  const dash = DASHES[Math.floor(at / COLOURS.length) % DASHES.length];
  const dots = path.map((each) => {
    const [x, y] = each.split(",");
    return `<circle cx="${x}" cy="${y}" r="2.6" fill="${colourOf(at)}"/>`;
  });
  const line = `<polyline points="${path.join(" ")}" fill="none" stroke="${colourOf(at)}" stroke-width="1.8" stroke-dasharray="${dash}"/>`;
  return [line, ...dots].join("");
}

/** Each line is named at its end, pushed apart where ends are close. */
function drawLabels({ lines }: LineChart, scale: Scale): string[] {
  const ends = lines
    .map(({ label, points }, at) => ({ label, at, y: scale(points.at(-1)?.[1] ?? 1) }))
    .sort((a, b) => a.y - b.y);
  let above = EDGE.top - LABEL_HEIGHT;
  return ends.map(({ label, at, y }) => {
    above = Math.max(y, above + LABEL_HEIGHT);
    const place = { x: WIDTH - EDGE.right + 8, y: above + 4, anchor: "start", fill: colourOf(at) };
    return drawText(place, label);
  });
}

function drawTick({ x, label }: { readonly x: number; readonly label: string }): string {
  const bottom = HEIGHT - EDGE.bottom;
  const line = `<line x1="${round(x)}" y1="${EDGE.top}" x2="${round(x)}" y2="${bottom}" stroke="${INK}" stroke-opacity=".2"/>`;
  return line + drawText({ x, y: bottom + 18, anchor: "middle" }, label);
}

function drawRule({ y, label }: { readonly y: number; readonly label: string }): string {
  const line = `<line x1="${EDGE.left}" y1="${round(y)}" x2="${WIDTH - EDGE.right}" y2="${round(y)}" stroke="${INK}" stroke-opacity=".2"/>`;
  return line + drawText({ x: EDGE.left - 8, y: y + 4, anchor: "end" }, label);
}

type Place = {
  readonly x: number;
  readonly y: number;
  readonly anchor: string;
  readonly fill?: string;
};

function drawText({ x, y, anchor, fill = INK }: Place, text: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}">${escapeXml(text)}</text>`;
}

/** The powers of ten from the one below the smallest value to the one above the largest. */
function powersAround(values: readonly number[]): number[] {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  const first = Math.floor(Math.min(...logs) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.max(...logs) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}

function scaleOf(powers: readonly number[], [from, to]: readonly [number, number]): Scale {
  const first = Math.log10(powers[0] ?? 1);
  const last = Math.log10(powers.at(-1) ?? 10);
  return (value) =>
    from + ((Math.log10(Math.max(value, 10 ** first)) - first) / (last - first)) * (to - from);
}

function renderPower(value: number): string {
  return value >= 1_000
    ? value.toLocaleString("en").replaceAll(",", " ")
    : String(Number(value.toPrecision(1)));
}

const colourOf = (at: number): string => COLOURS[at % COLOURS.length] ?? INK;
const round = (value: number): number => Math.round(value * 10) / 10;

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.codePointAt(0)};`);
}
