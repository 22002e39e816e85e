// An import at the command line: who is there, where memories go, what is reported, and how to go on with what was left out.

import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import type { ImportSource } from "../../app/transfer/import/record.ts";
import { type ImportReport, type ImportRequest, runImport } from "../../app/transfer/import/run-import.ts";
import { openSource } from "../../app/transfer/import/sources.ts";
import type { ImportItem } from "../../app/transfer/import/store-records.ts";
import { type OpenRoot, rootOf, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ImportSourceName } from "../../memory/import-source.ts";
import { type MemoryType, TYPE_TRAITS } from "../../memory/memory.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openAsWhoIsThere } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { type GridRow, grid, type Report, toned } from "../report/report.ts";
import type { EachQuestion } from "../terminal/confirm-each.ts";
import { createProgress } from "../terminal/progress.ts";

export const ACT = "import memories";

/** The keys are those of the review. Enter is none of them: after a long text it may have been meant for the next page. */
function questionFor({ memory }: SigningPreview, canBeFact: boolean): EachQuestion {
  const kept = memory === null || memory.status === "active" ? "advice" : memory.status;
  const replies = { a: "no", n: "skip", s: "skip", q: "quit" } as const;
  return {
    words: says`${canBeFact ? "[y] fact  " : ""}[a] ${kept}  [n] leave out  [d] more  [q]uit:`,
    replies: canBeFact ? { y: "yes", ...replies } : replies,
  };
}

export async function importSource(
  io: Io,
  call: Call,
  { name, path }: { readonly name: ImportSourceName; readonly path: string },
): Promise<number> {
  const execute = call.values["execute"] === true;
  const asked = execute ? { act: ACT, open: openAsWhoIsThere } : {};
  return answerIn({ io, call, needsRoot: true, ...asked }, async (workspace) => {
    sayWhoDecides(io, workspace);
    const source = await openSource(workspace, { name, place: io, path, project: textOf(call, "project") });
    const confirms = call.values["confirm"] === true;
    const report = await takeRecords(io, call, { workspace, source, execute, confirms });
    return { json: report, says: sayReport(report), exit: exitOf([report]) };
  });
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
    asks: confirms,
    confirm: confirms && execute ? confirmEach(io, workspace) : null,
    // Beside a question a bar is in the way.
    onProgress: confirms ? () => undefined : createProgress(io, "importing"),
  });
}

/** A person at one end of a pipe may not know that they count as nobody. */
export function sayWhoDecides({ terminal, err }: Io, { presence, keys }: Workspace): void {
  if (presence.kind === "person" || keys.person !== null || terminal.in === terminal.out) return;
  err(says`note: ${presence.why}, so this import has no person: what it may create per day is limited\n`);
}

/** What is about the person goes with the person, unless the call says otherwise. */
function chooseRoot(workspace: Workspace, call: Call, type: MemoryType): OpenRoot {
  const given = call.values["root"] === undefined ? undefined : workspace.roots[0];
  return given ?? rootOf(workspace, scopeOf(call) ?? TYPE_TRAITS[type].scope);
}

function confirmEach(io: Io, { keys }: Workspace): ImportRequest["confirm"] {
  if (keys.person === null) throw new CredenceError("NEEDS_PERSON", "only a person can confirm memories");
  return async (showing, canBeFact) => {
    const { confirmMemory } = await import("../terminal/confirm-each.ts");
    return confirmMemory(io, showing, questionFor(showing, canBeFact));
  };
}

/** An import that left something out is not done. A dry run leaves nothing out: it says what would be. */
export function exitOf(reports: readonly ImportReport[]): number {
  return reports.some(({ dryRun, items }) => !dryRun && items.some(({ fix }) => fix !== null)) ? 1 : 0;
}

export function sayReport({ items, counts, dryRun, backups, stopped }: ImportReport): Report {
  const fixes = new Set(items.flatMap(({ fix }) => (fix === null ? [] : [fix])));
  return [
    grid([10], items.map(sayItem)),
    `${counts.new} new, ${counts.here} already here, ${counts.skipped} left out`,
    ...[...fixes].map((fix) => `to go on: ${fix}`),
    ...backups.map((path) => `backup: ${path}`),
    ...(stopped ? ["stopped: the same command resumes where it left off"] : []),
    ...(dryRun ? ["dry run, nothing was written; use --execute"] : []),
  ];
}

function sayItem({ kind, becomes, id, type, category, source, reason, flags }: ImportItem): GridRow {
  if (kind === "skipped") return [toned("bad", "left out"), `${source}: ${reason ?? ""}`];
  if (kind === "here") return ["here", `${id ?? ""} (${source})`];
  const word = toned(becomes === "verified" ? "good" : "odd", becomes ?? "");
  const flagged = flags.length === 0 ? "" : ` flagged: ${flags.join(", ")}`;
  return [word, `${id ?? ""} ${[type, category].filter(Boolean).join(", ")} (${source})${flagged}`];
}
