// What the next commit has otherwise than theirs, and what both sides agree on after it.

import { blobOid } from "../../git/object-store.ts";
import { type Agreement, type Apart, UNTOLD } from "./agreement.ts";
import type { Met } from "./apply-meeting.ts";
import { placeOf } from "./local-files.ts";
import { type Meeting, nameSigners } from "./meeting.ts";
import { parsePath, ROOT_PATH } from "./synced-paths.ts";

/** Exactly what was looked at and judged, or a content that the store has already, by its name. */
export type CommitFiles = ReadonlyMap<string, Uint8Array | string | null>;

export function composeCommit(met: Met): CommitFiles {
  const { meeting, written } = met;
  const { local, incoming } = meeting;
  const apart = apartOf(met);
  const forgotten = new Set(
    met.decided.decisions.flatMap(({ id, kind }) => (kind === "forgotten" ? [id] : [])),
  );
  const looked = new Map(met.decided.decisions.flatMap(({ expects }) => [...expects]));
  const files = new Map<string, Uint8Array | string | null>();
  const paths = new Set([...local.changed.keys(), ...incoming.changes.keys(), ...written.keys()]);
  for (const path of paths) {
    const kind = parsePath(path)?.kind;
    if (kind === undefined || kind === "root" || kind === "beside" || apart.has(path)) continue;
    if (local.refused.has(path)) continue;
    const ours = oursNow(met, path, forgotten);
    const oid = ours === null || typeof ours === "string" ? ours : blobOid(ours);
    if (oid !== theirsOf(meeting, path, looked)) files.set(path, ours);
  }
  const rootFile = Buffer.from(`${JSON.stringify({ v: 1, root: meeting.root.id })}\n`);
  const theirRoot = incoming.changes.get(ROOT_PATH);
  const isTold = theirRoot === undefined ? meeting.base !== null : theirRoot.entry === blobOid(rootFile);
  // Where nothing goes there, nothing is said either: an empty root makes no repository.
  if (!isTold && (files.size > 0 || incoming.commit !== null)) files.set(ROOT_PATH, rootFile);
  return files;
}

/** The content, its name in the store where it is as the base has it, or null. */
function oursNow(
  { meeting, written }: Met,
  path: string,
  forgotten: ReadonlySet<string>,
): Uint8Array | string | null {
  const now = written.get(path);
  if (now !== undefined) return now;
  const parsed = parsePath(path);
  // Its memory was forgotten, and every statement about it went.
  if (parsed?.kind === "statement" && (meeting.ended.has(parsed.hash) || forgotten.has(parsed.id))) {
    return null;
  }
  const change = meeting.local.changed.get(path);
  if (change !== undefined) return change.is?.bytes ?? null;
  return meeting.incoming.changes.get(path)?.was ?? null;
}

/** @param looked by path what was looked at here: where neither side had changed it, theirs was the same. */
function theirsOf(
  { local, incoming }: Meeting,
  path: string,
  looked: ReadonlyMap<string, string | null>,
): string | null {
  const [ours, theirs] = [local.changed.get(path), incoming.changes.get(path)];
  if (theirs !== undefined) return theirs.entry;
  return ours === undefined ? (looked.get(path) ?? null) : ours.was;
}

/** What stays different on purpose: from before, where neither side moved and nothing was decided anew, and from now. */
function apartOf({ meeting, decided, written }: Met): Map<string, Apart> {
  const { apart, local, incoming } = meeting;
  const anew = new Set(decided.decisions.map(({ id }) => id));
  const still = [...apart].filter(([path, { ours, theirs }]) => {
    const parsed = parsePath(path);
    if (written.has(path) || (parsed?.kind === "memory" && anew.has(parsed.id))) return false;
    const change = local.changed.get(path);
    const isOurs = change === undefined ? ours === null : (change.is?.oid ?? null) === ours;
    const there = incoming.changes.get(path);
    return isOurs && (there === undefined || there.entry === theirs);
  });
  const now = [...decided.papers.apart, ...decided.decisions.flatMap((each) => [...each.apart])];
  const differing = now.filter(([, { ours, theirs }]) => ours !== theirs);
  return new Map([...still, ...differing]);
}

export type Agreed = {
  readonly base: string | null;
  /** Ours is in the base, too. */
  readonly isSent: boolean;
};

export function agreeOn(met: Met, { base, isSent }: Agreed): Agreement {
  const { meeting, written } = met;
  const { local, incoming } = meeting;
  const apart = apartOf(met);
  const same = new Map(local.identities);
  // What was just written is too young to be told by its times.
  for (const [path, bytes] of written) {
    if (bytes === null && placeOf(path) === path) same.delete(path);
    else same.set(placeOf(path), UNTOLD);
  }
  // What is not here on purpose is missed each time, and so never taken for what the base has.
  for (const path of apart.keys()) same.set(placeOf(path), UNTOLD);
  for (const path of local.refused.keys()) same.set(placeOf(path), UNTOLD);
  // What went and was not told there is still missed.
  if (!isSent) {
    for (const [path, { was }] of local.changed) {
      if (was !== null || placeOf(path) !== path) same.set(placeOf(path), UNTOLD);
      else same.delete(path);
    }
    // The base has theirs by now, and ours is still to go there.
    for (const path of incoming.changes.keys()) if (!written.has(path)) same.set(placeOf(path), UNTOLD);
  }
  const held = isSent ? met.decided.decisions.flatMap((each) => each.held ?? []) : [];
  const { revisitedMs } = meeting;
  const signers = nameSigners(meeting);
  return { base, signers, revisitedMs, same, apart, held: new Set([...meeting.held, ...held]) };
}
