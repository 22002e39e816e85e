// Memories that belong beside one: what says nearly the same, what contradicts it, what it replaces or
// would, and what would replace it.

import { addNearest } from "../../search/strategies/add-nearest.ts";
import { isAlike } from "../audit/find-alike.ts";
import { findSharedWords } from "../audit/find-duplicates.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { findProposedFor } from "../memories/proposals.ts";
import { findMemories } from "../recall/find-memories.ts";
import { findRelations } from "../recall/relations.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Told } from "./known/survey.ts";
import { rowOf } from "./shown/rows.ts";
import { showLine } from "./shown/text.ts";
import type { NeighbourView } from "./views.ts";

/** How many of those that are most like it are compared. */
const COMPARED_MAX = 12;
const WORDS_MAX = 8;
const WORDS_CHARS = 160;

export async function findNeighbours(
  workspace: Workspace,
  target: LoadedMemory,
  told: readonly Told[],
): Promise<NeighbourView[]> {
  const linked = [
    ...findDisagreeing(workspace, target),
    ...findReplaced(workspace, target),
    ...findReplacing(workspace, target, told),
  ];
  const known = new Set(linked.map(({ scope, id }) => `${scope} ${id}`));
  const like = (await findAlike(workspace, target)).filter(({ scope, id }) => !known.has(`${scope} ${id}`));
  return [...linked, ...like];
}

const LINE_CHARS = 300;

function findDisagreeing(workspace: Workspace, { root, file }: LoadedMemory): NeighbourView[] {
  const { disagrees = [] } = findRelations(workspace, root, [file.id]).get(file.id) ?? {};
  return disagrees.flatMap(({ id, line }) => {
    const loaded = loadMemory(workspace, root, id);
    return loaded === null ? [] : [view(workspace, loaded)("disagrees", showLine(line, LINE_CHARS))];
  });
}

function findReplaced(workspace: Workspace, target: LoadedMemory): NeighbourView[] {
  const id = target.memory?.supersedes ?? null;
  const replaced = id === null ? null : loadMemory(workspace, target.root, id);
  if (replaced === null) return [];
  return findProposedFor(workspace, target) === null
    ? [view(workspace, replaced)("supersedes", "this memory says that it replaces it")]
    : [
        view(workspace, replaced)(
          "may-update",
          "this memory proposes a change to it, and is not used until you decide",
        ),
      ];
}

function findReplacing(
  workspace: Workspace,
  { root, file }: LoadedMemory,
  told: readonly Told[],
): NeighbourView[] {
  const found = told.filter((each) => each.supersedes === file.id && each.root.id === root.id);
  return found.flatMap(({ row }) => {
    const loaded = loadMemory(workspace, root, row.id);
    if (loaded === null) return [];
    return findProposedFor(workspace, loaded) === null
      ? [view(workspace, loaded)("superseded-by", "it says that it replaces this memory")]
      : [view(workspace, loaded)("proposed-for", "it proposes a change to this memory, and waits for you")];
  });
}

async function findAlike(workspace: Workspace, target: LoadedMemory): Promise<NeighbourView[]> {
  const description = target.memory?.description ?? "";
  if (description === "") return [];
  const isReadable = (root: OpenRoot): boolean => workspace.seenIn(root).unreadable === null;
  const { shown } = await findMemories(workspace, {
    roots: workspace.roots.filter(isReadable),
    prompt: description,
    strategy: "credence",
    filter: {},
    abstains: false,
    limit: COMPARED_MAX,
    addNearest,
  });
  const usesMeaning = workspace.config.config["retrieval.meaning"];
  return shown.flatMap(({ loaded }) => {
    if (loaded.file.path === target.file.path) return [];
    const other = loaded.memory?.description ?? "";
    const words = findSharedWords(description, other);
    if (words.length === 0)
      return usesMeaning && isAlike(description, other)
        ? [view(workspace, loaded)("duplicate", "its description means nearly the same in other words")]
        : [];
    const named = showLine(words.slice(0, WORDS_MAX).join(", "), WORDS_CHARS);
    return [
      view(workspace, loaded)("duplicate", `${words.length} words of its description are the same: ${named}`),
    ];
  });
}

type Tell = (relation: NeighbourView["relation"], why: string) => NeighbourView;

function view(workspace: Workspace, loaded: LoadedMemory): Tell {
  const { scope, id, name, standing } = rowOf(workspace, loaded);
  return (relation, why) => ({ scope, id, name, standing, relation, why });
}
