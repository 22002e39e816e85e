// The page that a run of the evidence writes: what was measured where, then each part with its tables and pictures.

import type { Cell, LineChart, Section, Table } from "./section.ts";

export type Run = {
  readonly commit: string;
  readonly version: string;
  readonly node: string;
  readonly machine: string;
  readonly account: string;
  readonly clients: string;
  readonly seed: number;
  readonly date: string;
  readonly minutes: number;
};

export type Measured = { readonly name: string; readonly section: Section };

const HEAD = `# Evidence

\`npm run evidence\` measures everything on this page and writes it; no figure was typed by a person or kept from
an earlier run. \`npm run evidence -- NAME\` prints one part, \`npm run evidence -- quick\` a small form of all of them.
Rows that we lose come first where somebody else is beside us.`;

const VARIES = `What may differ in your run: times, by the machine and whatever else it does (ratios by about a fifth); what
a newer version of another program does; and what is drawn at random, by the seed (\`--seed N\`); how much is tried in a given time. Counts of texts, tiers
and marks, and every zero, must be the same. Rows of other accounts need root; those of the hub need
PostgreSQL, and public notes that are not in the repository, in the directory that \`CREDENCE_BENCH_DATA\` names. What is missing is named.`;

export function renderPage(run: Run, parts: readonly Measured[]): string {
  return `${[
    HEAD,
    renderTable({ head: ["this run", ""], rows: rowsOf(run) }),
    VARIES,
    ...parts.map(renderPart),
  ].join("\n\n")}\n`;
}

export function renderPart({ name, section }: Measured): string {
  const { title, says, tables, charts, skipped, broken } = section;
  const none = broken.map((each) => `- **Broken in this run:** ${each}`).join("\n");
  const left = skipped.map(({ what, why }) => `- Not run here: ${what}, because ${why}`).join("\n");
  return [
    `## ${title}`,
    `\`npm run evidence -- ${name}\``,
    ...says,
    none,
    ...tables.map(renderCaptioned),
    ...charts.map(renderChart),
    left,
  ]
    .filter((each) => each !== "")
    .join("\n\n");
}

function rowsOf(run: Run): Cell[][] {
  return [
    ["commit", run.commit],
    ["version", run.version],
    ["Node", run.node],
    ["machine", run.machine],
    ["account", run.account],
    ["clients", run.clients],
    ["seed", run.seed],
    ["day", run.date],
    ["took", `${run.minutes} minutes`],
  ];
}

function renderCaptioned({ caption, command, head, rows }: Table): string {
  return `**${caption}** (\`${command}\`)\n\n${renderTable({ head, rows })}`;
}

function renderTable({ head, rows }: Pick<Table, "head" | "rows">): string {
  return [head, head.map(() => "---"), ...rows]
    .map((row) => `| ${row.map(renderCell).join(" | ")} |`)
    .join("\n");
}

function renderCell(cell: Cell): string {
  return String(cell).replaceAll("|", "\\|").replaceAll("\n", " ");
}

function renderChart({ name, caption }: LineChart): string {
  return `![${caption}](evidence-${name}.svg)`;
}
