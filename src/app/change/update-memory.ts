// Update. A person's change is approved by being signed; a machine's is inferred and only ever touches what nobody
// approved. On an approved memory it becomes a new inferred one that says what it would replace.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { rewriteFile, type Update } from "../../memory/file/merge-update.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import type { FrontmatterChanges } from "../../memory/file/rewrite-frontmatter.ts";
import { renderDay, renderInstant } from "../../memory/instant.ts";
import { applyTransition } from "../../memory/law/transitions.ts";
import type { Memory } from "../../memory/memory.ts";
import { refuseOtherDigest, reload } from "../memories/find-memory.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { circumstancesOf, subjectOf } from "../memories/subject-of.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import { type Judgement, judgeText } from "./judge-text.ts";
import { proposeChange } from "./propose-change.ts";
import { refuseHardFails } from "./refuse-hard-fails.ts";
import { findRemovedTwin } from "./removed.ts";
import { rewriteFor } from "./rewrite-for.ts";
import { sanitizeUpdate } from "./sanitize-update.ts";
import { type Confirm, showingOf } from "./showing.ts";

export type UpdateOutcome =
  | { readonly kind: "updated"; readonly id: string; readonly digest: string; readonly judgement: Judgement }
  | { readonly kind: "unchanged"; readonly id: string; readonly why: string }
  /** A person approved the target: here is a new memory instead. */
  | { readonly kind: "proposed"; readonly id: string; readonly supersedes: string };

export type UpdateRequest = {
  readonly update: Update;
  readonly ifDigest: string | null;
  /** The memory stays as it is, even where nobody approved it. */
  readonly proposesOnly?: boolean;
  /** Asked before a person's change is signed. */
  readonly confirm?: Confirm;
};

export async function updateMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { update: given, ifDigest, proposesOnly = false, confirm }: UpdateRequest,
): Promise<UpdateOutcome> {
  refuseOtherDigest(target, ifDigest);
  const update = sanitizeUpdate(given);
  const law = applyTransition("edit", subjectOf(target), circumstancesOf(workspace, null));
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
  const text = renderUpdate(workspace, target, update);
  const { id } = target.file;
  if (text === target.text) return { kind: "unchanged", id, why: `${id} says this already` };
  if (law.kind === "request" || proposesOnly) return propose(workspace, target, text);
  const person = actorOf(workspace) === "person";
  const judgement = await judgeText(workspace, `${target.file.id}.md`, { text, redactionCounts: person });
  refuseHardFails(judgement);
  const memory = parseRendered(text);
  const digest = digestMemory(memory);
  if (person) await confirm?.(showingOf(workspace, target, { memory, digest, text, judgement }));
  return withLock(target.root, () => {
    const current = reload(workspace, target, ifDigest);
    const twin = person ? null : findRemovedTwin(workspace, target.root, { ...memory, digest });
    if (twin !== null) return { kind: "unchanged", id, why: `you removed this (${twin.id})` };
    store(workspace, current, { text, digest, flags: judgement.flags });
    return { kind: "updated", id, digest, judgement };
  });
}

function renderUpdate(workspace: Workspace, target: LoadedMemory, update: Update): string {
  const changed = rewriteFor(target, update);
  if (changed === null) throw new CredenceError("INVALID_MEMORY", `${target.file.id} is broken`);
  if (changed === target.text) return changed;
  return rewriteFile(changed, marksOf(workspace), null) ?? changed;
}

/** What a changed text says of the change: a person's own words are verified by being theirs. */
export function marksOf(workspace: Workspace): FrontmatterChanges {
  const person = actorOf(workspace) === "person";
  return {
    "updated-at": renderInstant(workspace.now),
    ...(person ? { "trust-level": "verified", "last-verified": renderDay(workspace.now) } : {}),
  };
}

type Signing = { readonly text: string; readonly digest: string; readonly flags: readonly string[] };

function store(workspace: Workspace, target: LoadedMemory, { text, digest, flags }: Signing): void {
  const actor = actorOf(workspace);
  const { root, file, input } = target;
  const key = workspace.keys.person ?? workspace.keys.machine;
  const statement = {
    act: actor === "person" ? "approve" : "wrote",
    digest,
    acknowledged: actor === "person" ? flags : [],
  } as const;
  commitChanges(workspace, root, {
    record: { command: "update", id: file.id, actor, digest },
    changes: [
      attest(workspace, { key, input }, statement),
      { kind: "write", path: `${file.directory}/${file.id}.md`, text },
    ],
  });
}

function parseRendered(text: string): Memory {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") throw new CredenceError("INTERNAL", "a text that validates does not parse");
  return parsed.memory;
}

async function propose(workspace: Workspace, target: LoadedMemory, text: string): Promise<UpdateOutcome> {
  const saved = await proposeChange(workspace, target, text);
  if (saved.kind === "unchanged") return saved;
  return { kind: "proposed", id: saved.id, supersedes: target.file.id };
}
