// What an upgrade and a rollback say when they are done.

import { dirname } from "node:path";
import type { Connected } from "../../app/clients/connect-client.ts";
import type { KeptProgram } from "../../app/workspace/version-record.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { PROGRAM } from "../call/program.ts";
import { type Line, line } from "../report/report.ts";
import { sayTrust } from "./render-connections.ts";
import type { Brought } from "./upgrade-roots.ts";

/** A label and what is said of it; the words of setup, upgrade and rollback begin in one column. */
export function row(label: string, text: string): Line {
  return line(9, label.padEnd(9), text);
}

export function item(mark: string, text: string): Line {
  return line(3, ` ${mark} `, text);
}

type Done = {
  readonly reports: readonly Connected[];
  readonly brought: Brought;
  /** What became of capture, if anything did. */
  readonly capture: string | null;
  readonly copy: string | null;
  readonly before: KeptProgram | null;
  /** The command for a person's shell. */
  readonly link: string | null;
};

export function saySteps({ reports, brought, capture, copy, before, link }: Done): Line[] {
  const { lowered, failed, roots, isJudged } = brought;
  const back = before === null ? "" : `; credence rollback goes back to ${before.version}`;
  return [
    ...reports.flatMap(sayClient),
    item("✓", `${pluralize(roots, "root is", "roots are")} up to date`),
    ...failed.map(({ path, why }) => item("✗", `${path}: ${why}`)),
    ...sayLowered(brought),
    ...(isJudged && lowered.length === 0
      ? [item("✓", "no approved memory fails the rules of this version")]
      : []),
    ...(capture === null ? [] : [item("–", capture)]),
    ...(copy === null ? [] : [item("✓", `settings from before: ${copy}`)]),
    "",
    `Your agents start Credence ${PROGRAM.version}${back}.`,
    "Sessions that are open keep what they started with: begin new ones.",
    ...(link === null ? [] : [`To type credence anywhere, put ${dirname(link)} first in your PATH.`]),
  ];
}

function sayClient(connected: Connected): Line[] {
  const { label, outcome, proved, why, fix } = connected.report;
  const isGood = outcome !== "failed" && proved === true;
  const said = isGood
    ? `${label}: the guard refused a test write`
    : `${label}: ${why ?? "does not answer"}${fix === null ? "" : `; ${fix}`}`;
  return [item(isGood ? "✓" : "✗", said), ...sayTrust(connected).map((each) => item("–", each))];
}

/** Each with its finding and the way back. */
function sayLowered({ lowered }: Brought): Line[] {
  if (lowered.length === 0) return [];
  const held = lowered.some(({ isHeld }) => isHeld);
  const what = `${pluralize(lowered.length, "approved memory fails", "approved memories fail")} the stricter rules of this version`;
  const then = held
    ? "they stay in use until you say so: credence audit"
    : "credence review shows each and restores it";
  return [item("!", `${what}: ${then}`), ...lowered.map(({ id, why }) => item(" ", `${id}: ${why}`))];
}
