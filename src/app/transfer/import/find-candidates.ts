// Finds the memories of other tools that belong to the user's present project, without being told their location. The setup
// offers them, and so does `credence import` without a source.
//
// Attack: notes of another project are offered, or merely opened. A source that surely belongs here is read for its count
// and some titles; a source that may belong to another project is counted by file names, and its texts are not read.

import { join, resolve } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import type { ImportSourceName } from "../../../memory/import-source.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { sanitizeLine } from "../../../memory/text/sanitize.ts";
import { isInside } from "../../../store/find-root.ts";
import { readFileContent } from "../../../store/memory-files.ts";
import { findEntry, findRealPlace } from "../../../store/paths.ts";
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
import type { ImportSource } from "./record.ts";
import { listLoadedFiles, openSource } from "./sources.ts";
import { walkFiles } from "./walk-files.ts";

type CandidateSource = {
  readonly name: ImportSourceName;
  readonly path: string;
  /** claude-mem's name of the project, and the sessions that are known to belong to it. */
  readonly project: string | null;
  readonly sessions: ReadonlySet<string> | null;
};

export type Candidate = CandidateSource & {
  /** True when it surely belongs to this project; otherwise `why` has the doubt. */
  readonly isSure: boolean;
  readonly why: string | null;
  /** The memories of a sure candidate; files or rows of the others. Null when they could not be counted. */
  readonly count: number | null;
  /** A few titles of a sure candidate. */
  readonly titles: readonly string[];
};

export type CandidateSearch = {
  /** Sure candidates first. */
  readonly candidates: readonly Candidate[];
  /** Files that clients load by themselves and that are therefore not imported. */
  readonly loaded: readonly string[];
};

const TITLES_MAX = 3;
const TITLE_CHARS_MAX = 60;

/** A source without a single memory is no candidate. */
export async function findCandidates(workspace: Workspace, place: CallPlace): Promise<CandidateSearch> {
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

function only(name: ImportSourceName, path: string): CandidateSource {
  return { name, path, project: null, sessions: null };
}

type CandidateWithoutTitles = Omit<Candidate, "titles">;

function findAutoMemory(place: CallPlace, tops: readonly string[]): CandidateWithoutTitles[] {
  const projects = placeProjects(place);
  return listWithNotes(projects).flatMap((name) => {
    const ownership = findOwnership(projects, name, tops);
    if (ownership.kind === "other") return [];
    const path = join(projects, name, "memory");
    const why = ownership.kind === "perhaps" ? ownership.why : null;
    return [{ ...only("claude-code-memory", path), isSure: why === null, why, count: countFiles(path) }];
  });
}

/** The store lies in the project itself. */
function findClaudeMemory(top: string): CandidateWithoutTitles[] {
  const path = join(top, ".claude", "memory");
  const hasRecords = Object.values(RECORD_FOLDERS).some(
    (folder) => findEntry(join(path, folder))?.isDirectory() === true,
  );
  return hasRecords ? [{ ...only("claude-memory", path), isSure: true, why: null, count: null }] : [];
}

async function findClaudeMemRows(
  place: CallPlace,
  tops: readonly string[],
): Promise<CandidateWithoutTitles[]> {
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

function findClaudeConfig(place: CallPlace): CandidateWithoutTitles[] {
  const path = join(claudeDirectoryOf(place), "memory-shared");
  if (findEntry(join(path, "memories"))?.isDirectory() !== true) return [];
  const count = countFiles(join(path, "memories"));
  return [{ ...only("claude-config", path), isSure: false, why: "it belongs to no single project", count }];
}

function countFiles(directory: string): number {
  return walkFiles(directory, ".md").length;
}

async function describe(
  workspace: Workspace,
  place: CallPlace,
  found: CandidateWithoutTitles,
): Promise<Candidate> {
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

/** An unreadable source is listed with the problem, and the others are still found. */
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

/** Judges a title, because it is shown before the text is judged. */
async function isHarmless(workspace: Workspace, title: string): Promise<boolean> {
  const { secrets, flags } = await judgeText(workspace, "MEMORY.md", { text: title, vouchedBy: "machine" });
  return secrets.label !== "SECRET-DETECTED" && flags.length === 0;
}

// The files of the MCP memory server that clients' settings name, as `MEMORY_FILE_PATH` of a server.
//
// Attack: a cloned repository's settings name a file elsewhere, of another project or of no memory at all. Such a file
// counts as this project's only if it lies in the project; a file that the user's own settings name for all projects may
// belong to any of them.

type McpFile = { readonly path: string; readonly isOwn: boolean; readonly why: string };

const SETTINGS_BYTES_MAX = 64 * 1024 * 1024;
const IN_PROJECT = [
  ".mcp.json",
  ".cursor/mcp.json",
  ".gemini/settings.json",
  "opencode.json",
  ".vscode/mcp.json",
];
const IN_HOME = [".cursor/mcp.json", ".gemini/settings.json", ".config/opencode/opencode.json"];

/** The existing files, each once. */
function findMcpFiles({ home, env }: CallPlace, tops: readonly string[]): McpFile[] {
  const claude = readSettings(join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"));
  const named = [
    ...tops.flatMap((top) =>
      IN_PROJECT.flatMap((name) =>
        listNamed(readSettings(join(top, name))).map((path) => judge(resolve(top, path), tops, name)),
      ),
    ),
    // The user's own setting for exactly this directory.
    ...tops.flatMap((top) => {
      const own = isRecord(claude) && isRecord(claude["projects"]) ? claude["projects"][top] : null;
      return listNamed(own).map((path) => ({ path: resolve(top, path), isOwn: true, why: "" }));
    }),
    ...listNamed(claude).map((path) => forAll(resolve(home, path))),
    ...IN_HOME.flatMap((name) =>
      listNamed(readSettings(join(home, name))).map((path) => forAll(resolve(home, path))),
    ),
  ];
  const present = named.filter(({ path }) => findEntry(path)?.isFile() === true);
  // A file that is sure from one setting is not doubted because another setting names it, too.
  const sorted = present.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return sorted.filter(({ path }, index) => sorted.findIndex((each) => each.path === path) === index);
}

function judge(path: string, tops: readonly string[], name: string): McpFile {
  const place = findRealPlace(path) ?? path;
  const isOwn = tops.some((top) => isInside(top, place));
  return { path, isOwn, why: `${name} names it, and it is outside this project` };
}

function forAll(path: string): McpFile {
  return { path, isOwn: false, why: "a client uses it for all projects" };
}

/** The paths that the servers of some settings name; clients differ in the keys. */
function listNamed(settings: unknown): string[] {
  if (!isRecord(settings)) return [];
  const servers = ["mcpServers", "mcp", "servers"].flatMap((key) => {
    const value = settings[key];
    return isRecord(value) ? Object.values(value) : [];
  });
  return servers.flatMap((server) => {
    const environment = isRecord(server) ? (server["env"] ?? server["environment"]) : null;
    const path = isRecord(environment) ? environment["MEMORY_FILE_PATH"] : null;
    return typeof path === "string" && path !== "" ? [path] : [];
  });
}

/** Null when the settings cannot be read; the client itself reports the problem. */
function readSettings(path: string): unknown {
  const content = readFileContent(path, SETTINGS_BYTES_MAX);
  return content.kind === "refused" ? null : parseJson(new TextDecoder().decode(content.bytes));
}
