// `credence import --all-projects`: Claude Code's notes of every project, each into the root of its own project.

import type { ImportReport } from "../../app/transfer/import/run-import.ts";
import {
  BY_HAND,
  isOfCaller,
  openProjectRoot,
  type SortedNotes,
  sortNotes,
} from "../../app/transfer/import/sort-notes.ts";
import { openSource } from "../../app/transfer/import/sources.ts";
import { openWorkspace, type Workspace } from "../../app/workspace/workspace.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsWhoIsThere } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
import type { Report } from "../report/report.ts";
import { ACT, exitOf, sayReport, sayWhoDecides, takeRecords } from "./import.ts";

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
