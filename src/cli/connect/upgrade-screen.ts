// What an upgrade and a rollback say when they are done.

import { dirname } from "node:path";
import type { ClientSettings } from "../../agents/client-settings.ts";
import type { Connection } from "../../app/clients/connect-client.ts";
import type { KeptProgram } from "../../app/workspace/version-record.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { PROGRAM } from "../call/program.ts";
import { wrapText } from "../terminal/style.ts";
import { sayTrust } from "./render-connections.ts";
import type { Brought } from "./upgrade-roots.ts";

const LABEL = 9;
const COLUMNS_MAX = 100;

export function renderRow(label: string, text: string, columns: number): string {
  const indent = " ".repeat(LABEL);
  return `${label.padEnd(LABEL)}${wrapText(renderTerminalLine(text), Math.min(columns, COLUMNS_MAX), indent)}\n`;
}

export function renderItem(mark: string, text: string, columns: number): string {
  return ` ${mark} ${wrapText(renderTerminalLine(text), Math.min(columns, COLUMNS_MAX), "   ")}\n`;
}

type Done = {
  readonly reports: readonly { readonly client: ClientSettings; readonly report: Connection }[];
  readonly brought: Brought;
  /** What became of capture, if anything did. */
  readonly capture: string | null;
  readonly copy: string | null;
  readonly before: KeptProgram | null;
  /** The command for a person's shell. */
  readonly link: string | null;
  readonly columns: number;
};

export function renderSteps({ reports, brought, capture, copy, before, link, columns }: Done): string {
  const { lowered, failed, roots, isJudged } = brought;
  return [
    ...reports.flatMap((each) => renderClient(each, columns)),
    renderItem("✓", `${pluralize(roots, "root is", "roots are")} up to date`, columns),
    ...failed.map(({ path, why }) => renderItem("✗", `${path}: ${why}`, columns)),
    ...renderLowered(brought, columns),
    ...(isJudged && lowered.length === 0
      ? [renderItem("✓", "no approved memory fails the rules of this version", columns)]
      : []),
    ...(capture === null ? [] : [renderItem("–", capture, columns)]),
    ...(copy === null ? [] : [renderItem("✓", `settings from before: ${copy}`, columns)]),
    "\n",
    `Your agents start Credence ${PROGRAM.version}${before === null ? "" : `; credence rollback goes back to ${before.version}`}.\n`,
    "Sessions that are open keep what they started with: begin new ones.\n",
    ...(link === null ? [] : [`To type credence anywhere, put ${dirname(link)} first in your PATH.\n`]),
  ].join("");
}

function renderClient({ client, report }: Done["reports"][number], columns: number): string[] {
  const { label, outcome, proved, why, fix } = report;
  const isGood = outcome !== "failed" && proved === true;
  const said = isGood
    ? `${label}: the guard refused a test write`
    : `${label}: ${why ?? "does not answer"}${fix === null ? "" : `; ${fix}`}`;
  return [
    renderItem(isGood ? "✓" : "✗", said, columns),
    ...sayTrust({ client, report }).map((line) => renderItem("–", line, columns)),
  ];
}

/** Each with its finding and the way back. */
function renderLowered({ lowered }: Brought, columns: number): string[] {
  if (lowered.length === 0) return [];
  const held = lowered.some(({ isHeld }) => isHeld);
  const what = `${pluralize(lowered.length, "approved memory fails", "approved memories fail")} the stricter rules of this version`;
  const then = held
    ? "they stay in use until you say so: credence audit"
    : "credence review shows each and restores it";
  return [
    renderItem("!", `${what}: ${then}`, columns),
    ...lowered.map(({ id, why }) => renderItem(" ", `${id}: ${why}`, columns)),
  ];
}
