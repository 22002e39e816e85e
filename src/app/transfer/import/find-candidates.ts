// What of other tools belongs to the project that somebody is in, found without being told where it lies. The setup offers it,
// and so does a bare `credence import`.
//
// Attack: notes of another project are offered, or only opened. What belongs here for sure is read for its count and some
// titles; what may be another's is counted by its names, and its texts are not read.

import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import type { ImportSourceName } from "../../../memory/import-source.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { findEntry } from "../../../store/paths.ts";
import { judgeText } from "../../change/judge-text.ts";
import { claudeDirectoryOf } from "../../workspace/open-roots.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { MemProject } from "./claude-mem-sessions.ts";
import { RECORD_FOLDERS } from "./claude-memory.ts";
import {
  type CallPlace,
  findOwnership,
  listProjectTops,
  listWithNotes,
  placeProjects,
} from "./claude-projects.ts";
import { findMcpFiles } from "./mcp-files.ts";
import type { ImportSource } from "./record.ts";
import { listLoadedFiles, openSource } from "./sources.ts";
import { walkFiles } from "./walk-files.ts";

type Place = {
  readonly name: ImportSourceName;
  readonly path: string;
  /** claude-mem's name of the project, and the sessions that are known to be its. */
  readonly project: string | null;
  readonly sessions: ReadonlySet<string> | null;
};

export type Candidate = Place & {
  /** Surely this project's; else perhaps, for a reason. */
  readonly isSure: boolean;
  readonly why: string | null;
  /** Memories of a sure one; files or rows of the others. Null where nobody counted. */
  readonly count: number | null;
  /** A few, of a sure one. */
  readonly titles: readonly string[];
};

export type Found = {
  /** The sure ones first. */
  readonly candidates: readonly Candidate[];
  /** Files that clients load by themselves, and which are not imported therefore. */
  readonly loaded: readonly string[];
};

const TITLES_MAX = 3;
const TITLE_CHARS_MAX = 60;

/** A candidate without a single memory is none. */
export async function findCandidates(workspace: Workspace, place: CallPlace): Promise<Found> {
  const tops = listProjectTops(place.cwd);
  const found = [
    ...findAutoMemory(place, tops),
    ...tops.flatMap(findClaudeMemory),
    ...(await findClaudeMemRows(place, tops)),
    ...findMcpFiles(place, tops).map(({ path, isOwn, why }) => ({
      ...only("mcp-memory", path),
      isSure: isOwn,
      why: isOwn ? null : why,
      count: null,
    })),
    ...findClaudeConfig(place),
  ];
  const described: Candidate[] = [];
  for (const each of found) described.push(await describe(workspace, place, each));
  const candidates = described
    .filter(({ count }) => count !== 0)
    .sort((a, b) => Number(b.isSure) - Number(a.isSure));
  const loaded = listLoadedFiles(place).filter((path) => findEntry(path)?.isFile() === true);
  return { candidates, loaded };
}

/** The records of a candidate, for `runImport`. */
export function openCandidate(
  workspace: Workspace,
  place: CallPlace,
  { name, path, project, sessions }: Candidate,
): Promise<ImportSource> {
  return openSource(workspace, { name, place, path, project, sessions });
}

function only(name: ImportSourceName, path: string): Place {
  return { name, path, project: null, sessions: null };
}

type Undescribed = Omit<Candidate, "titles">;

function findAutoMemory(place: CallPlace, tops: readonly string[]): Undescribed[] {
  const projects = placeProjects(place);
  return listWithNotes(projects).flatMap((name) => {
    const ownership = findOwnership(projects, name, tops);
    if (ownership.kind === "other") return [];
    const path = join(projects, name, "memory");
    const why = ownership.kind === "perhaps" ? ownership.why : null;
    return [{ ...only("claude-code-memory", path), isSure: why === null, why, count: countFiles(path) }];
  });
}

/** It lies in the project itself. */
function findClaudeMemory(top: string): Undescribed[] {
  const path = join(top, ".claude", "memory");
  const hasRecords = Object.values(RECORD_FOLDERS).some(
    (folder) => findEntry(join(path, folder))?.isDirectory() === true,
  );
  return hasRecords ? [{ ...only("claude-memory", path), isSure: true, why: null, count: null }] : [];
}

async function findClaudeMemRows(place: CallPlace, tops: readonly string[]): Promise<Undescribed[]> {
  const { findClaudeMem, surveyClaudeMem } = await import("./claude-mem-sessions.ts");
  const path = findClaudeMem(place.home, place.env["CLAUDE_MEM_DATA_DIR"]);
  if (path === null) return [];
  let survey: readonly MemProject[];
  try {
    survey = surveyClaudeMem({ path, projects: placeProjects(place), tops });
  } catch (error) {
    return [{ ...only("claude-mem", path), ...unreadable(error) }];
  }
  return survey.flatMap(({ project, sessions, rows, doubtful }) => {
    const base = { name: "claude-mem", path, project } as const;
    return [
      { ...base, sessions, isSure: true, why: null, count: rows },
      {
        ...base,
        sessions: null,
        isSure: false,
        why: `of folders named ${project}, and nothing says that it was this one`,
        count: doubtful,
      },
    ];
  });
}

function findClaudeConfig(place: CallPlace): Undescribed[] {
  const path = join(claudeDirectoryOf(place), "memory-shared");
  if (findEntry(join(path, "memories"))?.isDirectory() !== true) return [];
  const count = countFiles(join(path, "memories"));
  return [{ ...only("claude-config", path), isSure: false, why: "it belongs to no single project", count }];
}

function countFiles(directory: string): number {
  return walkFiles(directory, ".md").length;
}

async function describe(workspace: Workspace, place: CallPlace, found: Undescribed): Promise<Candidate> {
  const candidate = { ...found, titles: [] };
  if (!found.isSure || found.count === 0) return candidate;
  try {
    return {
      ...candidate,
      ...(await readTitles(workspace, await openCandidate(workspace, place, candidate))),
    };
  } catch (error) {
    return { ...candidate, ...unreadable(error) };
  }
}

/** It is listed with what is wrong with it, and the others are found all the same. */
function unreadable(error: unknown): Pick<Candidate, "isSure" | "why" | "count"> {
  if (!(error instanceof CredenceError)) throw error;
  return { isSure: false, why: error.message, count: null };
}

async function readTitles(
  workspace: Workspace,
  { records }: ImportSource,
): Promise<Pick<Candidate, "count" | "titles">> {
  const titles: string[] = [];
  let count = 0;
  for (const record of records) {
    if (record.kind === "skip") continue;
    count += 1;
    const title = sanitizeLine(record.memory.draft.name, TITLE_CHARS_MAX);
    if (titles.length < TITLES_MAX && (await isHarmless(workspace, title))) titles.push(title);
  }
  return { count, titles };
}

/** It is shown before anybody has judged the text it comes from. */
async function isHarmless(workspace: Workspace, title: string): Promise<boolean> {
  const { secrets, flags } = await judgeText(workspace, "MEMORY.md", { text: title, vouchedBy: "machine" });
  return secrets.label !== "SECRET-DETECTED" && flags.length === 0;
}
