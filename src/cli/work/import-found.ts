// `credence import` alone: what of other tools belongs to this project. At a terminal each is offered, and a yes imports it; what
// may be another project's is only named, with the command that takes it. Without a terminal it is a list.

import {
  type Candidate,
  type Found,
  findCandidates,
  openCandidate,
} from "../../app/transfer/import/find-candidates.ts";
import type { ImportReport } from "../../app/transfer/import/run-import.ts";
import { openProjectRoot, quote } from "../../app/transfer/import/sort-notes.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { unlockFor } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { saysYes } from "../terminal/pager.ts";
import { shortenHome } from "../terminal/style.ts";
import { ACT, exitOf, sayReport, takeRecords } from "./import.ts";

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

function sayFound({ candidates, loaded }: Found, io: Io): string[] {
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
