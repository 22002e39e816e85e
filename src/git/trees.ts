// What differs between two trees, without a step into a directory that nobody asked for: a tree may be as deep as its maker likes.

import { EMPTY_TREE, GitFailure, type Plumbing, plumbOrFail, ZERO_OID } from "./plumbing.ts";

export type TreeEntry = { readonly mode: string; readonly oid: string };

export type TreeChange = {
  /** Bytes as Latin-1: whoever knows the alphabet of names compares them. */
  readonly path: string;
  readonly from: TreeEntry | null;
  readonly to: TreeEntry | null;
};

const TREE_MODE = "040000";

/** `mayEnter` says which directories are looked into; all others are one change each. */
type Walk = {
  readonly mayEnter: (path: string) => boolean;
  /** Of all directories that are looked into: a few small objects can stand for millions of names. */
  readonly bytesMax?: number;
};

/** One change after the other, of several pairs of trees at once; each has the path of its pair before its own. */
export function* walkTrees(
  place: Plumbing,
  starts: readonly Pair[],
  { mayEnter, bytesMax }: Walk,
): Generator<TreeChange> {
  let pairs = starts;
  let bytes = 0;
  while (pairs.length > 0) {
    if (bytesMax !== undefined) bytes += sumTrees(place, pairs);
    if (bytes > (bytesMax ?? bytes)) throw new GitFailure("it has more names than can be looked at");
    const deeper: Pair[] = [];
    for (const change of diffPairs(place, pairs)) {
      const { inside, rest } = splitChange(change, mayEnter);
      if (inside !== null) deeper.push(inside);
      if (rest !== null) yield rest;
    }
    pairs = deeper;
  }
}

/** What is to be looked into, and what is a change as it stands. */
function splitChange(
  change: TreeChange,
  mayEnter: (path: string) => boolean,
): { readonly inside: Pair | null; readonly rest: TreeChange | null } {
  const [was, is] = [toTree(change.from), toTree(change.to)];
  if ((was === null && is === null) || !mayEnter(change.path)) return { inside: null, rest: change };
  // A file that became a directory, or the other way round.
  const rest = { ...change, from: was === null ? change.from : null, to: is === null ? change.to : null };
  const isRest = rest.from !== null || rest.to !== null;
  return { inside: toPair(`${change.path}/`, was, is), rest: isRest ? rest : null };
}

function sumTrees(place: Plumbing, pairs: readonly Pair[]): number {
  const trees = pairs.filter(({ from, to }) => from !== to).map(({ to }) => `${to}\n`);
  const out = plumbOrFail(place, ["cat-file", "--batch-check=%(objectsize)"], trees.join(""));
  const sizes = out.toString("latin1").split("\n");
  return sizes.reduce((sum, size) => sum + (/^\d+$/.test(size) ? Number(size) : 0), 0);
}

export type Pair = { readonly path: string; readonly from: string; readonly to: string };

export function toPair(path: string, from: string | null, to: string | null): Pair {
  return { path, from: from ?? EMPTY_TREE, to: to ?? EMPTY_TREE };
}

function toTree(entry: TreeEntry | null): string | null {
  return entry?.mode === TREE_MODE ? entry.oid : null;
}

const [COLON, LINE_END] = [0x3a, 0x0a];

function* diffPairs(place: Plumbing, pairs: readonly Pair[]): Generator<TreeChange> {
  const distinct = pairs.filter(({ from, to }) => from !== to);
  if (distinct.length === 0) return;
  const args = ["diff-tree", "-z", "--raw", "--no-abbrev", "--no-renames"];
  const [first] = distinct;
  // As arguments, and only so, the two may be commits.
  const isTop = first?.path === "";
  const out = isTop
    ? plumbOrFail(place, [...args, first.from, first.to])
    : plumbOrFail(place, [...args, "--stdin"], distinct.map(({ from, to }) => `${from} ${to}\n`).join(""));
  let pair = isTop ? 0 : -1;
  for (let at = 0; at < out.length; ) {
    if (out[at] !== COLON) {
      // The line that repeats the pair.
      pair += 1;
      at = after(out, LINE_END, at);
      continue;
    }
    const end = after(out, 0, at) - 1;
    const nameEnd = after(out, 0, end + 1) - 1;
    const [wasMode = "", isMode = "", was = "", is = ""] = out.toString("latin1", at + 1, end).split(" ");
    const name = out.toString("latin1", end + 1, nameEnd);
    const path = `${distinct[pair]?.path ?? ""}${name}`;
    yield { path, from: toEntry(wasMode, was), to: toEntry(isMode, is) };
    at = nameEnd + 1;
  }
}

/** Behind the next such byte. */
function after(out: Buffer, byte: number, at: number): number {
  const found = out.indexOf(byte, at);
  if (found === -1) throw new GitFailure("git answered in a way that is not understood");
  return found + 1;
}

function toEntry(mode: string, oid: string): TreeEntry | null {
  return oid === ZERO_OID ? null : { mode, oid };
}

// Blobs, by their ids.

/** Kinds and sizes of objects, without reading them. */
export function measureObjects(place: Plumbing, oids: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  if (oids.length === 0) return sizes;
  const out = plumbOrFail(place, ["cat-file", "--batch-check"], `${oids.join("\n")}\n`).toString("latin1");
  for (const line of out.split("\n")) {
    const [oid = "", kind, size] = line.split(" ");
    if (kind === "blob") sizes.set(oid, Number(size));
  }
  return sizes;
}

/** How much is read at once. */
const PIECE_BYTES = 32 * 1024 * 1024;

export function readBlobs(place: Plumbing, sizes: ReadonlyMap<string, number>): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  let piece: string[] = [];
  let bytes = 0;
  for (const [oid, size] of sizes) {
    if (bytes + size > PIECE_BYTES && piece.length > 0) {
      readPiece(place, piece, blobs);
      [piece, bytes] = [[], 0];
    }
    piece.push(oid);
    bytes += size;
  }
  if (piece.length > 0) readPiece(place, piece, blobs);
  return blobs;
}

function readPiece(place: Plumbing, oids: readonly string[], blobs: Map<string, Uint8Array>): void {
  const out = plumbOrFail(place, ["cat-file", "--batch"], `${oids.join("\n")}\n`);
  for (let at = 0; at < out.length; ) {
    const end = after(out, LINE_END, at) - 1;
    const [oid = "", , size = "0"] = out.toString("latin1", at, end).split(" ");
    const start = end + 1;
    blobs.set(oid, out.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
}

// What a commit has under some paths. A path that ends in a slash stands for what is directly in that directory.

const PATHS_AT_ONCE = 200;

export function findEntries(
  place: Plumbing,
  commit: string,
  paths: readonly string[],
): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
    const piece = paths.slice(at, at + PATHS_AT_ONCE);
    const out = plumbOrFail(place, ["ls-tree", "-z", "--full-tree", commit, "--", ...piece]);
    for (const line of out.toString("latin1").split("\0")) {
      const [, mode, oid, path] = /^(\d{6}) \w+ ([0-9a-f]{40})\t(.*)$/s.exec(line) ?? [];
      if (mode !== undefined && oid !== undefined && path !== undefined) entries.set(path, { mode, oid });
    }
  }
  return entries;
}
