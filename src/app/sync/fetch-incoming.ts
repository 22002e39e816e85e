// Brings what a remote has into a quarantine of its own, which borrows from the store and is deleted unless everything in it that
// counts was looked at.

import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import {
  adoptPacks,
  countObjects,
  isAncestor,
  makeQuarantine,
  readIncoming as readHead,
} from "../../git/object-store.ts";
import { GitFailure, type Plumbing } from "../../git/plumbing.ts";
import { askRemote, fetchInto, type Remote, type TransportFailure } from "../../git/transport.ts";
import { diffTrees } from "../../git/trees.ts";
import { CredenceError } from "../../memory/errors.ts";
import { ROOT_FILES_MAX } from "../../memory/limits.ts";
import { temporaryBeside } from "../../store/durable.ts";
import { countMemories } from "../../store/memory-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type Incoming, NOTHING_INCOMING, readIncoming } from "./incoming.ts";
import { mayEnter, parsePath } from "./synced-paths.ts";

export type Rewrite = {
  /** Paths that the remote had when both last met, and has not any more. */
  readonly vanished: readonly string[];
  /** Paths that it has now, and had not then. */
  readonly returning: readonly string[];
};

export type Fetched = {
  /** What both had in common: null where they never met, or where the remote begins anew. */
  readonly base: string | null;
  readonly incoming: Incoming;
  readonly rewrite: Rewrite | null;
};

export type Fetching = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly store: Plumbing;
  readonly base: string | null;
  readonly remote: Remote;
};

export async function fetchIncoming(fetching: Fetching): Promise<Fetched> {
  const { store, base, remote } = fetching;
  const asked = await askRemote(store, remote);
  if (asked.kind === "failed") throw explainTransport(asked);
  if (asked.commit === base) return { base, incoming: { ...NOTHING_INCOMING, commit: base }, rewrite: null };
  if (asked.commit === null) {
    const vanished = listPaths(store, base, null);
    return { base: null, incoming: NOTHING_INCOMING, rewrite: { vanished, returning: [] } };
  }
  const path = temporaryBeside(`${store.store}-incoming`);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const quarantine = makeQuarantine(store, path, base);
    return await fetchThrough(fetching, quarantine);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw error.isFull ? noRoom() : toFailure("what the remote sent cannot be read", UNUSABLE);
  } finally {
    // Not made durable step by step, which takes room: what a power failure brings back, the next sync removes.
    rmSync(path, { recursive: true, force: true });
  }
}

async function fetchThrough(fetching: Fetching, quarantine: Plumbing): Promise<Fetched> {
  const { workspace, root, store, base, remote } = fetching;
  const fetched = await fetchInto(quarantine, remote);
  if (fetched.kind === "failed") throw explainTransport(fetched, UNUSABLE);
  const theirs = readHead(quarantine);
  if (theirs === null) throw toFailure("the remote has no commit on its branch main");
  refuseTooManyObjects(quarantine, remote);
  const isRewritten = base !== null && !isAncestor(quarantine, base, theirs);
  const incoming = readIncoming(workspace, root, { store: quarantine, base, theirs });
  refuseTooMany(root, incoming);
  const rewrite = isRewritten
    ? { vanished: listPaths(quarantine, base, theirs), returning: listPaths(quarantine, theirs, base) }
    : null;
  adoptPacks(quarantine, store);
  return { base, incoming, rewrite };
}

export function refuseTooManyObjects(place: Plumbing, { limits }: Remote): void {
  if (countObjects(place) > limits.objectsMax)
    throw toFailure("the remote sent more objects than a memory root has");
}

function refuseTooMany(root: OpenRoot, { changes }: Incoming): void {
  const added = [...changes].filter(
    ([path, { was, is }]) => was === null && is !== null && parsePath(path)?.kind === "memory",
  );
  if (added.length + countMemories(root.path) > ROOT_FILES_MAX)
    throw new CredenceError(
      "ROOT_TOO_LARGE",
      "with what the remote has, the root would hold more than 200 000 files",
    );
}

/** What one commit has of a root and the other has not. */
function listPaths(place: Plumbing, from: string | null, to: string | null): string[] {
  return diffTrees(place, { from, to }, mayEnter).flatMap((change) =>
    change.to === null && parsePath(change.path) !== null ? [change.path] : [],
  );
}

/** It answered, so neither its address nor the network is to blame. */
const UNUSABLE =
  "the remote was reached, and git does not take what it sent: look at it with git fsck, or name another remote";

/** A disk of this machine that is full is not the remote's fault. */
export function explainTransport({ why, isFull }: TransportFailure, hint?: string): CredenceError {
  return isFull ? noRoom() : toFailure(why, hint);
}

export function noRoom(): CredenceError {
  return new CredenceError("DISK_FULL", "no space left to write machine state");
}

function toFailure(why: string, hint?: string): CredenceError {
  return new CredenceError("REMOTE_FAILED", why, hint);
}
