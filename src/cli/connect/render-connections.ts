// What install did, client by client: what works, what failed, how to repair it.

import type { ClientSettings } from "../../agents/client-settings.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import type { Connected, Connection } from "../../app/clients/connect-client.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { diffLines } from "../../memory/text/diff-lines.ts";
import { type Line, line } from "../report/report.ts";

type Telling = {
  readonly setting: ConnectSetting;
  readonly hasRoot: boolean;
  /** Each line that would change, instead of how many. */
  readonly verbose: boolean;
};

export function sayConnections(
  connections: readonly Connected[],
  { setting, hasRoot, verbose }: Telling,
): string[] {
  const told = connections.flatMap((each) => sayConnection(each, setting, verbose));
  const isAnyThere = connections.some(({ report }) => report.outcome !== "absent");
  const asksForRoot = setting.verb === "install" && isAnyThere && !hasRoot;
  return [
    ...told,
    ...(setting.dryRun ? [`nothing was written${verbose ? "" : "; --verbose shows every line"}`] : []),
    ...(asksForRoot ? ["there is no memory root here yet: credence init creates one"] : []),
    // Last: without it nothing of the above happens.
    ...connections.flatMap(sayTrust),
  ];
}

/** What connecting one client would change, on the way to asking for it. */
export function sayPlanned(connected: Connected, setting: ConnectSetting): string[] {
  return sayConnection(connected, { ...setting, dryRun: true }, false);
}

function sayConnection(connected: Connected, setting: ConnectSetting, verbose: boolean): string[] {
  const { report } = connected;
  const client = connected.client.settings;
  const { label, version, outcome, why, plan, server } = report;
  const isAbsent = outcome === "absent";
  const isProved = report.proved === true;
  return [
    `${version === null ? label : `${label} ${version}`}: ${sayOutcome(report, setting)}`,
    ...told("file", isAbsent ? null : report.path),
    ...told("does", isProved ? client.does : null),
    ...told("proved", isProved ? "the guard denied a sample write" : null),
    ...told("before", report.backup),
    ...(plan === null ? [] : renderPlan(plan, client, verbose)),
    ...told("server", server?.path ?? null),
    ...told("before", server?.backup ?? null),
    ...showLines(server?.lines ?? [], verbose),
    ...report.done.flatMap((each) => told("done", each)),
    ...told(isAbsent ? "note" : "failed", why),
    ...told("mend", report.fix),
    ...(isProved ? client.notes.flatMap((note) => told("note", note)) : []),
  ];
}

function told(label: string, text: string | null): string[] {
  return text === null ? [] : [`  ${label.padEnd(6)}  ${text}`];
}

function renderPlan(
  plan: NonNullable<Connection["plan"]>,
  { does }: ClientSettings,
  verbose: boolean,
): string[] {
  const lines = renderDiff(plan);
  return [...(verbose ? [] : told("for", does)), ...showLines(lines, verbose)];
}

function showLines(lines: readonly string[], verbose: boolean): string[] {
  return verbose ? lines.map((line) => `  ${line}`) : countLines(lines);
}

function countLines(lines: readonly string[]): string[] {
  const count = (sign: string): number => lines.filter((line) => line.startsWith(`${sign} `)).length;
  const counts = [
    [count("+"), "added"],
    [count("-"), "removed"],
  ] as const;
  const said = counts.flatMap(([number, what]) =>
    number === 0 ? [] : [`${pluralize(number, "line", "lines")} ${what}`],
  );
  return told("change", said.length === 0 ? null : said.join(", "));
}

const OUTCOMES = {
  install: { changed: "connected", unchanged: "was already connected" },
  uninstall: { changed: "disconnected", unchanged: "was not connected" },
} as const;

/** What the person still has to do in a client that runs only hooks that it was told to trust. */
export function sayTrust({ client, report }: Connected): string[] {
  const { label, trust } = client.settings;
  if (report.untrusted === 0 || trust === undefined) return [];
  const hooks = pluralize(report.untrusted, "hook waits", "hooks wait");
  return [`${label}: ${hooks} for your trust, and none of them runs before: ${trust.fix}`];
}

function sayOutcome(report: Connection, { verb, dryRun }: ConnectSetting): string {
  const { outcome, plan, proved, done, untrusted } = report;
  if (proved === false) return "the entries are in place, but its hook does not answer as it should";
  if (untrusted > 0) return "the entries are in place, and wait for your trust";
  switch (outcome) {
    case "absent":
      return "is not on this machine";
    case "failed":
      if (done.length > 0) return "is disconnected in part";
      return verb === "install" ? "could not be connected" : "could not be disconnected";
    case "unchanged":
      return OUTCOMES[verb].unchanged;
    case "changed":
      if (!dryRun) return OUTCOMES[verb].changed;
      return plan?.after === null ? "its file would be removed" : "its file would change";
  }
}

/** Changed lines, with a little context. */
function renderDiff({ before, after }: NonNullable<Connection["plan"]>): string[] {
  const lines = diffLines(before ?? "", after ?? "");
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - 2), index + 3).some(({ kind }) => kind !== "same");
  const marks = { same: " ", added: "+", removed: "-" } as const;
  return lines.flatMap(({ kind, line }, index) => (isNear(index) ? [`${marks[kind]} ${line}`] : []));
}

/** A label and what is said of it; the words of setup begin in one column. */
export function row(label: string, text: string): Line {
  return line(9, label.padEnd(9), text);
}

export function item(mark: string, text: string): Line {
  return line(3, ` ${mark} `, text);
}
