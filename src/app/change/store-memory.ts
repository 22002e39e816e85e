// A new text, judged and ready, becomes one operation on a root, or a reason why there is nothing to do. The caller holds
// the root's lock. Fails closed: what a person removed stays removed, and nothing is ever overwritten.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { isPlausible, parseInstant } from "../../memory/instant.ts";
import { computeStanding, type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import type { Actor } from "../../memory/law/transitions.ts";
import type { Memory, Standing } from "../../memory/memory.ts";
import { findFile } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { gatherStatements, type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { attest, type Operation } from "./change-root.ts";
import { countCreation } from "./daily-limit.ts";
import type { Judgement } from "./judge-text.ts";
import { type RemovedFinder, vetoRemoved } from "./removed.ts";

export type NewMemory = {
  readonly id: string;
  readonly text: string;
  readonly judgement: Judgement;
  /** Who vouches for it: a person's word approves it, a machine's says that it was written here. */
  readonly actor: Actor;
  /** The command, for the journal. */
  readonly command: string;
  /** Counts among what may be created in a day without a person. */
  readonly counts: boolean;
};

export type Creation =
  | { readonly kind: "operation"; readonly operation: Operation; readonly memory: Memory }
  | ({ readonly kind: "unchanged" } & Veto);

/** Why there is nothing to do. */
export type Veto = {
  readonly why: string;
  /** A person took it out of use. Otherwise it is simply here already. */
  readonly removed: boolean;
};

export function planCreation(
  workspace: Workspace,
  root: OpenRoot,
  { fresh, findRemoved }: { readonly fresh: NewMemory; readonly findRemoved: RemovedFinder },
): Creation {
  const { id, text, actor } = fresh;
  const memory = parseFresh(text);
  const digest = digestMemory(memory);
  const veto = findVeto(workspace, root, { id, memory, digest, actor, findRemoved });
  if (veto !== null) return { kind: "unchanged", ...veto };
  const { tier, status } = memory;
  const input = gatherStatements(workspace, root, {
    id,
    remembered: null,
    file: { digest, tier, status: "active", directory: "memories" },
  });
  if (actor !== "person") refuseIfDecided(input);
  if (fresh.counts) countCreation(workspace, root);
  const key = (actor === "person" ? workspace.keys.person : null) ?? workspace.keys.machine;
  const statement = {
    act: actor === "person" ? "approve" : "wrote",
    digest,
    acknowledged: actor === "person" ? fresh.judgement.flags : [],
  } as const;
  const changes: Change[] = [
    attest(workspace, { key, input }, statement),
    // Signed too, so that taking one line out of the file does not bring it into use.
    ...(status === "retired" ? [attest(workspace, { key, input }, { act: "retire", digest })] : []),
    { kind: "write", path: `memories/${id}.md`, text },
  ];
  const record = { command: fresh.command, id, actor, digest };
  return { kind: "operation", operation: { record, changes }, memory };
}

function parseFresh(text: string): Memory {
  const parsed = parseMemory(text);
  if (parsed.kind === "broken") throw new CredenceError("INTERNAL", "a text that validates does not parse");
  return parsed.memory;
}

/** An id is free for a machine where no person has decided about it: not against it, and not for another text. */
export function refuseIfDecided(input: StandingInput): void {
  const { id } = input.place;
  refuseIfNegated(computeStanding(input).standing, id);
  // Even where the text is the approved one: the file would record as inferred what a person verified.
  if (wasEverApproved(input)) throw new CredenceError("ALREADY_APPROVED", `a person approved ${id}`);
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
  readonly memory: Memory;
  readonly digest: string;
  readonly actor: Actor;
  readonly findRemoved: RemovedFinder;
};

const RESURRECTION_MS = 24 * 3_600_000;

/** Null when nothing stands in the way; a veto when there is nothing to do; a refusal when the id is taken. */
function findVeto(workspace: Workspace, root: OpenRoot, wanted: Wanted): Veto | null {
  const { id, memory, digest, actor, findRemoved } = wanted;
  // What lies in the archive does not take the id: below it counts as removed.
  const existing = findFile(root.path, id) === null ? null : loadMemory(workspace, root, id);
  if (existing !== null) return judgeExisting(workspace, existing, { digest, status: memory.status });
  return vetoRemoved({ ...memory, digest }, { actor, findRemoved });
}

function judgeExisting(
  workspace: Workspace,
  existing: LoadedMemory,
  { digest, status }: { readonly digest: string; readonly status: Memory["status"] },
): Veto | null {
  const { file, standing, memory } = existing;
  if (standing.standing === "quarantined") {
    return { why: `you removed this (${file.id} is in quarantine)`, removed: true };
  }
  const isSame = existing.digest === digest;
  if (isSame && memory?.status === "retired" && status === "retired") {
    return { why: `${file.id} is here, retired`, removed: false };
  }
  const retiredAt = memory?.retiredAt ? parseInstant(memory.retiredAt) : null;
  if (memory?.status === "retired" && retiredAt !== null && isPlausible(retiredAt, workspace.now)) {
    if (workspace.now - retiredAt < RESURRECTION_MS) {
      throw new CredenceError("RETIRED_RECENTLY", `${file.id} was retired at ${memory.retiredAt}`);
    }
  }
  if (isSame && memory?.status !== "retired") {
    return { why: `${file.id} says exactly this already`, removed: false };
  }
  const how = memory?.status === "retired" ? "is retired" : "says something else";
  throw new CredenceError("EXISTS", `${file.id} exists and ${how}`);
}
