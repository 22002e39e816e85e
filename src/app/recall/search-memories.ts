// Search: what a person or an agent asks for by words. What recall may show is in the index; archived, retired and, for a
// person, withheld memories are searched in an index made for the question.

import { type Confidence, rateHit, roundScore } from "../../memory/block/entry.ts";
import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { isMemoryId, type Status } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { withRemedy } from "../../memory/remedies.ts";
import { stripRedacted } from "../../memory/text/strip-redacted.ts";
import { openSnippets } from "../../search/excerpt.ts";
import { openMemoryIndex } from "../../search/index/open-index.ts";
import type { RowFilter } from "../../search/index/row-filter.ts";
import { keepExact } from "../../search/index/stale-rows.ts";
import { countFaults, readToldIds } from "../../search/index/waiting.ts";
import { writeRows } from "../../search/index/writer.ts";
import { addNearest } from "../../search/strategies/add-nearest.ts";
import { findHits, type Hit } from "../../search/strategies/find-hits.ts";
import { indexRowOf, queueChanged, renderIndexLine } from "../index/index-row.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { withIndexes } from "../index/open-index.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { nameFor } from "../memories/foreign-names.ts";
import { listMemories } from "../memories/list-memories.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { isKnownHeldBack } from "../memories/wordings.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findMemories } from "./find-memories.ts";
import type { Relations } from "./relations.ts";

export type SearchRequest = {
  readonly query: string;
  readonly strategy: MatchStrategy;
  readonly filter: RowFilter;
  readonly status: Status;
  readonly limit: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly isLate?: () => boolean;
  readonly patient?: boolean;
};

/** The pinned JSON shape: a memory without its body, and why it is here. */
export type SearchHit = Omit<DescribedMemory, "body"> & {
  readonly score: number;
  readonly confidence: Confidence;
  readonly snippet: string;
};

export type SearchAnswer = {
  /** With the bodies, as far as the caller may see them. */
  readonly found: readonly {
    readonly hit: SearchHit;
    readonly body: string;
    readonly relations?: Relations;
  }[];
  /** What the caller has to know about them; null where they have words of the query. */
  readonly notice: string | null;
};

const BY_MEANING_ALONE = "no memory has a word of the query; these are the nearest in meaning";

export async function searchMemories(workspace: Workspace, request: SearchRequest): Promise<SearchAnswer> {
  const scored = await findScored(workspace, request);
  const isByWords = scored.some(({ wordScore }) => wordScore > 0);
  const notice = scored.length === 0 ? sayConflicts(workspace, request) : isByWords ? null : BY_MEANING_ALONE;
  return { found: describeFound(workspace, request, scored), notice };
}

/** Nothing was found: it may be in a file that a merge left in two versions. */
function sayConflicts(workspace: Workspace, { isLate, patient }: SearchRequest): string | null {
  const { roots } = workspace;
  const patience = { roots, ...(isLate && { isLate }), ...(patient && { patient }) };
  const conflicts = withIndexes(workspace, patience, (indexed) =>
    indexed.reduce((sum, { index }) => sum + (countFaults(index).get("conflicts") ?? 0), 0),
  );
  if (conflicts === 0) return null;
  return withRemedy(
    `${pluralize(conflicts, "memory", "memories")} withheld, with conflict markers of git`,
    "conflict",
  );
}

function describeFound(
  workspace: Workspace,
  request: SearchRequest,
  scored: readonly ScoredMemory[],
): SearchAnswer["found"] {
  const best = scored[0]?.score ?? 0;
  const renderSnippet = openSnippets(request.query);
  return scored.map(({ loaded, score, wordScore, confidence, relations }) => {
    const { body: shown, ...memory } = describeMemory(workspace, loaded);
    const body = stripRedacted(shown ?? "");
    const hit = {
      ...memory,
      score: roundScore(score),
      // Whatever it is nearest to, nobody asked for its words.
      confidence: wordScore === 0 ? "low" : rateHit({ score, confidence }, best),
      snippet: renderSnippet(body),
    };
    return { hit, body, ...(relations !== undefined && { relations }) };
  });
}

type ScoredMemory = Pick<Hit, "score" | "wordScore" | "confidence"> & {
  readonly loaded: LoadedMemory;
  readonly relations?: Relations;
};

/** Of a root whose record cannot be read nothing is indexed, and a person still finds what lies in it. */
async function findScored(workspace: Workspace, request: SearchRequest): Promise<ScoredMemory[]> {
  if (request.status !== "active" || request.filter.tier === "quarantined")
    return searchOthers(workspace, request);
  const isReadable = (root: OpenRoot): boolean => workspace.seenIn(root).unreadable === null;
  const closed = workspace.roots.filter((root) => !isReadable(root));
  const indexed = await searchIndexed({ ...workspace, roots: workspace.roots.filter(isReadable) }, request);
  if (closed.length === 0) return indexed;
  const others = await searchOthers({ ...workspace, roots: closed }, request);
  const all = [...indexed, ...others];
  return all.sort((a, b) => b.score - a.score).slice(0, request.limit);
}

async function searchIndexed(workspace: Workspace, request: SearchRequest): Promise<ScoredMemory[]> {
  const { query, strategy, filter, limit, onProgress, isLate, patient } = request;
  const { shown } = await findMemories(workspace, {
    // A command has the time to look at every row.
    ...(isLate === undefined ? { compare: queueChanged } : { isLate }),
    ...(patient === undefined ? {} : { patient }),
    roots: workspace.roots,
    prompt: query,
    strategy,
    filter,
    limit,
    abstains: false,
    addNearest,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return shown.map(({ loaded, hit: { score, wordScore, confidence }, relations }) => ({
    ...{ loaded, score, wordScore, confidence },
    ...(relations !== undefined && { relations }),
  }));
}

/** For a person, who can decide about it: how much of what is withheld from models has words of the query. */
export async function sayWithheldMatches(workspace: Workspace, request: Asked): Promise<string[]> {
  if (workspace.presence.kind !== "person") return [];
  const told = workspace.roots.flatMap((root) => {
    const ids = withIndexes(workspace, { roots: [root] }, ([indexed]) =>
      indexed === undefined ? [] : readToldIds(indexed.index).slice(0, TOLD_MAX),
    );
    return ids.filter(isMemoryId).flatMap((id) => loadPresent(workspace, root, { id }) ?? []);
  });
  await learnWordings(workspace, told);
  const isWithheld = (each: LoadedMemory): boolean =>
    each.memory?.status === "active" && (isForeign(each) || isKnownHeldBack(each));
  const found = rankAmong(workspace, request, told.filter(isWithheld));
  const matching = found.filter(({ wordScore }) => wordScore > 0).map(({ loaded }) => loaded);
  // A review does not show what was put off.
  const putOff = matching.filter(({ input }) => input.answered === "later");
  const [first] = putOff;
  const waiting = matching.length - putOff.length;
  const later = `${putOff.length} withheld match, put off: credence show`;
  return [
    ...(waiting === 0 ? [] : [`${waiting} withheld match: credence review`]),
    ...(first === undefined ? [] : [`${later} ${nameFor(workspace, first)}`]),
  ];
}

/** Of a root whose record cannot be read nobody can decide about any, and about what is hidden here somebody did. */
function isForeign({ standing: { standing, cause } }: LoadedMemory): boolean {
  const { isUndecidable, isHiddenHere } = CAUSES[cause];
  return standing === "foreign" && isUndecidable !== true && isHiddenHere !== true;
}

type Asked = Pick<SearchRequest, "query" | "strategy" | "filter">;

const TOLD_MAX = 2_000;

/** Read for this question alone: there are few of them, and nothing about them is kept. */
async function searchOthers(workspace: Workspace, request: SearchRequest): Promise<ScoredMemory[]> {
  const all = listMemories(workspace, workspace.roots, (each) => each.memory?.status === request.status);
  await learnWordings(workspace, all);
  // What is withheld from this caller has no words here, or asking would tell what it says.
  const open = all.filter((each) => describeMemory(workspace, each).body !== null);
  return rankAmong(workspace, request, open).slice(0, request.limit);
}

function rankAmong(
  workspace: Workspace,
  { query, strategy, filter }: Asked,
  all: readonly LoadedMemory[],
): ScoredMemory[] {
  const indexes = workspace.roots.map(() => openMemoryIndex());
  const byRoot = workspace.roots.map((root, place) => {
    const memories = all.filter((each) => each.root === root);
    const index = indexes[place];
    if (index !== undefined) {
      if (strategy === "fts5_bm25") keepExact(index);
      writeRows(index, (writer) => {
        for (const each of memories) {
          writer.put(indexRowOf(each, { identities: UNWATCHED, text: each.memory, now: workspace.now }));
        }
      });
    }
    return new Map(memories.map((each) => [each.file.id, each]));
  });
  const { kept } = findHits({
    strategy,
    indexes,
    prompt: query,
    filter,
    now: workspace.now,
    abstains: false,
    usesMeaning: workspace.config.config["retrieval.meaning"],
    addNearest,
  });
  for (const { database } of indexes) database.close();
  return kept.flatMap(({ row, root, score, wordScore, confidence }) => {
    const loaded = byRoot[root]?.get(row.id);
    return loaded === undefined ? [] : [{ loaded, score, wordScore, confidence }];
  });
}

const UNWATCHED = { file: "", attest: "", young: false } as const;

const LINES_MAX = 100;

/** The lines of index.md whose memories match, best first. */
export async function findLines(
  workspace: Workspace,
  prompt: string,
  onProgress: (done: number, total: number) => void,
): Promise<string[]> {
  const { shown } = await findMemories(workspace, {
    roots: workspace.roots,
    prompt,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    limit: LINES_MAX,
    abstains: false,
    onProgress,
  });
  return shown.flatMap(({ loaded }) => renderIndexLine(loaded) ?? []);
}
