// A model offers a memory. It becomes an inferred one, or a change of one of its own, or a proposal beside one that is not its
// own, or nothing where the same is known already. Only the same title makes it the same matter: what is merely alike is
// stored, and named in the answer, because replacing it would lose words that nobody looked at.

import { findCandidates } from "../memory/candidates.ts";
import { digestMemory } from "../memory/digest.ts";
import { type Draft, deriveId, sanitizeDraft } from "../memory/draft.ts";
import type { Memory } from "../memory/memory.ts";
import { findMemories } from "./find-memories.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { isOfferedBy, markOffered, type Offerer } from "./offered-by.ts";
import { nameProposal } from "./propose-change.ts";
import { saveMemory } from "./save-memory.ts";
import { updateMemory } from "./update-memory.ts";
import type { OpenRoot, Workspace } from "./workspace.ts";

export type Offer = {
  readonly root: OpenRoot;
  readonly draft: Omit<Draft, "session" | "taint" | "confidence" | "supersedes">;
  readonly by: Offerer;
};

export type OfferOutcome = {
  readonly kind: "created" | "updated" | "proposed" | "unchanged";
  readonly id: string;
  /** What a proposal would replace. */
  readonly supersedes: string | null;
  readonly why: string;
  /** Rules of the injection check that flag it. */
  readonly flags: readonly string[];
  /** Memories here that may be about the same. */
  readonly similar: readonly string[];
};

/** So many of the best matches are looked at. */
const NEAR_MAX = 20;
const SIMILAR_MAX = 3;
const NOTHING_MORE = { supersedes: null, flags: [], similar: [] } as const;

export async function offerMemory(workspace: Workspace, { root, draft, by }: Offer): Promise<OfferOutcome> {
  const session = markOffered(by);
  const fresh = sanitizeDraft({ ...draft, session, taint: [], confidence: null, supersedes: null });
  const near = findNear(workspace, root, fresh);
  const digest = digestMemory(fresh);
  const same = near.find((each) => each.digest === digest)?.file.id;
  if (same !== undefined)
    return { kind: "unchanged", id: same, why: `${same} says exactly this already`, ...NOTHING_MORE };
  const namesake = near.find((each) => isNamesake(each, fresh));
  if (namesake === undefined) return create(workspace, { root, draft: fresh, near });
  // What a person dictated waits for their yes as they said it, so it is never mixed into an older text.
  const isTheirs = fresh.origin !== "dictated" && isOfferedBy(namesake, by.client);
  if (isTheirs && namesake.standing.standing === "inferred") return replace(workspace, namesake, fresh);
  const { id } = namesake.file;
  return create(workspace, { root, draft: { ...fresh, supersedes: id }, near: [] });
}

function findNear(workspace: Workspace, root: OpenRoot, { name, tags }: Draft): LoadedMemory[] {
  const { shown } = findMemories(workspace, {
    roots: [root],
    prompt: [name, ...tags].join(" "),
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    abstains: false,
    limit: NEAR_MAX,
  });
  return shown.map(({ loaded }) => loaded);
}

function isNamesake({ file, memory }: LoadedMemory, { type, name }: Draft): boolean {
  if (memory === null || memory.type !== type) return false;
  return file.id === deriveId(type, name) || memory.name.toLowerCase() === name.toLowerCase();
}

type Creation = {
  readonly root: OpenRoot;
  readonly draft: Draft;
  readonly near: readonly LoadedMemory[];
};

async function create(workspace: Workspace, { root, draft, near }: Creation): Promise<OfferOutcome> {
  const { supersedes } = draft;
  const id = supersedes === null ? null : nameProposal(supersedes, draft);
  const saved = await saveMemory(workspace, { root, draft, id });
  if (saved.kind === "unchanged")
    return { kind: "unchanged", id: saved.id, why: saved.why, ...NOTHING_MORE, supersedes };
  const known = near.flatMap(({ file, memory }) => (memory === null ? [] : [describe(file.id, memory)]));
  return {
    kind: supersedes === null ? "created" : "proposed",
    id: saved.id,
    supersedes,
    why: supersedes === null ? "it is new" : `${supersedes} has this title and stays as it is`,
    flags: saved.judgement.flags,
    similar: findCandidates(draft, known)
      .slice(0, SIMILAR_MAX)
      .map((each) => each.known.id),
  };
}

function describe(id: string, { type, category, name, tags }: Memory) {
  return { id, type, category, name, tags };
}

async function replace(workspace: Workspace, target: LoadedMemory, draft: Draft): Promise<OfferOutcome> {
  const { name, description, category, tags, relatedFiles, body } = draft;
  const update = { name, description, category, tags, relatedFiles, body, isWhole: false };
  const outcome = await updateMemory(workspace, target, { update, ifDigest: target.digest });
  const { kind, id } = outcome;
  switch (kind) {
    case "updated":
      return { kind, id, ...NOTHING_MORE, why: "it has this title already", flags: outcome.judgement.flags };
    case "proposed":
      return {
        kind,
        id,
        ...NOTHING_MORE,
        why: `a person approved ${target.file.id}`,
        supersedes: target.file.id,
      };
    case "unchanged":
      return { kind, id, ...NOTHING_MORE, why: outcome.why };
  }
}
