// A model offers a memory. It becomes an inferred memory, a change of one that the same model wrote, a proposal next
// to one that it did not write, or nothing if the same is known already. Only the same title makes it the same memory:
// one that is merely similar, or only has the same id, is stored separately, because replacing it would lose text that
// nobody has read.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, idsOf, isNamesake, sanitizeDraft } from "../../memory/file/draft.ts";
import { contentUpdate, type Update } from "../../memory/file/merge-update.ts";
import { findCandidates } from "../../memory/law/proposal.ts";
import { SESSION_CHARS_MAX } from "../../memory/limits.ts";
import type { Memory, Scope } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { WITHHELD } from "../../memory/wording.ts";
import type { IndexRow } from "../../search/row.ts";
import { addNearest } from "../../search/strategies/add-nearest.ts";
import { findMemory } from "../memories/find-memory.ts";
import { isRecallable, type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { findMemories } from "../recall/find-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Judgement } from "./judge-text.ts";
import { saveMemory } from "./save-memory.ts";
import { nameProposal, type UpdateOutcome, updateMemory } from "./update-memory.ts";

export type Offer = {
  readonly root: OpenRoot;
  readonly draft: Omit<Draft, "session" | "confidence" | "supersedes">;
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
  readonly findings: Judgement["injection"]["findings"];
  /** Memories here that may be about the same. */
  readonly similar: readonly string[];
};

/** So many of the best matches are looked at; of those that are neither the same nor similar no file is read. */
const NEAR_MAX = 20;
const SIMILAR_MAX = 3;
const NOTHING_MORE = { supersedes: null, flags: [], findings: [], similar: [] } as const;

export async function offerMemory(workspace: Workspace, { root, draft, by }: Offer): Promise<OfferOutcome> {
  const session = markOffered(by);
  const fresh = sanitizeDraft({ ...draft, session, confidence: null, supersedes: null });
  const near = await findNear(workspace, root, fresh);
  const digest = digestMemory(fresh);
  const same = near.find((each) => each.digest === digest)?.file.id;
  if (same !== undefined)
    return { kind: "unchanged", id: same, why: `${same} already says exactly this`, ...NOTHING_MORE };
  const namesake = near.find(({ memory }) => isNamesake(memory, fresh));
  if (namesake === undefined) {
    const { plain, hashed } = idsOf(fresh);
    const isTaken = near.some(({ file }) => file.id === plain);
    return create(workspace, { root, draft: fresh, id: isTaken ? hashed : null, near });
  }
  // What a person dictated waits for their yes as they said it, so it is never mixed into an older text.
  const isTheirs = fresh.origin !== "dictated" && isOfferedBy(namesake, by.client);
  if (isTheirs && namesake.standing.standing === "inferred") return replace(workspace, namesake, fresh);
  const proposal = { ...fresh, supersedes: namesake.file.id };
  return create(workspace, { root, draft: proposal, id: nameProposal(namesake.file.id, fresh), near: [] });
}

/**
 * What a search finds, and what has the ids: there are titles that no search finds. What is withheld is not among them, and
 * so keeps its id whatever its title is: an answer that depended on the title would tell it.
 */
async function findNear(workspace: Workspace, root: OpenRoot, draft: Draft): Promise<LoadedMemory[]> {
  const found = await searchNear(workspace, root, draft);
  const { plain, hashed } = idsOf(draft);
  const missed = [plain, hashed].filter((id) => !found.some(({ file }) => file.id === id));
  const held = missed.flatMap((id) => loadMemory(workspace, root, id) ?? []);
  return [...found, ...held.filter(isRecallable)];
}

async function searchNear(workspace: Workspace, root: OpenRoot, draft: Draft): Promise<LoadedMemory[]> {
  const { name, tags } = draft;
  const digest = digestMemory(draft);
  const { shown } = await findMemories(workspace, {
    roots: [root],
    prompt: [name, ...tags].join(" "),
    strategy: workspace.config.config["retrieval.match_strategy"],
    filter: {},
    abstains: false,
    isWaited: true,
    addNearest,
    limit: NEAR_MAX,
    pick: (best) => [
      ...best.filter((row) => row.digest === digest || isNamesake(row, draft)),
      ...findSimilar(draft, best),
    ],
  });
  return shown.map(({ loaded }) => loaded);
}

type Creation = {
  readonly root: OpenRoot;
  readonly draft: Draft;
  /** Null: made from the title. */
  readonly id: string | null;
  readonly near: readonly LoadedMemory[];
};

async function create(workspace: Workspace, { root, draft, id, near }: Creation): Promise<OfferOutcome> {
  const { supersedes } = draft;
  const saved = await saveMemory(workspace, { root, draft, id });
  if (saved.kind === "unchanged")
    return { kind: "unchanged", id: saved.id, why: saved.why, ...NOTHING_MORE, supersedes };
  const known = near.flatMap(({ file, memory }) => (memory === null ? [] : [describe(file.id, memory)]));
  return {
    kind: supersedes === null ? "created" : "proposed",
    id: saved.id,
    supersedes,
    why: supersedes === null ? "it is new" : `${supersedes} has this title and stays as it is`,
    ...flagsOf(saved.judgement),
    similar: findSimilar(draft, known).map((each) => each.id),
  };
}

type Row = Pick<IndexRow, "id" | "type" | "category" | "name" | "tags">;

function findSimilar<Each extends Row>(draft: Draft, known: readonly Each[]): Each[] {
  const typed = known.flatMap((each) => (each.type === null ? [] : [{ ...each, type: each.type, each }]));
  return findCandidates(draft, typed)
    .slice(0, SIMILAR_MAX)
    .map(({ known: { each } }) => each);
}

function flagsOf({ flags, injection }: Judgement): Pick<OfferOutcome, "flags" | "findings"> {
  return { flags, findings: injection.findings };
}

function describe(id: string, { type, category, name, tags }: Memory) {
  return { id, type, category, name, tags };
}

async function replace(workspace: Workspace, target: LoadedMemory, draft: Draft): Promise<OfferOutcome> {
  const update = { ...contentUpdate(draft), isWhole: false };
  const outcome = await updateMemory(workspace, target, { update, ifDigest: target.digest });
  const { kind, id } = outcome;
  const supersedes = target.file.id;
  switch (kind) {
    case "updated":
      return { kind, id, ...NOTHING_MORE, why: "it has this title already", ...flagsOf(outcome.judgement) };
    case "proposed": {
      const why = outcome.judgement.isStrong
        ? `the new text is ${WITHHELD}, so ${supersedes} stays unchanged`
        : `a person approved ${supersedes}`;
      return { kind, id, ...NOTHING_MORE, why, supersedes, ...flagsOf(outcome.judgement) };
    }
    case "unchanged":
      return { kind, id, ...NOTHING_MORE, why: outcome.why };
  }
}

// A model changes a memory. One that the same program offered, and that nobody approved, changes; beside any other one that is
// in use the change becomes a proposal, and the memory stays byte for byte.

export type OfferedChange = {
  readonly id: string;
  /** Needed where both scopes have the id. */
  readonly scope: Scope | null;
  readonly update: Omit<Update, "isWhole">;
  readonly ifDigest: string | null;
  readonly client: string;
};

export async function changeOffered(workspace: Workspace, change: OfferedChange): Promise<UpdateOutcome> {
  const { id, scope, update, ifDigest, client } = change;
  const isEmpty = Object.values(update).every(
    (each) => each === null || (Array.isArray(each) && each.length === 0),
  );
  if (isEmpty) throw new CredenceError("USAGE", "there is nothing to change", "give a body, a name or tags");
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const target = findMemory({ ...workspace, roots }, id);
  const proposesOnly = !isOfferedBy(target, client);
  return updateMemory(workspace, target, { update: { ...update, isWhole: false }, ifDigest, proposesOnly });
}

// The program that a memory came from, when it was offered over MCP. It is in the file, outside the digest, so anybody
// who can write the file can change it: it decides between changing an inferred memory and proposing a change of it,
// never about trust.

type Offerer = {
  /** The client's own name for itself. */
  readonly client: string;
  /** The client's name of its session, where it tells. */
  readonly session: string | null;
};

const CLIENT_CHARS_MAX = 40;

/** An MCP client by its own name for itself, as its memories bear it. */
function markClient(client: string): string {
  const name = client.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, CLIENT_CHARS_MAX);
  return `mcp/${name === "" ? "unknown" : name}`;
}

/** As `session` in the file. */
function markOffered({ client, session }: Offerer): string {
  const mark = markClient(client);
  return sanitizeLine(session === null ? mark : `${mark}/${session}`, SESSION_CHARS_MAX);
}

function isOfferedBy({ memory }: LoadedMemory, client: string): boolean {
  const mark = markClient(client);
  return memory?.session === mark || memory?.session?.startsWith(`${mark}/`) === true;
}
