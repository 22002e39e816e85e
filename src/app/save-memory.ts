// Create. Sanitize → validate → lock → look → write, attest and journal together. What a machine writes is inferred; only
// a person's own write is verified. Fails closed: a secret, a broken text or a missing lock stores nothing.

import { digestMemory } from "../memory/digest.ts";
import { type Draft, deriveId, renderDraft, sanitizeDraft } from "../memory/draft.ts";
import { CredenceError } from "../memory/errors.ts";
import { isPlausible, parseInstant } from "../memory/instant.ts";
import type { Standing } from "../memory/memory.ts";
import { parseMemory } from "../memory/parse-memory.ts";
import { decideProposal } from "../memory/proposal.ts";
import { computeStanding } from "../memory/standing.ts";
import { initialTier } from "../memory/transitions.ts";
import { findFile } from "../store/memory-files.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import { countCreation } from "./daily-limit.ts";
import { findRemoved } from "./find-removed.ts";
import { type Judgement, judgeText } from "./judge-text.ts";
import { gatherStatements, type LoadedMemory, loadMemory } from "./load-memory.ts";
import { refuseHardFails } from "./refuse-hard-fails.ts";
import { retainSummaries } from "./retain-summaries.ts";
import { actorOf, type OpenRoot, type Workspace } from "./workspace.ts";

export type SaveRequest = {
  readonly root: OpenRoot;
  readonly draft: Draft;
  /** Chosen by the caller; else made from the name. */
  readonly id: string | null;
};

export type SaveOutcome =
  | { readonly kind: "created"; readonly id: string; readonly path: string; readonly judgement: Judgement }
  | { readonly kind: "unchanged"; readonly id: string; readonly why: string };

const RESURRECTION_MS = 24 * 3_600_000;

export async function saveMemory(workspace: Workspace, request: SaveRequest): Promise<SaveOutcome> {
  const draft = sanitizeDraft(request.draft);
  const id = request.id ?? deriveId(draft.type, draft.name);
  const actor = actorOf(workspace);
  const text = renderDraft(draft, {
    tier: initialTier(actor),
    now: workspace.now,
    machine: workspace.machineName,
  });
  const judgement = await judgeText(workspace, `${id}.md`, { text, redactionCounts: actor === "person" });
  refuseHardFails(judgement);
  refuseName(judgement);
  return withLock(request.root, () => store(workspace, request.root, { id, text, judgement }));
}

type Ready = { readonly id: string; readonly text: string; readonly judgement: Judgement };

function store(workspace: Workspace, root: OpenRoot, { id, text, judgement }: Ready): SaveOutcome {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") throw new CredenceError("INTERNAL", "a text that validates does not parse");
  const digest = digestMemory(parsed.memory);
  const why = findVeto(workspace, root, { id, memory: parsed.memory, digest });
  if (why !== null) return { kind: "unchanged", id, why };
  const actor = actorOf(workspace);
  const { tier, status } = parsed.memory;
  const input = gatherStatements(workspace, root, {
    id,
    remembered: null,
    file: { digest, tier, status, directory: "memories" },
  });
  if (actor !== "person") {
    refuseIfNegated(computeStanding(input).standing, id);
    countCreation(workspace, root);
  }
  const key = workspace.keys.person ?? workspace.keys.machine;
  const statement = {
    act: actor === "person" ? "approve" : "wrote",
    digest,
    acknowledged: actor === "person" ? judgement.flags : [],
  } as const;
  const path = `memories/${id}.md`;
  commitChanges(workspace, root, {
    record: { command: "save", id, actor, digest },
    changes: [
      attest(workspace, { key, input }, statement),
      { kind: "write", path, text },
      ...(parsed.memory.category === "session_summary" ? retainSummaries(workspace, root) : []),
    ],
  });
  return { kind: "created", id, path: `${root.shown}${path}`, judgement };
}

/** A machine's word lifts nothing: what it wrote under a retired or lowered id would never be used. */
export function refuseIfNegated(standing: Standing, id: string): void {
  if (standing !== "retired" && standing !== "quarantined") return;
  throw new CredenceError(
    "WRONG_STANDING",
    `${id} was ${standing} before`,
    "use another id, or let a person bring it back",
  );
}

type Wanted = {
  readonly id: string;
  readonly memory: NonNullable<LoadedMemory["memory"]>;
  readonly digest: string;
};

/** Null when nothing stands in the way; a sentence when there is nothing to do; a refusal when the id is taken. */
function findVeto(workspace: Workspace, root: OpenRoot, { id, memory, digest }: Wanted): string | null {
  // What lies in the archive does not take the id: below it counts as removed.
  const existing = findFile(root.path, id) === null ? null : loadMemory(workspace, root, id);
  if (existing !== null) return judgeExisting(workspace, existing, digest);
  const removed = findRemoved(workspace, root, { ...memory, digest });
  // A person may write what is like something they removed; nobody may write the same text again unasked.
  const known = actorOf(workspace) === "person" ? removed.filter((each) => each.digest === digest) : removed;
  const outcome = decideProposal({ ...memory, digest, ends: false }, known);
  return outcome.kind === "no-op" ? outcome.why : null;
}

function judgeExisting(workspace: Workspace, existing: LoadedMemory, digest: string): string | null {
  const { file, standing, memory } = existing;
  if (standing.standing === "quarantined") return `you removed this (${file.id} is in quarantine)`;
  const retiredAt = memory?.retiredAt ? parseInstant(memory.retiredAt) : null;
  if (memory?.status === "retired" && retiredAt !== null && isPlausible(retiredAt, workspace.now)) {
    if (workspace.now - retiredAt < RESURRECTION_MS) {
      throw new CredenceError("RETIRED_RECENTLY", `${file.id} was retired at ${memory.retiredAt}`);
    }
  }
  if (existing.digest === digest && memory?.status !== "retired")
    return `${file.id} says exactly this already`;
  const how = memory?.status === "retired" ? "is retired" : "says something else";
  throw new CredenceError("EXISTS", `${file.id} exists and ${how}`);
}

/** A file that is there already may have an odd name; a new one may not. */
function refuseName({ structure }: Judgement): void {
  const name = structure.findings.find(({ rule }) => rule === "file-name" || rule === "prefix-type");
  if (name !== undefined) throw new CredenceError("INVALID_MEMORY", name.message, "choose another --id");
}
