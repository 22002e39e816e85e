// Runs an import through the command line and gives what it says of each record.

import assert from "node:assert/strict";
import type { CallOptions } from "../../../fixture/command-in-process.ts";
import type { InitProject } from "../../../fixture/init-project.ts";

export type Told = {
  readonly source: string;
  readonly id: string | null;
  readonly scope: string | null;
  readonly type: string | null;
  readonly category: string | null;
  readonly kind: string;
  readonly becomes: string | null;
  readonly reason: string | null;
  readonly fix: string | null;
  readonly flags: readonly string[];
};

export type Report = {
  readonly dryRun: boolean;
  readonly backups: readonly string[];
  readonly counts: { readonly new: number; readonly here: number; readonly skipped: number };
  readonly stopped: boolean;
  readonly items: readonly Told[];
};

export async function playImport(
  project: InitProject,
  args: readonly string[],
  options?: CallOptions,
): Promise<Report> {
  const { exit, stdout } = await project.call(["import", ...args, "--json"], options);
  const report: Report = JSON.parse(stdout);
  // What is missed makes an import fail, and a dry run misses nothing.
  assert.equal(exit, !report.dryRun && report.items.some(({ fix }) => fix !== null) ? 1 : 0, stdout);
  return report;
}

/** Source, then what it becomes or why it is left out. */
export function outcomes({ items }: Report): Record<string, string> {
  return Object.fromEntries(
    items.map(({ source, becomes, kind, reason }) => [source, becomes ?? `${kind}: ${reason}`]),
  );
}

export type Shown = Readonly<Record<string, unknown>> & { readonly body: string };

/** As a person sees it: a record's own date is signed by nobody. */
export async function show(project: InitProject, id: string): Promise<Shown> {
  return JSON.parse((await project.done(["show", id, "--json"], { answers: [] })).stdout);
}
