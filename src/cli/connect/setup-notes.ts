// The notes of this project that other tools keep. They are counted before setup asks anything, and a person looks at each at its
// end; what they do not take stays where it is.
//
// Attack: notes of another project, or so many that nobody reads them, become facts here by a plain yes. Only what surely belongs
// to this project is opened, each note has a question of its own, and a large store is left to `credence import`.

import { type Candidate, findCandidates, openCandidate } from "../../app/transfer/import/find-candidates.ts";
import type { ImportReport } from "../../app/transfer/import/run-import.ts";
import type { ImportItem } from "../../app/transfer/import/store-records.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { ImportSourceName } from "../../memory/import-source.ts";
import { groupDigits } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { askYes } from "../terminal/pager.ts";
import { openForImport, takeRecords } from "../work/import.ts";

/** More than this nobody looks at in one sitting. */
const NOTES_MAX = 50;

export type FoundNotes = {
  /** To be looked at one by one: those that are not here yet. */
  readonly candidates: readonly Candidate[];
  readonly count: number;
  /** Too many for that. */
  readonly large: readonly Candidate[];
  /** What is taken becomes a file of the repository. */
  readonly isShared: boolean;
};

export async function findNotes(io: Io, call: Call, workspace: Workspace): Promise<FoundNotes> {
  const sure = (await findCandidates(workspace, io)).candidates.filter(({ isSure }) => isSure);
  const large = sure.filter(({ count }) => (count ?? 0) > NOTES_MAX);
  const candidates: Candidate[] = [];
  for (const candidate of sure.filter((each) => !large.includes(each))) {
    const count = await countNew(io, call, { workspace, candidate });
    if (count > 0) candidates.push({ ...candidate, count });
  }
  const root = workspace.roots.find(({ scope }) => scope === "project");
  return {
    ...{ candidates, large, isShared: root?.kind === "shared" },
    count: candidates.reduce((sum, { count }) => sum + (count ?? 0), 0),
  };
}

/** Without the roots that they would go to, none is here yet; what cannot be foreseen is found out when it is looked at. */
async function countNew(
  io: Io,
  call: Call,
  { workspace, candidate }: { readonly workspace: Workspace; readonly candidate: Candidate },
): Promise<number> {
  const scopes = new Set(workspace.roots.map(({ scope }) => scope));
  if (scopes.size < 2) return candidate.count ?? 0;
  try {
    const source = await openCandidate(workspace, io, candidate);
    const { counts } = await takeRecords(io, call, { workspace, source, execute: false, confirms: true });
    return counts.new;
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return candidate.count ?? 0;
  }
}

const KEEPERS: Readonly<Record<ImportSourceName, string>> = {
  "claude-code-memory": "Claude Code's own memory",
  "claude-memory": "claude-memory",
  "claude-mem": "claude-mem",
  "claude-config": "claude-config",
  "mcp-memory": "an MCP memory server",
  markdown: "Markdown files",
};

/** For what was found; empty where there is nothing. */
export function sayNotes({ candidates, large }: FoundNotes): string[] {
  return [...candidates, ...large].map(({ name, count }) => {
    const number = groupDigits(count ?? 0);
    return `${number} ${count === 1 ? "note" : "notes"} about this project in ${KEEPERS[name]}`;
  });
}

/** What was not looked at, with the command for it. */
export function sayLater({ count, large }: FoundNotes, isDeclined: boolean): string[] {
  const left = large.reduce((sum, each) => sum + (each.count ?? 0), isDeclined ? count : 0);
  const stay = left === 1 ? "1 note stays where it is" : `${groupDigits(left)} notes stay where they are`;
  return left === 0 ? [] : [`${stay}: credence import`];
}

export type Taken = {
  /** `notes: 4 approved, 1 kept as advice, 1 left out`. */
  readonly taken: string;
  /** Each that was left out, with the reason and what to do. */
  readonly leftOut: readonly string[];
  readonly isStopped: boolean;
};

export function sayTaken(reports: readonly ImportReport[]): Taken {
  const items = reports.flatMap((report) => report.items);
  const missed = items.filter(({ fix }) => fix !== null);
  const flagged = items.filter(({ kind, flags }) => kind === "new" && flags.length > 0).length;
  const count = (is: (item: ImportItem) => boolean): number => items.filter(is).length;
  const approved = count(({ becomes }) => becomes === "verified");
  const advice = count(({ becomes }) => becomes === "inferred");
  const declined = count(({ kind, fix, id }) => kind === "skipped" && fix === null && id !== null);
  const parts = [
    `${approved} approved`,
    ...(advice === 0 ? [] : [`${advice} kept as advice`]),
    ...(flagged === 0 ? [] : [`${flagged} flagged, which credence review shows`]),
    ...(declined + missed.length === 0 ? [] : [`${declined + missed.length} left out`]),
  ];
  return {
    taken: `notes: ${parts.join(", ")}`,
    leftOut: missed.map(({ source, reason, fix }) => `${source}: ${reason}; ${fix}`),
    isStopped: reports.some(({ stopped }) => stopped),
  };
}

type Looking = {
  readonly notes: FoundNotes;
  /** Opens a workspace as the person, who may have been asked already. */
  readonly open: () => Promise<Workspace>;
};

/** @returns null when the person does not want to look now. */
export async function lookAtNotes(
  io: Io,
  call: Call,
  { notes, open }: Looking,
): Promise<readonly ImportReport[] | null> {
  const { candidates, count, isShared } = notes;
  const what = count === 1 ? "the note" : `the ${count} notes`;
  const shared = says`What you take goes to .claude/memory/, which the repository shares.\n`;
  const question = says`\n${isShared ? [shared] : []}Look at ${what} about this project now? ${isShared ? "[y/N]" : "[Y/n]"} `;
  try {
    if (!(await askYes(io, question, !isShared))) return null;
    const workspace = await openForImport(io, await open());
    try {
      const reports: ImportReport[] = [];
      for (const candidate of candidates) {
        const source = await openCandidate(workspace, io, candidate);
        reports.push(await takeRecords(io, call, { workspace, source, execute: true, confirms: true }));
        if (reports.at(-1)?.stopped === true) break;
      }
      return reports;
    } finally {
      workspace.close();
    }
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code !== "NEEDS_PERSON") throw error;
    throw new CredenceError(
      error.code,
      error.message,
      "all but the notes is set up; credence setup goes on there",
    );
  }
}

/** As a workspace of somebody who has shown already that they are there. */
export async function openAgain(io: Io, call: Call, { keys, presence }: Workspace): Promise<Workspace> {
  const opened = await openWorkspaceFor(io, call);
  return { ...opened, keys: { ...opened.keys, person: keys.person }, presence };
}
