// Lays out the lines, bars and words of a chart: the audit writes the shapes as SVG, the page draws them. The words may
// come from anyone, so the caller escapes them.

export type Bar = { readonly label: string; readonly parts: readonly number[] };

export type Chart = {
  readonly kind: "columns" | "rows";
  /** The parts of a bar by name; each name is also that of a colour. */
  readonly parts: readonly string[];
  readonly bars: readonly Bar[];
};

export type Shape =
  | { readonly kind: "line"; readonly from: number; readonly to: number; readonly y: number }
  | {
      readonly kind: "rect";
      readonly part: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: "text";
      readonly anchor: "start" | "mid" | "end";
      readonly x: number;
      readonly y: number;
      readonly text: string;
    };

export type Layout = { readonly shapes: readonly Shape[]; readonly height: number };

const HEIGHT = 220;
const EDGE = { left: 36, right: 8, top: 12, bottom: 34 } as const;
const ROW_HEIGHT = 26;
const LABEL_SHARE = 0.396;
const LABEL_CHARS_MAX = 30;
const CHAR_WIDTH = 7.2;

export function layOut(chart: Chart, width: number): Layout {
  const { shapes, height } = chart.kind === "columns" ? layColumns(chart, width) : layRows(chart, width);
  return { height, shapes: shapes.filter((each) => each.kind !== "rect" || each.width * each.height > 0) };
}

function layColumns({ bars, parts }: Chart, width: number): Layout {
  const top = niceTop(Math.max(1, ...bars.map(totalOf)));
  const room = { width: width - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
  const step = room.width / Math.max(1, bars.length);
  const thick = Math.min(48, step * 0.7);
  const yOf = (value: number): number => EDGE.top + room.height * (1 - value / top);
  const grid = [0, top / 2, top].flatMap((value): Shape[] => {
    const y = round(yOf(value));
    return [
      { kind: "line", from: EDGE.left, to: width - EDGE.right, y },
      { kind: "text", anchor: "end", x: EDGE.left - 6, y: y + 4, text: String(value) },
    ];
  });
  const longest = Math.max(1, ...bars.map(({ label }) => label.length + 2));
  const every = Math.ceil((bars.length * longest * CHAR_WIDTH) / room.width);
  const columns = bars.flatMap((bar, place): Shape[] => {
    const x = round(EDGE.left + step * place + (step - thick) / 2);
    let below = 0;
    const stack = bar.parts.map((size, at): Shape => {
      const y = yOf(below + size);
      const height = round(yOf(below) - y);
      below += size;
      return { kind: "rect", part: parts[at] ?? "", x, y: round(y), width: round(thick), height };
    });
    // Shifted, because the last label would reach over the edge.
    const middle = round(Math.min(x + thick / 2, width - (bar.label.length * CHAR_WIDTH) / 2));
    const text = bar.label.slice(0, LABEL_CHARS_MAX);
    const label: Shape = { kind: "text", anchor: "mid", x: middle, y: HEIGHT - 12, text };
    return place % every === 0 ? [...stack, label] : stack;
  });
  return { shapes: [...grid, ...columns], height: HEIGHT };
}

function layRows({ bars, parts }: Chart, width: number): Layout {
  const top = Math.max(1, ...bars.map(totalOf));
  const left = Math.round(width * LABEL_SHARE);
  const shapes = bars.flatMap((bar, place): Shape[] => {
    const [y, total] = [place * ROW_HEIGHT + 4, totalOf(bar)];
    const long = round((total / top) * (width - left - 52));
    const text = bar.label.slice(0, LABEL_CHARS_MAX);
    return [
      { kind: "text", anchor: "end", x: left - 8, y: y + 13, text },
      { kind: "rect", part: parts[0] ?? "", x: left, y, width: long, height: ROW_HEIGHT - 8 },
      { kind: "text", anchor: "start", x: round(left + long + 6), y: y + 13, text: String(total) },
    ];
  });
  return { shapes, height: bars.length * ROW_HEIGHT + 4 };
}

function totalOf({ parts }: Bar): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

/** The smallest round even number that is at least the value. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const nice = [1, 2, 3, 4, 6, 8, 10].map((factor) => factor * power).find((each) => each >= value) ?? value;
  return Math.max(2, nice % 2 === 0 ? nice : nice + 1);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
