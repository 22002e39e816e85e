// A memory as an answer. Attack: an agent lists or shows what nobody vouched for, to read it past recall. Without a person
// at the terminal a quarantined or foreign memory is its id, its reason and its dates, and not one byte more.

import { CredenceError } from "../../memory/errors.ts";
import { selectEvidence, vouchesFor } from "../../memory/law/evidence.ts";
import type { StandingInput } from "../../memory/law/standing.ts";
import {
  type Category,
  type MemoryType,
  type Origin,
  parseMemoryId,
  type Scope,
  type Standing,
  type Status,
  type Tier,
} from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { askEach, requireRoot, type Workspace } from "../workspace/workspace.ts";
import { isDictated, type SignedDates, signedDates } from "./law.ts";
import { type LoadedMemory, loadMemory, pathShown } from "./load-memory.ts";

/** The pinned JSON shape; absent fields are null, lists empty. */
export type DescribedMemory = {
  readonly id: string;
  readonly scope: Scope;
  readonly path: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly tier: Tier | null;
  readonly standing: Standing;
  readonly reason: string;
  readonly status: Status | null;
  readonly createdAt: string | null;
  readonly lastVerified: string | null;
  readonly origin: Origin | null;
  readonly taint: readonly string[];
  readonly digest: string | null;
  readonly body: string | null;
};

export function describeMemory(workspace: Workspace, loaded: LoadedMemory): DescribedMemory {
  const { root, file, standing } = loaded;
  const isPerson = workspace.presence.kind === "person";
  const open = isWithheld(workspace, loaded) ? null : loaded.memory;
  // What a person marked as a secret is for people, too.
  const shown = open === null || isPerson ? open : hideRedactedIn(open);
  return {
    id: file.id,
    scope: root.scope,
    path: pathShown(loaded),
    name: shown?.name ?? null,
    description: shown?.description ?? null,
    type: shown?.type ?? null,
    category: shown?.category ?? null,
    tags: shown?.tags ?? [],
    tier: shown?.tier ?? null,
    standing: standing.standing,
    reason: standing.reason,
    status: shown?.status ?? null,
    // The digest covers neither dates, origin nor taint, so anybody can have written them: they are for people.
    ...(isPerson ? datesOf(loaded) : signedDates(loaded, workspace.now)),
    origin: isPerson || shown?.origin !== "dictated" || isDictated(loaded) ? (shown?.origin ?? null) : null,
    taint: isPerson ? (shown?.taint ?? []) : [],
    digest: shown === null ? null : loaded.digest,
    body: shown?.body ?? null,
  };
}

function datesOf({ memory }: LoadedMemory): SignedDates {
  return { createdAt: memory?.createdAt ?? null, lastVerified: memory?.lastVerified ?? null };
}

function isWithheld({ presence }: Workspace, { standing, input }: LoadedMemory): boolean {
  if (presence.kind === "person") return false;
  switch (standing.standing) {
    case "verified":
    case "inferred":
      return false;
    case "retired":
      return !isVouchedFor(input);
    case "quarantined":
    case "foreign":
      return true;
  }
}

/** Retired says nothing about who wrote it: a foreign file can say so of itself, and a retired one can be changed. */
function isVouchedFor(input: StandingInput): boolean {
  if (input.rootWaits) return false;
  return selectEvidence(input).present.some((each) => vouchesFor(each, input));
}

// Whole memories by their ids. What is withheld from whoever asks is its id, its reason and its dates (describe-memory.ts).

export type GotMemories = {
  /** In the order asked for; an id that is in both scopes gives two. */
  readonly memories: readonly DescribedMemory[];
  readonly missing: readonly string[];
};

export function getMemories(
  workspace: Workspace,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope | null },
): GotMemories {
  requireRoot(workspace);
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const memories: DescribedMemory[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids.map(readId))) {
    const found = askEach(workspace, roots, (root) => loadMemory(workspace, root, id)).filter(
      (each) => each !== null,
    );
    memories.push(...found.map((each) => describeMemory(workspace, each)));
    if (found.length === 0) missing.push(id);
  }
  return { memories, missing };
}

/** An invalid id is not repeated: it can be any text, as long as a message. */
function readId(given: string, place: number): string {
  const id = parseMemoryId(given);
  if (id !== null) return id;
  throw new CredenceError("NOT_FOUND", `number ${place + 1} of the ids is not the id of a memory`);
}
