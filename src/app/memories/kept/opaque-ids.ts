// What an id is called in a tombstone. It takes a hundredth of a second by design, so it is computed once: what was computed is kept
// for as long as the workspace is open, and in machine state for the ids of memories that are there, in small files, because a prompt
// asks for a few of thousands. The words of a forgotten id are kept nowhere, nor those of an id that is only asked for.

import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { ensureDirectory, replaceFile } from "../../../store/durable.ts";
import { ifPossible, ifThere, writing } from "../../../store/fs-failure.ts";
import { findFile } from "../../../store/memory-files.ts";
import { purposeOf } from "../../../trust/fingerprint.ts";
import { deriveOpaqueId } from "../../../trust/opaque-id.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { keepHeld } from "./held-locks.ts";

type Known = {
  readonly opaque: Map<string, string>;
  /** Computed, and kept in no file yet. */
  readonly fresh: Set<string>;
  /** Of the files that were read. */
  readonly buckets: Set<string>;
};

/** By workspace, whatever it is copied to, and root. */
const known = new WeakMap<Workspace["slow"], Map<string, Known>>();

function knownIn({ slow }: Workspace, { records }: OpenRoot): Known {
  const roots = known.get(slow) ?? new Map<string, Known>();
  known.set(slow, roots);
  const found = roots.get(records) ?? { opaque: new Map(), fresh: new Set(), buckets: new Set() };
  roots.set(records, found);
  return found;
}

/** @returns null when whoever waits has no time left to compute it. */
export function findOpaqueId(workspace: Workspace, root: OpenRoot, id: string): string | null {
  const found = findKnownOpaqueId(workspace, root, id);
  if (found !== null) return found;
  if (workspace.slow.msLeft <= 0) return null;
  const began = Date.now();
  const opaque = computeOpaqueId(workspace, root, id);
  workspace.slow.msLeft -= Date.now() - began;
  const { opaque: all, fresh } = knownIn(workspace, root);
  all.set(id, opaque);
  fresh.add(id);
  keepHeld(root.path);
  return opaque;
}

/** @returns null where it was never computed. */
export function findKnownOpaqueId(workspace: Workspace, root: OpenRoot, id: string): string | null {
  const { opaque, buckets } = knownIn(workspace, root);
  const bucket = bucketOf(root, id);
  if (!opaque.has(id) && !buckets.has(bucket)) {
    buckets.add(bucket);
    for (const [each, value] of readBucket(bucket)) opaque.set(each, value);
  }
  return opaque.get(id) ?? null;
}

export function computeOpaqueId({ state }: Workspace, root: OpenRoot, id: string): string {
  return deriveOpaqueId(root.id, id, purposeOf(state));
}

/** Of memories that are there, and that no tombstone of the root is about. */
export function keepOpaqueIds(
  workspace: Workspace,
  root: OpenRoot,
  forgotten: () => Iterable<{ readonly id: string }>,
): void {
  const { opaque, fresh } = knownIn(workspace, root);
  if (fresh.size === 0) return;
  const gone = new Set([...forgotten()].map(({ id }) => id));
  const kept = [...fresh].filter((id) => !gone.has(opaque.get(id) ?? "") && findFile(root.path, id) !== null);
  // A state that cannot be written remembers less and says no less.
  ifPossible(() => {
    if (kept.length > 0) ensureDirectory(join(root.records, "opaque"), 0o700);
    for (const [bucket, ids] of Map.groupBy(kept, (id) => bucketOf(root, id)))
      appendFileSync(bucket, ids.map((id) => lineOf([id, opaque.get(id) ?? ""])).join(""), { mode: 0o600 });
  });
  for (const id of kept) fresh.delete(id);
}

/** A line that somebody appends meanwhile costs its reader one computation more. What cannot be read may hold the id. */
export function eraseOpaqueId(workspace: Workspace, root: OpenRoot, id: string): void {
  const { opaque, fresh } = knownIn(workspace, root);
  opaque.delete(id);
  fresh.delete(id);
  const bucket = bucketOf(root, id);
  const left = ifThere(() => parseBucket(bucket), new Map<string, string>());
  if (!left.delete(id)) return;
  writing("machine state", () => replaceFile(bucket, [...left].map(lineOf).join(""), 0o600));
}

function bucketOf({ records }: OpenRoot, id: string): string {
  return join(records, "opaque", sha256Hex(id).slice(0, 2));
}

function lineOf([id, opaque]: readonly [string, string]): string {
  return `${id} ${opaque}\n`;
}

/** What cannot be read is computed again. */
function readBucket(path: string): Map<string, string> {
  return ifPossible(() => parseBucket(path), new Map<string, string>());
}

function parseBucket(path: string): Map<string, string> {
  const lines = readFileSync(path, "utf8").split("\n");
  return new Map(lines.flatMap((line) => [...line.matchAll(/^([a-z0-9_]+) ([0-9a-f]{64})$/g)].map(toPair)));
}

function toPair([, id = "", opaque = ""]: RegExpExecArray): [string, string] {
  return [id, opaque];
}
