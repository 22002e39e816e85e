// An import at the command line: who is there, where memories go, what is reported, and how to go on with what was left out.

import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import {
  type Candidate,
  type CandidateSearch,
  findCandidates,
  openCandidate,
} from "../../app/transfer/import/find-candidates.ts";
import type { ImportSource } from "../../app/transfer/import/record.ts";
import { type ImportReport, type ImportRequest, runImport } from "../../app/transfer/import/run-import.ts";
import {
  BY_HAND,
  isOfCaller,
  openProjectRoot,
  quote,
  type SortedNotes,
  sortNotes,
} from "../../app/transfer/import/sort-notes.ts";
import { openSource } from "../../app/transfer/import/sources.ts";
import type { ImportItem } from "../../app/transfer/import/store-records.ts";
import { type OpenRoot, openWorkspace, rootOf, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ImportSourceName } from "../../memory/import-source.ts";
import { type MemoryType, TYPE_TRAITS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsWhoIsThere, unlockFor } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { type GridRow, grid, type Report, toned } from "../report/report.ts";
import type { EachQuestion } from "../terminal/confirm-each.ts";
import { saysYes } from "../terminal/pager.ts";
import { createProgress } from "../terminal/progress.ts";
import { shortenHome } from "../terminal/style.ts";

const ACT = "import memories";

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
function sayWhoDecides({ terminal, err }: Io, { presence, keys }: Workspace): void {
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

// `credence import` alone: what of other tools belongs to this project. At a terminal each is offered, and a yes imports it; what
// may be another project's is only named, with the command that takes it. Without a terminal it is a list.

export function importFound(io: Io, call: Call): Promise<number> {
  return answerIn({ io, call }, async (workspace) => {
    const found = await findCandidates(workspace, io);
    const sure = found.candidates.filter(({ isSure }) => isSure);
    const json = { candidates: found.candidates.map(toJson), loaded: found.loaded };
    const why = whyNotAsked(io, workspace);
    const isAsked = sure.length > 0 && why === null && !call.json;
    const lines = [...sayFound(found, io), ...(sure.length > 0 && why !== null ? [why] : [])];
    if (!isAsked) return { json, says: lines };
    io.out(showReport(lines, io));
    return { json, says: [], exit: exitOf(await offer(io, call, { workspace, sure })) };
  });
}

/** @returns null when there is somebody to ask. */
function whyNotAsked(io: Io, { presence, roots, config }: Workspace): string | null {
  if (!roots.some(({ scope }) => scope === "project") && !config.config["roots.auto"])
    return "nothing was imported: there is no memory root here yet; credence init creates one";
  const nobody = presence.kind === "nobody" ? presence.why : null;
  const why = nobody ?? (io.terminal.in && io.terminal.out ? null : "there is no terminal");
  return why === null ? null : `nothing was imported: nobody can be asked, because ${why}`;
}

async function offer(
  io: Io,
  call: Call,
  { workspace, sure }: { readonly workspace: Workspace; readonly sure: readonly Candidate[] },
): Promise<ImportReport[]> {
  let actor = workspace;
  const confirms = call.values["confirm"] === true;
  const reports: ImportReport[] = [];
  for (const candidate of sure) {
    const question = says`import ${countOf(candidate)} from ${candidate.name}? [y/N] `;
    if (!(await saysYes(io, question))) continue;
    actor = await openForImport(io, actor);
    const source = await openCandidate(actor, io, candidate);
    const report = await takeRecords(io, call, { workspace: actor, source, execute: true, confirms });
    io.out(showReport(sayReport(report), io));
    reports.push(report);
  }
  actor.close();
  return reports;
}

/** As a person, in a workspace with the project's root: the first yes makes it where that is allowed. */
export async function openForImport(io: Io, workspace: Workspace): Promise<Workspace> {
  const unlocked = await unlockFor(io, workspace, ACT);
  // What follows takes long, and an interrupt has to reach it.
  io.setEcho?.(true);
  const opened = openProjectRoot(unlocked, true);
  if (opened.kind === "none") throw new CredenceError("NO_ROOT", opened.why, opened.fix);
  return opened.workspace;
}

function sayFound({ candidates, loaded }: CandidateSearch, io: Io): string[] {
  const [sure, perhaps] = [
    candidates.filter((each) => each.isSure),
    candidates.filter((each) => !each.isSure),
  ];
  const home = (path: string): string => shortenHome(path, io.home);
  return [
    ...(sure.length === 0 ? ["no memories of other tools belong to this project for sure"] : []),
    ...sure.flatMap((each) => [
      `${each.name}: ${countOf(each)} of this project in ${home(each.path)}`,
      ...each.titles.map((title) => `  ${title}`),
      ...(each.titles.length > 0 && (each.count ?? 0) > each.titles.length ? ["  …"] : []),
      ...(each.sessions === null ? [`  credence import ${wordsOf(each)}`] : []),
    ]),
    ...perhaps.flatMap((each) => [
      `perhaps ${each.name}: ${each.count === null ? "" : `${countOf(each)} in `}${home(each.path)}`,
      `  not offered: ${each.why ?? ""}`,
      `  if it is this project's: credence import ${wordsOf(each)}`,
    ]),
    ...(loaded.length === 0
      ? []
      : [`not imported, because clients load it in each session: ${loaded.map(home).join(", ")}`]),
  ];
}

function countOf({ count, isSure }: Candidate): string {
  return pluralize(count ?? 0, isSure ? "memory" : "record", isSure ? "memories" : "records");
}

function wordsOf({ name, path, project }: Candidate): string {
  const words = [name, path, ...(project === null ? [] : ["--project", project])];
  return words.map(quote).join(" ");
}

function toJson({ name, path, project, isSure, why, count, titles }: Candidate): object {
  return { source: name, path, project, belongs: isSure ? "surely" : "perhaps", why, count, titles };
}

// `credence import --all-projects`: Claude Code's notes of every project, each into the root of its own project.

type Left = { readonly path: string; readonly why: string; readonly fix: string };
type Taken = {
  readonly path: string;
  readonly directory: string;
  readonly root: string;
  readonly report: ImportReport;
};

export async function importAllProjects(io: Io, call: Call): Promise<number> {
  const execute = call.values["execute"] === true;
  const asked = execute ? { act: ACT, open: openAsWhoIsThere } : {};
  return answerIn({ io, call, ...asked }, async (here) => {
    sayWhoDecides(io, here);
    const [projects, leftOut]: [Taken[], Left[]] = [[], []];
    for (const notes of sortNotes(io)) {
      const outcome = notes.kind === "left" ? notes : await takeNotes(io, call, { here, notes, execute });
      if ("report" in outcome) projects.push(outcome);
      else leftOut.push({ path: outcome.path, why: outcome.why, fix: outcome.fix });
    }
    const exit = execute && leftOut.length > 0 ? 1 : exitOf(projects.map(({ report }) => report));
    return { json: { projects, leftOut }, says: sayProjects(projects, leftOut), exit };
  });
}

type Notes = Extract<SortedNotes, { kind: "of" }>;

async function takeNotes(
  io: Io,
  call: Call,
  { here, notes, execute }: { readonly here: Workspace; readonly notes: Notes; readonly execute: boolean },
): Promise<Taken | Left> {
  const { path, directory } = notes;
  const opened = openWorkspace({ ...(await hintsFor(io, call)), cwd: directory });
  // Whoever unlocked their key is still there.
  const there = { ...opened, keys: { ...opened.keys, person: here.keys.person }, presence: here.presence };
  try {
    const chosen = openProjectRoot(there, execute);
    if (chosen.kind === "none") return { path, why: `${directory}: ${chosen.why}`, fix: chosen.fix };
    const { workspace, root } = chosen;
    try {
      if (isOfCaller(root, here, directory))
        return { path, why: `${directory} has no root of its own`, fix: BY_HAND };
      const place = { cwd: directory, home: io.home, env: io.env };
      const source = await openSource(workspace, { name: "claude-code-memory", place, path, project: null });
      const confirms = call.values["confirm"] === true;
      const report = await takeRecords(io, call, { workspace, source, execute, confirms });
      return { path, directory, root: root.path, report };
    } finally {
      workspace.close();
    }
  } finally {
    there.close();
  }
}

function sayProjects(projects: readonly Taken[], leftOut: readonly Left[]): Report {
  if (projects.length + leftOut.length === 0) return ["Claude Code has no notes of any project"];
  return [
    ...projects.flatMap(({ directory, root, report }) => [
      `${directory} → ${root}`,
      ...sayReport(report),
      "",
    ]),
    ...leftOut.flatMap(({ path, why, fix }) => [`left out   ${path}: ${why}`, `to go on: ${fix}`]),
  ];
}
