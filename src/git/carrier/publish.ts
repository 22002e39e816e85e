// What this machine publishes: its own set, on its own branch, which nobody else writes. Each publish builds on the one before it,
// so that only what is new travels. A checkpoint builds on nothing: what was dropped is then unreachable, and everything is sent.
//
// Attack: the branch there is not what was published last (a hostile remote, a restored backup, a copy of this machine's keys).
// It is then neither continued nor merged: this machine's own set is published anew, on top of nothing.

import type { ObjectName, Publish, Published } from "../../memory/carried.ts";
import { blobOid, writeCommit } from "../object-store.ts";
import { type Plumbing, plumbOrFail } from "../plumbing.ts";
import { pushTo, type Remote } from "../transport.ts";
import { findEntries } from "../trees.ts";
import { writeFront } from "./front.ts";
import { paperAt, pathOf, pathOfPaper } from "./layout.ts";
import { explainTransport } from "./read-branches.ts";
import { rememberOwn } from "./remembered.ts";

export type Publishing = {
  readonly store: Plumbing;
  readonly remote: Remote;
  readonly me: string;
  readonly atMs: number;
  /** What `main` says where the remote is empty. */
  readonly front: ReadonlyMap<string, Uint8Array>;
  /** What we published last. */
  readonly own: string | null;
  /** The branches of the remote. */
  readonly heads: Map<string, string>;
};

/** A branch is then begun anew, and what was replaced meanwhile is no longer carried along. */
const PUBLISHES_MAX = 500;

export async function publish(publishing: Publishing, wanted: Publish): Promise<Published> {
  const { store, remote, me, own, heads, atMs } = publishing;
  const branch = `m/${me}`;
  const onto = heads.get(branch) ?? null;
  const files = composeFiles(store, own, wanted);
  const length = own === null ? 0 : countPublishes(store, own);
  const isOther = own !== onto;
  const isAnew = own === null || isOther || wanted.isCheckpoint || length >= PUBLISHES_MAX;
  const isBehind = own !== null && (isOther || (wanted.isCheckpoint && length > 1));
  if (files.size === 0 && !isBehind) return { kind: "nothing" };
  if (heads.size === 0) await writeFront(store, remote, { files: publishing.front, atMs });
  const [parent, like] = isAnew ? [null, own] : [own, null];
  const commit = writeCommit(store, { parent, like, files, message: "Publish memories\n", atMs });
  const pushed = await pushTo(store, remote, { commit, onto, branch: `refs/heads/${branch}` });
  if (pushed.kind === "failed") throw explainTransport(pushed, "PUSH_FAILED");
  if (pushed.kind === "rejected") return pushed;
  rememberOwn(store, commit);
  heads.set(branch, commit);
  return { kind: "published", isCheckpoint: isAnew };
}

function countPublishes(store: Plumbing, own: string): number {
  return Number(plumbOrFail(store, ["rev-list", "--count", own]).toString("latin1"));
}

/** By path, what differs from what we published last. */
function composeFiles(
  store: Plumbing,
  own: string | null,
  { add, drop, papers }: Publish,
): Map<string, Uint8Array | null> {
  const files = new Map<string, Uint8Array | null>();
  const published = listOwnPapers(store, own);
  for (const paper of published.keys()) if (!papers.has(paper)) files.set(pathOfPaper(paper), null);
  for (const [paper, bytes] of papers)
    if (published.get(paper) !== blobOid(bytes)) files.set(pathOfPaper(paper), bytes);
  const dropped = new Set(drop);
  const isThere = listPublished(store, own, [...add.keys(), ...dropped]);
  for (const name of dropped) if (isThere.has(name)) files.set(pathOf(name), null);
  for (const [name, bytes] of add)
    if (!isThere.has(name) && !dropped.has(name)) files.set(pathOf(name), bytes);
  return files;
}

/** Git's ids of them, by path. */
function listOwnPapers(store: Plumbing, own: string | null): Map<string, string> {
  if (own === null) return new Map();
  const entries = findEntries(store, own, ["papers/", "papers/attest/", "papers/attest/people/"]);
  return new Map(
    [...entries].flatMap(([path, { oid }]) => {
      const paper = paperAt(path);
      return paper === null ? [] : [[paper, oid] as const];
    }),
  );
}

/** Which of these are on our branch, as we published it last. */
export function listPublished(
  store: Plumbing,
  own: string | null,
  names: readonly ObjectName[],
): Set<ObjectName> {
  if (own === null || names.length === 0) return new Set();
  const asked = names.map((name) => `${own}:${pathOf(name)}\n`).join("");
  const out = plumbOrFail(store, ["cat-file", "--batch-check=%(objecttype)"], asked).toString("latin1");
  const kinds = out.split("\n");
  return new Set(names.filter((_, at) => kinds[at] === "blob"));
}
