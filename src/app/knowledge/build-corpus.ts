// Builds a corpus, and builds it anew by the same filters.

import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type Corpus, type CorpusFilter, type CorpusMember, isFilter } from "./corpus.ts";
import { findCorpus, refuseNewName, writeCorpus } from "./corpus-files.ts";
import { type OnProgress, selectMembers } from "./select-members.ts";

export type BuildRequest = {
  readonly name: string;
  readonly filter: CorpusFilter;
  readonly onProgress?: OnProgress;
};

/** The pinned JSON shape; of a new corpus every memory is new. */
export type BuiltCorpus = {
  readonly name: string;
  readonly memories: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
};

export function buildCorpus(workspace: Workspace, request: BuildRequest): BuiltCorpus {
  const { name, filter } = request;
  const root = homeOf(workspace);
  refuseNewName(root, name);
  if (!isFilter(filter)) throw new CredenceError("USAGE", "a filter of a corpus is empty or too long");
  const members = selectMembers(workspace, { root, ...request });
  if (members.length === 0) {
    const hint = "credence list and credence search show what there is; nothing was built";
    throw new CredenceError("NOT_FOUND", "no verified or inferred memory matches", hint);
  }
  return store(workspace, root, { before: [], corpus: { name, filter, members } });
}

/** It may be empty then: the filters were good once, and may be again. */
export function rebuildCorpus(workspace: Workspace, name: string, onProgress?: OnProgress): BuiltCorpus {
  const { root, corpus } = findCorpus(workspace, name);
  const { filter, members: before } = corpus;
  const members = selectMembers(workspace, { root, filter, ...(onProgress && { onProgress }) });
  return store(workspace, root, { before, corpus: { name, filter, members } });
}

/** The project's root, or the person's own where there is no project. */
function homeOf({ roots }: Workspace): OpenRoot {
  const [root] = roots;
  if (root === undefined) throw new CredenceError("NO_ROOT", "there is no memory root here");
  return root;
}

type Change = {
  readonly before: readonly CorpusMember[];
  readonly corpus: Pick<Corpus, "name" | "filter" | "members">;
};

function store({ now }: Workspace, root: OpenRoot, { before, corpus }: Change): BuiltCorpus {
  const { name, members } = corpus;
  writeCorpus(root, { v: 1, at: renderInstant(now), ...corpus });
  const keyOf = ({ scope, id }: CorpusMember): string => `${scope} ${id}`;
  const old = new Map(before.map((each) => [keyOf(each), each.digest]));
  const kept = members.filter((each) => old.has(keyOf(each)));
  return {
    name,
    memories: members.length,
    added: members.length - kept.length,
    removed: before.length - kept.length,
    changed: kept.filter((each) => old.get(keyOf(each)) !== each.digest).length,
  };
}
