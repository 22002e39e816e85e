// From what a caller typed to one memory. An id that is in both scopes is two memories: the caller says which.

import { CredenceError } from "../../memory/errors.ts";
import { gather } from "../../memory/law/sets/gather.ts";

import { parseMemoryId, type Scope } from "../../memory/memory.ts";
import { actorOf, askEach, requireRoot, type Workspace } from "../workspace/workspace.ts";
import { refuseOtherDigest } from "./law.ts";
import { type LoadedMemory, loadMemory } from "./load-memory.ts";

/** `outside` is the scope where it is not looked for, unless it is nowhere else: where a move goes to. */
export function findMemory(workspace: Workspace, given: string, outside: Scope | null = null): LoadedMemory {
  const id = parseMemoryId(given);
  if (id === null) throw new CredenceError("NOT_FOUND", `${given} is not the id of a memory`);
  requireRoot(workspace);
  const all = askEach(workspace, workspace.roots, (root) => loadMemory(workspace, root, id)).filter(
    (loaded) => loaded !== null,
  );
  const elsewhere = all.filter(({ root }) => root.scope !== outside);
  const found = elsewhere.length === 0 ? all : elsewhere;
  const [first] = found;
  if (first === undefined) throw new CredenceError("NOT_FOUND", `there is no memory ${id}`);
  if (found.length > 1) throw inSeveral(id, found);
  return first;
}

function inSeveral(id: string, found: readonly LoadedMemory[]): CredenceError {
  if (new Set(found.map(({ root }) => root.scope)).size > 1)
    return new CredenceError("NOT_FOUND", `${id} is in both scopes`, "add --scope project or --scope user");
  const given = found.map(({ root }) => `--root ${root.shown}`).join(" or ");
  return new CredenceError("NOT_FOUND", `${id} is in two roots of this project`, `add ${given}`);
}

/**
 * Reads it again under the lock; what the caller decided on must still be there. A person decided on what was said about
 * it, too: a lowering that arrived since they looked would be lifted unseen.
 */
export function reload(workspace: Workspace, seen: LoadedMemory, ifDigest: string | null): LoadedMemory {
  const now = loadMemory(workspace, seen.root, seen.file.id);
  if (now === null) throw new CredenceError("NOT_FOUND", `${seen.file.id} no longer exists`);
  refuseOtherDigest(now, ifDigest);
  const difference = findDifference(workspace, seen, now);
  if (difference !== null) throw new CredenceError("OCC_CONFLICT", difference);
  return now;
}

/** @returns null when it is what the caller decided on. */
export function findDifference(workspace: Workspace, seen: LoadedMemory, now: LoadedMemory): string | null {
  const { id } = seen.file;
  if (now.text !== seen.text || now.file.path !== seen.file.path) {
    return `${id} was just changed by another process`;
  }
  if (actorOf(workspace) === "person" && nameStatements(now) !== nameStatements(seen)) {
    return `a statement about ${id} was just added`;
  }
  return null;
}

function nameStatements({ input }: LoadedMemory): string {
  return gather(input)
    .counted.map(({ hash }) => hash)
    .join(" ");
}
