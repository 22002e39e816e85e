// What a question is answered from, chosen anew for each: the memories that its filters leave, those with words of the question
// first; or without a filter what a search for the question finds.

import type { Instant } from "../../memory/instant.ts";
import type { MemoryType, Scope } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { matchesFilter, type RowFilter } from "../../search/index/row-filter.ts";
import { indexRowOf } from "../index/index-row.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";
import { flaggedOf, isOpenToModels } from "../memories/wordings.ts";
import { findMemories } from "../recall/find-memories.ts";
import { blockEntryOf } from "../recall/recall-memories.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A null field does not narrow. */
export type MaterialFilter = {
  /** What a search for this finds. */
  readonly query: string | null;
  readonly type: MemoryType | null;
  readonly tag: string | null;
  /** Changed at or after. */
  readonly since: Instant | null;
};

export type MaterialRequest = {
  readonly question: string;
  readonly filter: MaterialFilter;
  readonly onProgress?: (done: number, total: number) => void;
};

export const QUESTION_CHARS_MAX = 4_000;
/** As many as a person would read on. */
const FOUND_MAX = 20;
/** More than there is room for in one call. */
const CHOSEN_MAX = 1_000;

/** @returns the best first. */
export async function gatherMaterial(
  workspace: Workspace,
  request: MaterialRequest,
): Promise<PromptMemory[]> {
  const { question, filter } = request;
  const isOpen = Object.values(filter).every((each) => each === null);
  if (isOpen)
    return give(workspace, await find(workspace, request, { prompt: question, limit: FOUND_MAX }), true);
  const chosen = await choose(workspace, request);
  const members = new Set(chosen.map(keyOf));
  const isWanted = (each: LoadedMemory): boolean => filter.query === null || members.has(keyOf(each));
  const found = await find(workspace, request, { prompt: question, limit: CHOSEN_MAX, isWanted });
  const ranked = new Set(found.map(keyOf));
  const others = chosen.filter((each) => !ranked.has(keyOf(each)));
  return [...give(workspace, found, true), ...give(workspace, others, false)];
}

async function choose(workspace: Workspace, request: MaterialRequest): Promise<LoadedMemory[]> {
  const { query, since } = request.filter;
  if (query !== null) return find(workspace, request, { prompt: query, limit: CHOSEN_MAX });
  const rows = { ...rowFilterOf(request.filter), ...(since === null ? {} : { now: workspace.now }) };
  const chosen: LoadedMemory[] = [];
  for (const loaded of walkMemories(workspace, workspace.roots)) {
    if (!isRecallable(loaded)) continue;
    const row = indexRowOf(loaded, { identities: UNWATCHED, text: loaded.memory, now: workspace.now });
    if (matchesFilter({ ...row, row: 0 }, rows) && chosen.push(loaded) === CHOSEN_MAX) break;
  }
  await learnWordings(workspace, chosen);
  return chosen;
}

const UNWATCHED = { file: "", attest: "", young: false } as const;

type Finding = {
  readonly prompt: string;
  readonly limit: number;
  readonly isWanted?: (loaded: LoadedMemory) => boolean;
};

async function find(
  workspace: Workspace,
  { filter, onProgress }: MaterialRequest,
  { prompt, limit, isWanted = () => true }: Finding,
): Promise<LoadedMemory[]> {
  const { shown } = await findMemories(workspace, {
    roots: workspace.roots,
    prompt,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: rowFilterOf(filter),
    abstains: false,
    limit,
    choose: ({ loaded }) => (isWanted(loaded) ? null : "withheld"),
    ...(onProgress && { onProgress }),
  });
  return shown.map(({ loaded }) => loaded);
}

function rowFilterOf({ type, tag, since }: MaterialFilter): RowFilter {
  return {
    ...(type === null ? {} : { type }),
    ...(tag === null ? {} : { tag: tag.toLowerCase() }),
    ...(since === null ? {} : { since }),
  };
}

function keyOf({ root, file }: LoadedMemory): string {
  return `${root.id} ${file.id}`;
}

// A memory as the model that answers a question gets it.

export type PromptMemory = {
  readonly id: string;
  readonly scope: Scope;
  readonly path: string;
  readonly standing: "verified" | "inferred";
  readonly flagged: string | null;
  readonly date: string | null;
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Without what a person redacted in it. */
  readonly text: string;
  /** It has words of the question. */
  readonly matches: boolean;
};

/** Leaves out what may not be shown. */
function give({ now }: Workspace, memories: readonly LoadedMemory[], matches: boolean): PromptMemory[] {
  return memories.flatMap((loaded): PromptMemory[] => {
    const flagged = flaggedOf(loaded);
    const entry = blockEntryOf(loaded, { confidence: null, excerptOf: ({ body }) => body, now, flagged });
    if (entry === null || loaded.memory === null || !isRecallable(loaded) || !isOpenToModels(loaded))
      return [];
    const { label, name, path, tags, date, excerpt: text, scope } = entry;
    const { description } = hideRedactedIn(loaded.memory);
    // A memory that is not verified says so.
    const standing = entry.inferred ? "inferred" : "verified";
    const { id } = loaded.file;
    return [{ id, scope, path, standing, flagged, date, label, name, description, tags, text, matches }];
  });
}
