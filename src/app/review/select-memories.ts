// Resolves which memories a command is about: the named ones, or those that match a filter among the waiting and observed
// ones. Names are resolved once, before anything is done.

import { CredenceError } from "../../memory/errors.ts";
import { type Instant, parseInstant } from "../../memory/instant.ts";
import { isNegative } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import type { MemoryType } from "../../memory/memory.ts";
import { findByName } from "../memories/find-by-name.ts";
import { findSigner } from "../memories/known-signers.ts";
import { signedDates } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { reviewQueue } from "./queue.ts";

export type Filter = {
  readonly tag: string | null;
  readonly type: MemoryType | null;
  /** Words that the title, the description or the text contains, all of them. */
  readonly query: string | null;
  /** Written before this instant. */
  readonly before: Instant | null;
  /** The petname of the signer. */
  readonly by: string | null;
};

export type Unmeant = { readonly given: string; readonly error: CredenceError };

export type Selection = {
  /** Without duplicates. */
  readonly targets: readonly LoadedMemory[];
  /** Names that match no memory, or more than one. */
  readonly unmeant: readonly Unmeant[];
};

export async function selectMemories(
  workspace: Workspace,
  names: readonly string[],
  filter: Filter | null,
): Promise<Selection> {
  const found = new Map<string, LoadedMemory>();
  const unmeant: Unmeant[] = [];
  const add = (target: LoadedMemory): void => void found.set(target.file.path, target);
  for (const given of names) {
    try {
      add(findByName(workspace, given));
    } catch (error) {
      if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
      unmeant.push({ given, error });
    }
  }
  if (names.length === 0) for (const target of await listOpen(workspace)) add(target);
  const targets = [...found.values()];
  return { targets: filter === null ? targets : targets.filter(createFit(workspace, filter)), unmeant };
}

/** The memories that a filter selects from. Settled memories must be named. */
async function listOpen(workspace: Workspace): Promise<LoadedMemory[]> {
  const queues = [await reviewQueue(workspace), await reviewQueue(workspace, { observing: true })];
  return queues.flat().map(({ target }) => target);
}

function createFit(workspace: Workspace, filter: Filter): (target: LoadedMemory) => boolean {
  const { tag, type, before } = filter;
  const words = (filter.query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const by = filter.by === null ? null : fold(filter.by);
  if (by !== null) refuseNobody(workspace, by, filter.by ?? "");
  return (target) => {
    const { memory } = target;
    const text = [memory?.name, memory?.description, memory?.body].join("\n").toLowerCase();
    return (
      (tag === null || memory?.tags.includes(tag) === true) &&
      (type === null || memory?.type === type) &&
      (before === null || writtenAt(workspace, target) < before) &&
      (by === null || listSignerNames(workspace, target).includes(by)) &&
      words.every((word) => text.includes(word))
    );
  };
}

/** From the signed dates, or else from the file; a memory without a date counts as new. */
function writtenAt({ now }: Workspace, target: LoadedMemory): Instant {
  return parseInstant(signedDates(target, now).createdAt ?? target.memory?.createdAt ?? "") ?? now;
}

function listSignerNames(workspace: Workspace, { root, input }: LoadedMemory): string[] {
  return gather(input)
    .counted.filter((said) => !isNegative(said))
    .flatMap(({ signer }) => findSigner(workspace, root, signer)?.petname ?? [])
    .map(fold);
}

function refuseNobody({ signers }: Workspace, by: string, given: string): void {
  if (signers.some(({ petname }) => fold(petname) === by)) return;
  throw new CredenceError("NOT_FOUND", `nobody here is called ${given}`, "credence trust list has the names");
}

/** People type a petname from memory, so case and articles are ignored. */
function fold(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^this /, "");
}
