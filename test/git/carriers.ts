// Machines that carry sets over one bare repository, each with a state of its own, and what their tests share. Objects are any
// bytes under their hash: a carrier does not read them.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openCarrier } from "../../src/git/carrier/carrier.ts";
import type { Limits } from "../../src/git/transport.ts";
import type { Carrier, Difference, ObjectName } from "../../src/memory/carried.ts";
import { sha256Hex } from "../../src/memory/file/sha256.ts";
import { parseRemoteUrl } from "../../src/memory/remote-url.ts";
import { temporaryBeside } from "../../src/store/durable.ts";
import { type Planted, plant, sorted, writeTree } from "../sync/hostile-tree.ts";
import { gitIn } from "../sync/machines.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

export type Held = Map<ObjectName, Uint8Array>;

export type Peer = {
  readonly me: string;
  readonly directory: string;
  /** What it has stored durably. */
  readonly held: Held;
  readonly papers: Map<string, Uint8Array>;
  readonly open: (more?: Partial<Limits>, env?: Readonly<Record<string, string | undefined>>) => Carrier;
};

const FRONT: ReadonlyMap<string, Uint8Array> = new Map([
  ["README.md", bytes("Memories of somebody. Nothing here is read by anybody.\n")],
  ["root.json", bytes('{"format":"credence/1","root":"00000000000000000000000000000000"}\n')],
]);

const LIMITS: Limits = {
  bytesMax: 1024 * 1024 * 1024,
  objectsMax: 4_000_000,
  idleMs: 20_000,
  totalMs: 120_000,
};

export function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

/** A fingerprint that is easy to tell from others. */
export function fingerprint(name: string): string {
  return name.padEnd(32, "q");
}

export function bareRemote(owner: Owner): string {
  const path = join(freshDir(owner), "remote.git");
  gitIn(undefined, "init", "--quiet", "--bare", "--initial-branch=main", path);
  return path;
}

export function newPeer(owner: Owner, name: string, remote: string): Peer {
  const directory = join(freshDir(owner), "state");
  mkdirSync(directory, { mode: 0o700 });
  return peerAt({ name, directory, remote });
}

export type PeerPlace = { readonly name: string; readonly directory: string; readonly remote: string };

export function peerAt({ name, directory, remote }: PeerPlace): Peer {
  const url = parseRemoteUrl(remote);
  assert.ok(url.kind !== "refused");
  const me = fingerprint(name);
  return {
    me,
    directory,
    held: new Map(),
    papers: new Map([["root.json", bytes(`{"v":2,"said-by":"${name}"}\n`)]]),
    open: (limits = {}, env = process.env) =>
      openCarrier({
        first: new Set(),
        directory,
        remote: { ...url, env, limits: { ...LIMITS, ...limits }, onWait: () => undefined },
        me,
        now: () => Date.UTC(2026, 4, 1, 12),
        front: FRONT,
        temporaryBeside,
      }),
  };
}

export function named(kind: "s" | "t", content: string): readonly [ObjectName, Uint8Array] {
  const named = bytes(content);
  return [`${kind}/${sha256Hex(named)}`, named];
}

/** A statement and its text. */
export function memory(about: string): Held {
  return new Map([named("s", `{"act":"wrote","about":"${about}"}\n`), named("t", `What ${about} is.\n`)]);
}

export function add({ held }: Peer, objects: Held): void {
  for (const [name, content] of objects) held.set(name, content);
}

export function namesOf(held: Iterable<string>): string[] {
  return [...held].sort();
}

export type Met = Difference & { readonly published: string; readonly got: readonly string[] };

/** What a sync does: look, take, store, settle, publish. */
export async function meet(
  peer: Peer,
  { carrier = peer.open(), drop = [], isCheckpoint = false, onStored }: Meeting = {},
): Promise<Met> {
  const difference = await carrier.diff(knownTo(peer));
  const { objects, refused } = await carrier.get(difference.missing);
  for (const [name, content] of objects) peer.held.set(name, content);
  onStored?.(writeHeld(peer));
  await carrier.settle();
  const unsent = new Set([...difference.unsent, ...objects.keys()]);
  const sent = [...unsent].flatMap((name) => {
    const content = peer.held.get(name);
    return content === undefined ? [] : [[name, content] as const];
  });
  const published = await carrier.put({ add: new Map(sent), drop, papers: peer.papers, isCheckpoint });
  const all = new Map(difference.refused);
  for (const [why, number] of refused) all.set(why, (all.get(why) ?? 0) + number);
  return {
    ...difference,
    papers: plain(difference.papers),
    refused: all,
    published: published.kind,
    got: namesOf(objects.keys()),
  };
}

/** What git gave is a Buffer, which no test compares with. */
function plain(papers: Difference["papers"]): Difference["papers"] {
  return new Map(
    [...papers].map(([machine, each]) => [
      machine,
      new Map([...each].map(([path, content]) => [path, new Uint8Array(content)])),
    ]),
  );
}

export type Meeting = {
  readonly carrier?: Carrier;
  readonly drop?: readonly ObjectName[];
  readonly isCheckpoint?: boolean;
  /** What is held by now, before the carrier is told so. */
  readonly onStored?: (text: string) => void;
};

export function writeHeld({ held }: Peer): string {
  return JSON.stringify([...held].map(([name, content]) => [name, Buffer.from(content).toString("latin1")]));
}

export function holdIn({ held }: Peer, text: string): void {
  const read: [ObjectName, string][] = JSON.parse(text);
  for (const [name, content] of read) held.set(name, new Uint8Array(Buffer.from(content, "latin1")));
}

export function knownTo({ held }: Peer): {
  has: (name: ObjectName) => boolean;
  list: () => Iterable<ObjectName>;
} {
  return { has: (name) => held.has(name), list: () => held.keys() };
}

/** The paths of a machine's branch there. */
export function branchOf(remote: string, { me }: Pick<Peer, "me">): string[] {
  return gitIn(remote, "ls-tree", "-r", "--name-only", `m/${me}`).trim().split("\n");
}

/** A commit of these entries on a machine's branch, made below git's own checks. */
export function plantBranch(
  remote: string,
  machine: string,
  entries: readonly (readonly [string, Planted])[],
): string {
  const before = gitIn(remote, "for-each-ref", "--format=%(objectname)", "refs/heads/main").trim();
  plant(remote, writeTree(remote, entries), null);
  const tip = gitIn(remote, "rev-parse", "main").trim();
  gitIn(remote, "update-ref", `refs/heads/m/${machine}`, tip);
  gitIn(remote, "update-ref", ...(before === "" ? ["-d", "refs/heads/main"] : ["refs/heads/main", before]));
  return tip;
}

/** Nested directories out of paths, sorted as git sorts. */
export function treeOf(files: readonly (readonly [string, Planted])[]): (readonly [string, Planted])[] {
  const entries: (readonly [string, Planted])[] = files.filter(([path]) => !path.includes("/"));
  const deeper = files.filter(([path]) => path.includes("/"));
  for (const [name, inside] of Map.groupBy(deeper, ([path]) => path.slice(0, path.indexOf("/")))) {
    const tree = treeOf(inside.map(([path, planted]) => [path.slice(name.length + 1), planted] as const));
    entries.push([name, { mode: "40000", tree }]);
  }
  return sorted(entries);
}
