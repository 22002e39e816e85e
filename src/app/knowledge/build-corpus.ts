// Builds a corpus, and rebuilds it by the same filters.

import { CredenceError } from "../../memory/errors.ts";
import { daysSince, parseInstant, renderInstant } from "../../memory/instant.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import { matchesFilter, type RowFilter } from "../../search/index/row-filter.ts";
import { indexRowOf } from "../index/index-row.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { isRecallable, type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { isOpenToModels } from "../memories/wordings.ts";
import { findMemories } from "../recall/find-memories.ts";
import { refuseText } from "../settings/judge-setting.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import {
  type Corpus,
  type CorpusFilter,
  type CorpusMember,
  findCorpus,
  isFilter,
  listCorpora,
  MEMBERS_MAX,
  refuseNewName,
  writeCorpus,
} from "./corpus.ts";

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

export async function buildCorpus(workspace: Workspace, request: BuildRequest): Promise<BuiltCorpus> {
  const { name, filter } = request;
  const root = homeOf(workspace);
  refuseNewName(root, name);
  if (!isFilter(filter)) throw new CredenceError("USAGE", "a corpus filter is empty or too long");
  // The two texts of a filter, which are kept and listed.
  await refuseText("--query", filter.query ?? "");
  await refuseText("--tag", filter.tag ?? "");
  const members = await selectMembers(workspace, { root, ...request });
  if (members.length === 0) {
    const hint = "credence list and credence search show the memories; nothing was built";
    throw new CredenceError("NOT_FOUND", "no verified or inferred memory matches", hint);
  }
  return store(workspace, root, { before: [], corpus: { name, filter, members } });
}

/** It may be empty then: the filters were good once, and may be again. */
export async function rebuildCorpus(
  workspace: Workspace,
  name: string,
  onProgress?: OnProgress,
): Promise<BuiltCorpus> {
  const { root, corpus } = findCorpus(workspace, name);
  const { filter, members: before } = corpus;
  const members = await selectMembers(workspace, { root, filter, ...(onProgress && { onProgress }) });
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

// The memories that the filters of a corpus choose, as they are now. Whatever is neither verified nor inferred, or not in
// use, is not among them.

export type OnProgress = (done: number, total: number) => void;

/** In the order of the search, or of their ids. */
async function selectMembers(
  workspace: Workspace,
  { root, filter, onProgress }: { root: OpenRoot; filter: CorpusFilter; onProgress?: OnProgress },
): Promise<CorpusMember[]> {
  // The person's own root is theirs everywhere; what is built there must not depend on the working directory.
  const roots =
    root.scope === "user"
      ? [root]
      : workspace.roots.filter(({ scope }) => filter.scope === null || filter.scope === scope);
  const selected =
    filter.query === null
      ? await selectAll(workspace, roots, filter)
      : await selectFound(workspace, {
          roots,
          filter,
          query: filter.query,
          ...(onProgress && { onProgress }),
        });
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

async function selectFound(
  workspace: Workspace,
  { roots, filter, query, ...more }: Search,
): Promise<LoadedMemory[]> {
  const { shown } = await findMemories(workspace, {
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

async function selectAll(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  filter: CorpusFilter,
): Promise<LoadedMemory[]> {
  const rows = { ...rowFilterOf(filter), ...(filter.since === null ? {} : { now: workspace.now }) };
  const selected: LoadedMemory[] = [];
  for (const loaded of walkMemories(workspace, roots)) {
    if (!isRecallable(loaded) || !hasStanding(loaded, filter)) continue;
    const row = indexRowOf(loaded, { identities: UNWATCHED, text: loaded.memory, now: workspace.now });
    if (!matchesFilter({ ...row, row: 0 }, rows)) continue;
    selected.push(loaded);
    if (selected.length > MEMBERS_MAX) break;
  }
  await learnWordings(workspace, selected);
  return selected.filter(isOpenToModels);
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

// Threat: a corpus is a list that was made before. A memory on it may have been changed, lowered, retired or removed since, or
// replaced by somebody's file of the same name. So each is read from its file again, with its statements, and what is not
// verified or inferred and in use now is left out and named. Fails closed.

/** `gone` has no file here, `unused` is archived or retired by its own file. */
export type LeftOut = {
  readonly id: string;
  readonly scope: Scope;
  readonly why: Standing | "gone" | "unused";
};

export type LoadedMembers = {
  readonly loaded: readonly LoadedMemory[];
  readonly left: readonly LeftOut[];
  /** How many say something else now, or may not be used any more. */
  readonly changed: number;
};

export async function loadMembers(workspace: Workspace, { members }: Corpus): Promise<LoadedMembers> {
  const loaded: LoadedMemory[] = [];
  const left: LeftOut[] = [];
  let changed = 0;
  const found = members.map((member) => ({ member, memory: loadMember(workspace, member) }));
  await learnWordings(
    workspace,
    found.flatMap(({ memory }) => memory ?? []),
  );
  for (const { member, memory } of found) {
    const isUsed = memory !== null && isRecallable(memory) && isOpenToModels(memory);
    if (isUsed) loaded.push(memory);
    else left.push({ id: member.id, scope: member.scope, why: whyLeft(memory) });
    if (memory?.digest !== member.digest || !isUsed) changed += 1;
  }
  return { loaded, left, changed };
}

function loadMember(workspace: Workspace, member: CorpusMember): LoadedMemory | null {
  const { scope, id } = member;
  // A project can have two roots.
  const roots = workspace.roots.filter((each) => each.scope === scope);
  const found = roots.flatMap((root) => loadMemory(workspace, root, id) ?? []);
  return found.find(({ digest }) => digest === member.digest) ?? found[0] ?? null;
}

function whyLeft(memory: LoadedMemory | null): LeftOut["why"] {
  if (memory === null) return "gone";
  const { standing } = memory.standing;
  return standing === "verified" || standing === "inferred" ? "unused" : standing;
}

// The corpora of the roots here, and what time has done to them.

/** The pinned JSON shape. */
export type DescribedCorpus = {
  readonly name: string;
  /** Of the root it belongs to. */
  readonly scope: Scope;
  readonly at: string;
  readonly ageDays: number;
  readonly memories: number;
  /** How many say something else now, or may not be used any more. */
  readonly changed: number;
  readonly filter: CorpusFilter;
};

export async function describeCorpora(workspace: Workspace): Promise<DescribedCorpus[]> {
  const all = workspace.roots.flatMap((root) => listCorpora(root).map((corpus) => ({ root, corpus })));
  return Promise.all(
    all.map(async ({ root, corpus }) => {
      const { name, at, filter, members } = corpus;
      return {
        name,
        scope: root.scope,
        at,
        ageDays: Math.max(0, daysSince(parseInstant(at) ?? workspace.now, workspace.now)),
        memories: members.length,
        changed: (await loadMembers(workspace, corpus)).changed,
        filter,
      };
    }),
  );
}
