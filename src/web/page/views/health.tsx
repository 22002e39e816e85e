// The state of clients, signers, keys, index and disk; its history; and the audit as a file.

import { useState } from "preact/hooks";
import type { HealthView, Series } from "../../../app/page/views.ts";
import { layOut, type Shape } from "../../chart.ts";
import { download } from "../client/ask.ts";
import { announcement, refusal, useIsGone, useView } from "../client/server-state.ts";
import { Part } from "../memory/memory-detail.tsx";
import { Foreign, Loading, Refusal } from "../parts/labels.tsx";
import { digits, sizeOf } from "../parts/words.ts";

const STATES = {
  well: ["✓", "well"],
  waits: ["!", "needs you"],
  broken: ["✕", "broken"],
} as const;
const TITLES = { well: "All is well", waits: "Something needs you", broken: "Something is broken" } as const;
const CLIENT_SIGNS = { connected: "✓", "not connected": "–", broken: "✕", waits: "!" } as const;

export function HealthPage() {
  const { value, refused } = useView<HealthView>("/health", ["health"]);
  if (refused !== null) return <Refusal message={refused.message} hint={refused.hint} />;
  if (value === null) return <Loading />;
  return (
    <div class="health">
      <h1>{TITLES[value.state]}</h1>
      <ul class="sentences">
        {value.sentences.map(({ state, says, remedy }) => (
          <li class={`is-${state}`} key={says}>
            <Sign state={state} />
            <span>
              <Foreign text={says} charsMax={400} />
              {remedy !== null && <span class="remedy"> {remedy}</span>}
            </span>
          </li>
        ))}
      </ul>
      <section class="charts" aria-label="Over time">
        {value.charts.map((series) => (
          <Chart series={series} key={series.title} />
        ))}
      </section>
      <div class="health-parts">
        <Clients view={value} />
        <Signers view={value} />
        <Places view={value} />
        <ExportAudit />
      </div>
    </div>
  );
}

function Sign({ state }: { state: HealthView["state"] }) {
  const [sign, word] = STATES[state];
  return (
    <span class="sign-mark">
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{word}:</span>
    </span>
  );
}

function Clients({ view }: { view: HealthView }) {
  return (
    <Part title="Clients and their hooks">
      {view.clients.length === 0 && <p class="none">None was found on this machine.</p>}
      <ul class="clients">
        {view.clients.map(({ label, version, state, says }) => (
          <li key={label}>
            <span class="sign-mark" aria-hidden="true">
              {CLIENT_SIGNS[state]}
            </span>
            <span>
              <strong>{label}</strong> {version} <span class="state">{state}</span>
              <span class="why"> {says}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const OWN_SIGNERS: Readonly<Record<string, string>> = {
  person: "confirms in your name, with your key",
  machine: "notes what agents write on this machine",
};
const SIGNERS: Readonly<Record<string, string>> = {
  person: "a person whose word counts here",
  machine: "a machine whose notes count here, as advice",
};

function Signers({ view }: { view: HealthView }) {
  return (
    <Part title="Whom you trust">
      <ul class="signers">
        {view.signers.map(({ petname, fingerprint, kind, isOwn }) => (
          <li key={fingerprint}>
            <strong>
              <Foreign text={petname} charsMax={80} />
            </strong>{" "}
            {isOwn ? (OWN_SIGNERS[kind] ?? kind) : (SIGNERS[kind] ?? kind)} <code>{fingerprint}</code>
          </li>
        ))}
      </ul>
      <p class="why">
        Your own key {view.keys.person === "none" ? "is not made yet" : `is ${view.keys.person}`}
        {view.keys.made !== null && `, ${view.keys.made}`}.
      </p>
    </Part>
  );
}

function Places({ view }: { view: HealthView }) {
  return (
    <Part title="Index and disk">
      <div class="table-box">
        <table>
          <tbody>
            {view.index.map(({ whose, state, bytes }) => (
              <tr key={whose}>
                <th scope="row">search index of {whose}</th>
                <td>{state}</td>
                <td class="number">{sizeOf(bytes)}</td>
              </tr>
            ))}
            {view.disk.map(({ what, path, bytes }) => (
              <tr key={`${what}/${path}`}>
                <th scope="row">{what}</th>
                <td>
                  <code>
                    <Foreign text={path} charsMax={200} />
                  </code>
                </td>
                <td class="number">{sizeOf(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

const FORMATS = [
  ["markdown", "Markdown", "md"],
  ["json", "JSON", "json"],
] as const;

function ExportAudit() {
  const [isBusy, setBusy] = useState(false);
  const isGone = useIsGone();
  const save = async (format: string, extension: string): Promise<void> => {
    setBusy(true);
    const answer = await download(`/audit?format=${format}`, `credence-audit.${extension}`);
    setBusy(false);
    if (answer.kind === "refused") refusal.set(answer.why);
    if (answer.kind === "answer") announcement.set("The audit was saved.");
  };
  return (
    <Part title="The audit as a file">
      <p class="why">Who vouched for what, what changed and what the checks say, to keep or to hand on.</p>
      <div class="actions">
        {FORMATS.map(([format, title, extension]) => (
          <button
            type="button"
            disabled={isBusy || isGone}
            onClick={() => void save(format, extension)}
            key={format}
          >
            {title}
          </button>
        ))}
      </div>
    </Part>
  );
}

// A series as bars, with the same numbers as a table for users who cannot see the bars or want to copy them.

/** Up to this number, one bar per line reads best. */
const LINES_MAX = 7;
/** The minimum width of a chart on the page, so that its words are never scaled down. */
const WIDTH = 268;

function Chart({ series }: { series: Series }) {
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
