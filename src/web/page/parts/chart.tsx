// A series as bars, drawn by us, with the same numbers as a table for whoever cannot see or wants to copy them.

import type { Series } from "../../../app/page/views.ts";
import { layOut, type Shape } from "../../chart.ts";
import { digits } from "./words.ts";

/** Fewer than these read best as one bar per line. */
const LINES_MAX = 7;
/** As narrow as a chart gets on the page, so that its words are never drawn smaller than they are. */
const WIDTH = 268;

export function Chart({ series }: { series: Series }) {
  const { title, unit, points } = series;
  const most = Math.max(0, ...points.map(({ value }) => value));
  return (
    <figure class="chart">
      <figcaption>
        {title} <span class="unit">{unit}</span>
      </figcaption>
      {most === 0 && <p class="none">None so far.</p>}
      {most > 0 && <Bars points={points} />}
      {points.length > 0 && (
        <details>
          <summary>As a table</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col">{unit}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{digits(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  );
}

/** The drawing says nothing that the table does not. */
function Bars({ points }: Pick<Series, "points">) {
  const bars = points.map(({ label, value }) => ({ label, parts: [value] }));
  const kind = points.length <= LINES_MAX ? "rows" : "columns";
  const { shapes, height } = layOut({ kind, parts: ["part"], bars }, WIDTH);
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {shapes.map((shape, at) => (
        <Drawn shape={shape} key={at} />
      ))}
    </svg>
  );
}

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.kind) {
    case "line":
      return <line class="bar-grid" x1={shape.from} x2={shape.to} y1={shape.y} y2={shape.y} />;
    case "rect":
      return <rect class="bar-part" x={shape.x} y={shape.y} width={shape.width} height={shape.height} />;
    case "text":
      return (
        <text class={`bar-word bar-${shape.anchor}`} x={shape.x} y={shape.y}>
          {shape.text}
        </text>
      );
  }
}
