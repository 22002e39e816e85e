// The memories that the filters of a corpus choose, as they are now. Whatever is neither verified nor inferred, or not in
// use, is not among them.

import { CredenceError } from "../../memory/errors.ts";
import { parseInstant } from "../../memory/instant.ts";
import { matchesFilter, type RowFilter } from "../../search/index/row-filter.ts";
import { indexRowOf, isRecallable } from "../index/index-row.ts";
import { walkMemories } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { findMemories } from "../recall/find-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type CorpusFilter, type CorpusMember, MEMBERS_MAX } from "./corpus.ts";

export type OnProgress = (done: number, total: number) => void;

/** In the order of the search, or of their ids. */
export function selectMembers(
  workspace: Workspace,
  { root, filter, onProgress }: { root: OpenRoot; filter: CorpusFilter; onProgress?: OnProgress },
): CorpusMember[] {
  // The person's own root is theirs everywhere; what is built there must not depend on where somebody stands.
  const roots =
    root.scope === "user"
      ? [root]
      : workspace.roots.filter(({ scope }) => filter.scope === null || filter.scope === scope);
  const selected =
    filter.query === null
      ? selectAll(workspace, roots, filter)
      : selectFound(workspace, { roots, filter, query: filter.query, ...(onProgress && { onProgress }) });
  if (selected.length > MEMBERS_MAX) {
    const hint = "narrow it with --query, --type, --category, --tag, --standing or --since";
    throw new CredenceError("USAGE", `a corpus holds at most ${MEMBERS_MAX} memories, and more match`, hint);
  }
  return selected.map(toMember);
}

type Search = {
  readonly roots: readonly OpenRoot[];
  readonly filter: CorpusFilter;
  readonly query: string;
  readonly onProgress?: OnProgress;
};

function selectFound(workspace: Workspace, { roots, filter, query, ...more }: Search): LoadedMemory[] {
  const { shown } = findMemories(workspace, {
    roots,
    prompt: query,
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: rowFilterOf(filter),
    abstains: false,
    limit: MEMBERS_MAX + 1,
    choose: ({ loaded }) => (hasStanding(loaded, filter) ? null : "withheld"),
    ...more,
  });
  return shown.map(({ loaded }) => loaded);
}

function selectAll(workspace: Workspace, roots: readonly OpenRoot[], filter: CorpusFilter): LoadedMemory[] {
  const rows = { ...rowFilterOf(filter), ...(filter.since === null ? {} : { now: workspace.now }) };
  const selected: LoadedMemory[] = [];
  for (const loaded of walkMemories(workspace, roots)) {
    if (!isRecallable(loaded) || !hasStanding(loaded, filter)) continue;
    const row = indexRowOf(loaded, { identities: UNWATCHED, text: loaded.memory, now: workspace.now });
    if (!matchesFilter({ ...row, row: 0 }, rows)) continue;
    selected.push(loaded);
    if (selected.length > MEMBERS_MAX) break;
  }
  return selected;
}

const UNWATCHED = { file: "", attest: "", young: false } as const;

function rowFilterOf({ type, category, tag, since }: CorpusFilter): RowFilter {
  const from = since === null ? null : parseInstant(since);
  return {
    ...(type === null ? {} : { type }),
    ...(category === null ? {} : { category }),
    ...(tag === null ? {} : { tag: tag.toLowerCase() }),
    ...(from === null ? {} : { since: from }),
  };
}

function hasStanding({ standing }: LoadedMemory, filter: CorpusFilter): boolean {
  return filter.standing === null || filter.standing === standing.standing;
}

function toMember({ root, file, digest }: LoadedMemory): CorpusMember {
  // A memory that recall may show has a digest.
  return { scope: root.scope, id: file.id, digest: digest ?? "" };
}
