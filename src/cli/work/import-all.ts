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
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsWhoIsThere, openWorkspaceFor } from "../call/open-workspace.ts";
import { renderJson } from "../call/render-json.ts";
import { ACT, exitOf, renderReport, sayWhoDecides, takeRecords } from "./import.ts";

type Left = { readonly path: string; readonly why: string; readonly fix: string };
type Taken = {
  readonly path: string;
  readonly directory: string;
  readonly root: string;
  readonly report: ImportReport;
};

export async function importAllProjects(io: Io, call: Call): Promise<number> {
  const execute = call.values["execute"] === true;
  const here = await (execute ? openAsWhoIsThere(io, call, ACT) : openWorkspaceFor(io, call));
  try {
    sayWhoDecides(io, here);
    const [projects, leftOut]: [Taken[], Left[]] = [[], []];
    for (const notes of sortNotes(io)) {
      const outcome = notes.kind === "left" ? notes : await takeNotes(io, call, { here, notes, execute });
      if ("report" in outcome) projects.push(outcome);
      else leftOut.push({ path: outcome.path, why: outcome.why, fix: outcome.fix });
    }
    io.out(call.json ? renderJson({ projects, leftOut }) : render(io, projects, leftOut));
    return execute && leftOut.length > 0 ? 1 : exitOf(projects.map(({ report }) => report));
  } finally {
    here.close();
  }
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

function render(io: Io, projects: readonly Taken[], leftOut: readonly Left[]): string {
  if (projects.length + leftOut.length === 0) return "Claude Code has no notes of any project\n";
  const taken = projects.map(
    ({ directory, root, report }) =>
      `${renderTerminalLine(directory)} → ${renderTerminalLine(root)}\n${renderReport(report, io)}\n`,
  );
  const left = leftOut.map(
    ({ path, why, fix }) =>
      `left out   ${renderTerminalLine(path)}: ${renderTerminalLine(why)}\nto go on: ${renderTerminalLine(fix)}\n`,
  );
  return [...taken, ...left].join("");
}
