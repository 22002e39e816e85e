// How the system runs: sentences that a user can act on, the clients, the trusted signers, the indexes, the disk, the
// charts.

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseInstant, renderInstant } from "../../memory/instant.ts";
import { kindOfSigner } from "../../memory/law/statement.ts";
import { STANDINGS, type Standing } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { listIds } from "../../store/memory-files.ts";
import { sumAges, sumRecalls, traceStandings, weekOf } from "../audit/history-sections.ts";
import { readClientVersions } from "../clients/client-versions.ts";
import { type ClientSurvey, examineClients, isConnected } from "../clients/examine-clients.ts";
import { listUntrusted } from "../clients/examine-trust.ts";
import { examineFreshness } from "../index/examine-index.ts";
import { openKeptIndex } from "../index/open-index.ts";
import { readOperations } from "../memories/journal.ts";
import { readRefused } from "../memories/refused.ts";
import { fingerprintOfSigner } from "../people/describe-trust.ts";
import { describeKeys } from "../status/status.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { keep, type PageCache } from "./known/cache.ts";
import { type ListRow, listRows } from "./known/list-rows.ts";
import { surveyMemories } from "./known/survey.ts";
import { listSentences, type Sentence, worstOf } from "./troubles.ts";
import type { HealthView, Series } from "./views.ts";

export async function healthView(
  workspace: Workspace,
  cache: PageCache,
  surveys: readonly ClientSurvey[],
): Promise<HealthView> {
  const surveyed = await surveyMemories(workspace, cache);
  const rows = listRows(workspace, cache, surveyed);
  const { standings } = surveyed.counts;
  const index = workspace.roots.map((root) => describeIndex(workspace, root));
  const sentences = listSentences(workspace, surveys, surveyed.told);
  return {
    state: worstOf(sentences),
    sentences: sentences.length === 0 ? [sayWell(surveys)] : sentences,
    clients: surveys.flatMap((survey) => describeClient(workspace, survey)),
    signers: workspace.signers
      .filter(({ former }) => former !== true)
      .map(({ petname, signer, own }) => ({
        petname,
        fingerprint: fingerprintOfSigner(signer),
        kind: kindOfSigner(signer),
        isOwn: own,
      })),
    keys: describeKeys(workspace),
    index,
    disk: keep(cache, "disk", () => describeDisk(workspace)),
    charts: keep(cache, "charts", () =>
      drawCharts(workspace, rows, { standings, standingOf: createStandings(workspace, rows) }),
    ),
  };
}

/** Finds the present standing of a memory; null for one that was not examined yet. */
function createStandings(
  { roots }: Workspace,
  rows: readonly ListRow[],
): (root: OpenRoot, id: string) => Standing | null {
  const byRoot = new Map(roots.map(({ id }) => [id, new Map<string, Standing>()]));
  for (const { root, id, standing } of rows) byRoot.get(root.id)?.set(id, standing);
  return (root, id) => byRoot.get(root.id)?.get(id) ?? null;
}

function sayWell(surveys: readonly ClientSurvey[]): Sentence {
  const connected = surveys.filter(isConnected).length;
  const says =
    connected === 0
      ? "Nothing is broken. No client is connected yet."
      : `Nothing is broken, and ${pluralize(connected, "client is", "clients are")} connected.`;
  return { state: "well", says, remedy: connected === 0 ? "credence setup connects one" : null };
}

/** Lists a project's own settings only if they contain an entry of ours. */
function describeClient(workspace: Workspace, survey: ClientSurvey): HealthView["clients"] {
  const { label, name, scope, path } = survey;
  const version = readClientVersions(workspace.state.path)[name] ?? null;
  const ailments = examineClients(workspace, [survey]).filter(({ level }) => level !== "note");
  const [worst] = ailments.toSorted((a, b) => Number(b.level === "error") - Number(a.level === "error"));
  const [untrusted] = listUntrusted([survey]);
  if (worst !== undefined)
    return [{ label, version, state: worst.level === "error" ? "broken" : "waits", says: worst.message }];
  if (untrusted !== undefined) return [{ label, version, state: "waits", says: untrusted }];
  if (isConnected(survey)) return [{ label, version, state: "connected", says: `our hooks are in ${path}` }];
  if (scope === "project") return [];
  return [{ label, version, state: "not connected", says: `credence install ${name} connects it` }];
}

const INDEX_WORDS = {
  current: "up to date",
  behind: "the next search updates it",
  damaged: "damaged; the next search rebuilds it",
  none: "cannot be stored; each search builds its own",
} as const;

function describeIndex(workspace: Workspace, root: OpenRoot): HealthView["index"][number] {
  const state = INDEX_WORDS[examineFreshness(workspace, root)];
  const index = openKeptIndex(workspace, root);
  index?.database.close();
  return { whose: nameRoot(root), state, bytes: index?.path == null ? 0 : sizeOf(index.path, { left: 1 }) };
}

const ROOT_NAMES: Readonly<Record<OpenRoot["kind"], string>> = {
  shared: "the project's memories",
  personal: "your own memories of the project",
  user: "your memories everywhere",
};

function nameRoot({ kind }: OpenRoot): string {
  return ROOT_NAMES[kind];
}

/** Counting stops at this number of entries, because the size is only meant for reading. */
const ENTRIES_MAX = 50_000;

function describeDisk({ roots, state, cache }: Workspace): HealthView["disk"] {
  const measure = (what: string, path: string): HealthView["disk"][number] => ({
    what,
    path,
    bytes: sizeOf(path, { left: ENTRIES_MAX }),
  });
  return [
    ...roots.map((root) => measure(nameRoot(root), root.path)),
    measure("keys and records", state.path),
    measure("search indexes", cache),
  ];
}

/** An unreadable entry counts as empty. */
function sizeOf(path: string, room: { left: number }): number {
  room.left -= 1;
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.size;
    let bytes = stat.size;
    for (const name of readdirSync(path)) {
      if (room.left <= 0) break;
      bytes += sizeOf(join(path, name), room);
    }
    return bytes;
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return 0;
  }
}

// The numbers of the charts: memories per standing, their age, their growth, and the weekly activity of recall and the
// checks. They come from indexes and records; no file of a memory is read.

/** Half a year. */
const WEEKS_MAX = 26;

type Now = {
  readonly standings: Readonly<Record<Standing, number>>;
  /** Null when the standing is not known yet. */
  readonly standingOf: (root: OpenRoot, id: string) => Standing | null;
};

function drawCharts(
  workspace: Workspace,
  rows: readonly ListRow[],
  { standings, standingOf }: Now,
): Series[] {
  const { now } = workspace;
  const dates = rows.map(({ changed }) => (changed === 0 ? null : renderInstant(changed)));
  const { weeks } = sumRecalls(workspace, null);
  return [
    series(
      "By standing",
      "memories",
      STANDINGS.map((label) => [label, standings[label]]),
    ),
    series(
      "Since the last change",
      "memories",
      sumAges(dates, now).map(({ age, count }) => [age, count]),
    ),
    ...drawHistory(workspace, standingOf),
    series(
      "Prompts that got memories",
      "prompts",
      weeks.map(({ week, shown }) => [week, shown]),
    ),
    series(
      "Prompts without a match",
      "prompts",
      weeks.map(({ week, silent }) => [week, silent]),
    ),
    series("Stopped by a check", "texts", countStopped(workspace)),
  ];
}

function series(title: string, unit: string, points: readonly (readonly [string, number])[]): Series {
  return { title, unit, points: points.map(([label, value]) => ({ label, value })) };
}

/** The standings of the present memories over time, from the statements that this machine has seen; the last point is their
 * present standing. */
function drawHistory(workspace: Workspace, standingOf: Now["standingOf"]): Series[] {
  const lives = workspace.roots.flatMap((root) => {
    const here = listIds(root.path);
    const said = Map.groupBy(workspace.seenIn(root).recallAfter(0).statements, ({ id }) => id);
    return Array.from(here.keys(), (id) => {
      return { statements: said.get(id) ?? [], standing: standingOf(root, id) };
    });
  });
  const history = traceStandings(lives, { now: workspace.now, since: null });
  return [
    series(
      "Facts over time",
      "memories",
      history.map(({ day, verified }) => [day, verified]),
    ),
    series(
      "Advice over time",
      "memories",
      history.map(({ day, inferred }) => [day, inferred]),
    ),
    series(
      "In quarantine over time",
      "memories",
      history.map(({ day, quarantined }) => [day, quarantined]),
    ),
  ];
}

/** Counts texts that were refused before they were stored and memories that a check quarantined. */
function countStopped(workspace: Workspace): [string, number][] {
  const quarantined = readOperations(workspace).filter(({ actor }) => actor === "validator");
  const weeks = new Map<string, number>();
  for (const { at } of [...quarantined, ...readRefused(workspace)]) {
    const instant = parseInstant(at);
    if (instant === null) continue;
    const week = weekOf(instant);
    weeks.set(week, (weeks.get(week) ?? 0) + 1);
  }
  return [...weeks].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-WEEKS_MAX);
}
