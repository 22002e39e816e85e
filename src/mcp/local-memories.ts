// The memories of this machine, for the tools: a workspace for each call, and the use cases of `app`.

import type { UpdateOutcome } from "../app/change/update-memory.ts";
import type {
  Got,
  Memories,
  SaveWords,
  StatusFacts,
  UpdateWords,
  WantedIds,
  WriteAnswer,
  WriteOutcome,
} from "../app/hub/memories.ts";
import type { DescribedMemory } from "../app/memories/describe-memory.ts";
import type { OpenRoot, Workspace } from "../app/workspace/workspace.ts";
import { CredenceError } from "../memory/errors.ts";
import { BLANK_DRAFT } from "../memory/file/draft.ts";
import { type Scope, TYPE_TRAITS } from "../memory/memory.ts";
import { WITHHELD } from "../memory/wording.ts";
import { type LocalPlace, patience, withWorkspace } from "./place.ts";

export function openLocalMemories(place: LocalPlace): Memories {
  return {
    search: ({ query, filter, limit }) =>
      withWorkspace(place, async (workspace) => {
        const { requireRoot } = await import("../app/workspace/workspace.ts");
        requireRoot(workspace);
        const { searchMemories } = await import("../app/recall/search-memories.ts");
        const strategy = workspace.config.config["retrieval.match_strategy"];
        return searchMemories(workspace, { query, strategy, filter, status: "active", limit, ...patience() });
      }),
    around: (query) =>
      withWorkspace(place, async (workspace) => {
        const { listNeighbours } = await import("../app/recall/timeline.ts");
        const { describeMemory } = await import("../app/memories/describe-memory.ts");
        const found = await listNeighbours(workspace, { ...query, ...patience() });
        return found.map(({ loaded, isCentre }) => ({ memory: describeMemory(workspace, loaded), isCentre }));
      }),
    get: (wanted) => withWorkspace(place, (workspace) => getRelated(workspace, wanted)),
    save: (words) => withWorkspace(place, (workspace) => save(workspace, place, words)),
    update: (words) => withWorkspace(place, (workspace) => update(workspace, place, words)),
    status: () => withWorkspace(place, survey),
    answerPrompt: async (prompt) => {
      const { answerHook } = await import("./answer-hook.ts");
      return answerHook(place, prompt);
    },
  };
}

async function getRelated(workspace: Workspace, wanted: WantedIds): Promise<Got> {
  const { getMemories } = await import("../app/recall/get-memories.ts");
  const { memories: found, missing } = await getMemories(workspace, wanted);
  const { amongFacts, findRelations } = await import("../app/recall/relations.ts");
  const ids = found.map(({ id }) => id);
  const related = new Map(
    workspace.roots.map((root) => [root.scope, findRelations(workspace, root, ids)] as const),
  );
  const memories = found.map((memory) => {
    const relations = related.get(memory.scope)?.get(memory.id);
    const told = memory.standing === "verified" && relations ? amongFacts(relations) : relations;
    return { memory: memory.standing === "retired" ? withhold(memory) : memory, relations: told };
  });
  return { memories, missing };
}

/** The use case shows a retired memory to its caller, as commands need; a model gets none of its text. */
function withhold(memory: DescribedMemory): DescribedMemory {
  const none = { name: null, description: null, type: null, category: null, status: null, origin: null };
  return { ...memory, ...none, tags: [], cues: [], contradicts: [], digest: null, body: null };
}

async function save(
  opened: Workspace,
  place: LocalPlace,
  { scope: given, draft }: SaveWords,
): Promise<WriteAnswer> {
  const { offerMemory } = await import("../app/change/offer-memory.ts");
  const { openDestination } = await import("../app/change/save-memory.ts");
  // What is about the person goes with the person, unless the call says otherwise.
  const scope = given ?? TYPE_TRAITS[draft.type].scope;
  const wanted = { scope, draft: { ...BLANK_DRAFT, ...draft } };
  const { workspace, root } = await openDestination(opened, wanted).catch(ask(scope));
  const { client, session } = place;
  try {
    const { screenCues } = await import("../app/recall/screen-cues.ts");
    const { cues, left: cuesLeft } = screenCues(workspace, root, draft.cues);
    const offer = { root, draft: { ...draft, cues }, by: { client, session } };
    const outcome = await offerMemory(workspace, offer);
    return { outcome, cuesLeft, ...(await compare(workspace, root, outcome)) };
  } finally {
    if (workspace !== opened) workspace.close();
  }
}

/** What a model can do about it is ask. */
function ask(scope: Scope): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CredenceError) || error.code !== "NO_ROOT") throw error;
    const hint = scope === "user" ? "ask the user to run credence init --scope user" : undefined;
    throw new CredenceError("NO_ROOT", error.message, hint);
  };
}

async function update(
  workspace: Workspace,
  { client }: LocalPlace,
  change: UpdateWords,
): Promise<WriteAnswer> {
  const { changeOffered } = await import("../app/change/offer-memory.ts");
  const { scope } = change;
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const { findMemory } = await import("../app/memories/find-memory.ts");
  const { root } = findMemory({ ...workspace, roots }, change.id);
  const { screenCues } = await import("../app/recall/screen-cues.ts");
  const { cues, left: cuesLeft } = screenCues(workspace, root, change.update.cues);
  const update = { ...change.update, cues };
  const outcome = toWritten(await changeOffered(workspace, { ...change, update, client }));
  return { outcome, cuesLeft, ...(await compare(workspace, root, outcome)) };
}

/** How a memory that was just written stands to the others of its root. */
async function compare(
  workspace: Workspace,
  root: OpenRoot,
  { id, kind }: WriteOutcome,
): Promise<Pick<WriteAnswer, "relations" | "nearest">> {
  const { findRelations } = await import("../app/recall/relations.ts");
  const relations = findRelations(workspace, root, [id]).get(id);
  const { loadMemory } = await import("../app/memories/load-memory.ts");
  const memory = kind === "unchanged" ? null : (loadMemory(workspace, root, id)?.memory ?? null);
  if (memory === null) return { relations };
  const { findNearest } = await import("../app/recall/find-nearest.ts");
  return { relations, nearest: await findNearest(workspace, root, { id, memory }) };
}

function toWritten(outcome: UpdateOutcome): WriteOutcome {
  const { kind, id } = outcome;
  const none = { supersedes: null, flags: [], findings: [], similar: [] };
  switch (kind) {
    case "updated": {
      const { flags, injection } = outcome.judgement;
      return { ...none, kind, id, why: "you own this memory", flags, findings: injection.findings };
    }
    case "unchanged":
      return { ...none, kind, id, why: outcome.why };
    case "proposed": {
      const { supersedes, judgement } = outcome;
      const why = judgement.isStrong
        ? `the new text is ${WITHHELD}, so ${supersedes} stays unchanged`
        : `${supersedes} is not yours to change and stays unchanged`;
      const { flags, injection } = judgement;
      return { ...none, kind, id, why, supersedes, flags, findings: injection.findings };
    }
  }
}

async function survey(workspace: Workspace): Promise<StatusFacts> {
  const { surveyStore } = await import("../app/status/survey-store.ts");
  const { totalWaiting } = await import("../app/survey/count.ts");
  const { lookForLostRoots } = await import("../app/workspace/lost-roots.ts");
  // A client without our hooks hears of it nowhere else.
  lookForLostRoots(workspace);
  const { roots: surveyed, capture } = surveyStore(workspace, patience());
  const roots = surveyed.map(({ scope, path, standings, waiting, creationsLeft }) => {
    const { verified, inferred, foreign, quarantined, retired } = standings;
    return {
      ...{ scope, path, verified, inferred, withheld: foreign + quarantined, retired },
      due: waiting.dictated + waiting.observed,
      stale: waiting.stale,
      waiting: totalWaiting({ waiting }),
      saves_left_today: creationsLeft,
    };
  });
  return { roots, capture };
}
