// An import at the command line: who is there, where memories go, what is reported, and how to go on with what was left out.

import type { ImportSource } from "../../app/transfer/import/record.ts";
import { type ImportReport, type ImportRequest, runImport } from "../../app/transfer/import/run-import.ts";
import { openSource } from "../../app/transfer/import/sources.ts";
import type { ImportItem } from "../../app/transfer/import/store-records.ts";
import { type OpenRoot, rootOf, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ImportSourceName } from "../../memory/import-source.ts";
import { type MemoryType, TYPE_TRAITS } from "../../memory/memory.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openAsWhoIsThere, openWorkspaceFor, requireRootFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { createProgress } from "../terminal/progress.ts";
import { createPaint } from "../terminal/style.ts";

export const ACT = "import memories";
/** The keys are those of the review. */
const QUESTION = {
  words: "[y] fact  [a] advice  [n] leave out  [d] more  [q] quit:",
  replies: { y: "yes", a: "no", n: "skip", s: "skip", q: "quit" },
} as const;

export async function importSource(
  io: Io,
  call: Call,
  { name, path }: { readonly name: ImportSourceName; readonly path: string },
): Promise<number> {
  const execute = call.values["execute"] === true;
  const workspace = await (execute ? openAsWhoIsThere(io, call, ACT) : openWorkspaceFor(io, call));
  try {
    await requireRootFor(workspace);
    sayWhoDecides(io, workspace);
    const source = await openSource(workspace, { name, place: io, path, project: textOf(call, "project") });
    const confirms = call.values["confirm"] === true;
    const report = await takeRecords(io, call, { workspace, source, execute, confirms });
    io.out(call.json ? renderJson(report) : renderReport(report, io));
    return exitOf([report]);
  } finally {
    workspace.close();
  }
}

export type Taking = {
  readonly workspace: Workspace;
  readonly source: ImportSource;
  readonly execute: boolean;
  /** A person is asked about each. */
  readonly confirms: boolean;
};

export function takeRecords(
  io: Io,
  call: Call,
  { workspace, source, execute, confirms }: Taking,
): Promise<ImportReport> {
  return runImport(workspace, {
    source,
    rootFor: (type) => chooseRoot(workspace, call, type),
    execute,
    confirm: confirms ? confirmEach(io, workspace) : null,
    // Beside a question a bar is in the way.
    onProgress: confirms ? () => undefined : createProgress(io, "importing"),
  });
}

/** A person at one end of a pipe may not know that they count as nobody. */
export function sayWhoDecides({ terminal, err }: Io, { presence, keys }: Workspace): void {
  if (presence.kind === "person" || keys.person !== null || terminal.in === terminal.out) return;
  err(`note: ${presence.why}, so this import has no person: what it may create per day is limited\n`);
}

/** What is about the person goes with the person, unless the call says otherwise. */
function chooseRoot(workspace: Workspace, call: Call, type: MemoryType): OpenRoot {
  const given = call.values["root"] === undefined ? undefined : workspace.roots[0];
  return given ?? rootOf(workspace, scopeOf(call) ?? TYPE_TRAITS[type].scope);
}

function confirmEach(io: Io, { keys }: Workspace): ImportRequest["confirm"] {
  if (keys.person === null) throw new CredenceError("NEEDS_PERSON", "only a person can confirm memories");
  return async (showing) => {
    const { confirmMemory } = await import("../terminal/confirm-each.ts");
    return confirmMemory(io, showing, QUESTION);
  };
}

/** An import that left something out is not done. A dry run leaves nothing out: it says what would be. */
export function exitOf(reports: readonly ImportReport[]): number {
  return reports.some(({ dryRun, items }) => !dryRun && items.some(({ fix }) => fix !== null)) ? 1 : 0;
}

export function renderReport(report: ImportReport, io: Io): string {
  const { items, counts, dryRun, backups, stopped } = report;
  const rows = items.map((item) => renderRow(item, io)).join("");
  const counted = `${counts.new} new, ${counts.here} already here, ${counts.skipped} left out\n`;
  const saved = backups.map((path) => `backup: ${renderTerminalLine(path)}\n`).join("");
  const fixes = new Set(items.flatMap(({ fix }) => (fix === null ? [] : [fix])));
  const next = [...fixes].map((fix) => `to go on: ${renderTerminalLine(fix)}\n`).join("");
  const end = stopped ? "stopped: the same command resumes where it left off\n" : "";
  return `${rows}${counted}${next}${saved}${end}${dryRun ? "dry run, nothing was written; use --execute\n" : ""}`;
}

function renderRow({ kind, becomes, id, type, category, source, reason, flags }: ImportItem, io: Io): string {
  const paint = createPaint(io);
  const from = renderTerminalLine(source);
  if (kind === "skipped") return `${paint.bad("left out  ")} ${from}: ${renderTerminalLine(reason ?? "")}\n`;
  if (kind === "here") return `here       ${id ?? ""} (${from})\n`;
  const word = (becomes ?? "").padEnd(10);
  const painted = becomes === "verified" ? paint.good(word) : paint.odd(word);
  const flagged = flags.length === 0 ? "" : ` flagged: ${flags.join(", ")}`;
  return `${painted} ${id ?? ""} ${[type, category].filter(Boolean).join(", ")} (${from})${flagged}\n`;
}
