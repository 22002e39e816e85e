// A series as bars, drawn by us, with the same numbers as a table for whoever cannot see or wants to copy them.

import type { Series } from "../../../app/page/views.ts";
import { digits } from "./words.ts";

/** Fewer than these read best as one bar per line. */
const LINES_MAX = 7;
const HEIGHT = 100;

export function Chart({ series }: { series: Series }) {
  const { title, unit, points } = series;
  const most = Math.max(0, ...points.map(({ value }) => value));
  return (
    <figure class="chart">
      <figcaption>
        {title} <span class="unit">{unit}</span>
      </figcaption>
      {most === 0 && <p class="none">None so far.</p>}
      {most > 0 && points.length <= LINES_MAX && <Bars series={series} most={most} />}
      {most > 0 && points.length > LINES_MAX && <Columns series={series} most={most} />}
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

type Drawn = { readonly series: Series; readonly most: number };

function Bars({ series, most }: Drawn) {
  return (
    <div class="bars" aria-hidden="true">
      {series.points.map(({ label, value }) => (
        <div class="bar" key={label}>
          <span class="bar-label">{label}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-whole" width="100" height="1" />
            <rect class="bar-part" width={(value / most) * 100} height="1" />
          </svg>
          <span class="bar-value">{digits(value)}</span>
        </div>
      ))}
    </div>
  );
}

function Columns({ series: { points }, most }: Drawn) {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div class="columns" aria-hidden="true">
      <span class="columns-most">{digits(most)}</span>
      <svg viewBox={`0 0 ${points.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {points.map(({ label, value }, at) => {
          const height = (value / most) * HEIGHT;
          return (
            <rect class="bar-part" x={at + 0.12} y={HEIGHT - height} width="0.76" height={height} key={label}>
              <title>{`${label}: ${value}`}</title>
            </rect>
          );
        })}
      </svg>
      <span class="columns-from">{first?.label}</span>
      <span class="columns-to">{last?.label}</span>
    </div>
  );
}
