// An older root, and its remote, are brought up to date once, by a person. The root is copied first. Then this machine names the text
// of each memory in use, whose unsigned fields nobody had signed; what the remote has is united with what is here, and its branch
// `main` says from then on that it is of a newer format. Killed at any step it is finished by the same command.
//
// Attack: the remote of an older layout changes fields that nobody signed. So the texts that are here are the ones that are named, and
// those that differ there are told.

import { join } from "node:path";
import { FILE_MODE, type ObjectName } from "../../git/carrier/layout.ts";
import { explainTransport } from "../../git/carrier/read-branches.ts";
import { countObjects, makeStore, readIncoming, writeCommit } from "../../git/object-store.ts";
import type { Plumbing } from "../../git/plumbing.ts";
import type { RemoteUrl } from "../../git/remote-url.ts";
import { askHeads, fetchInto, pushTo, type Remote } from "../../git/transport.ts";
import { diffTrees, findEntries, measureObjects, readBlobs } from "../../git/trees.ts";
import { HEX, isOf } from "../../memory/alphabet.ts";
import { CredenceError } from "../../memory/errors.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { hashSource, sourceOf } from "../../memory/file/source.ts";
import { renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { backUpRoot } from "../../store/backup.ts";
import { removeTree, temporaryBeside } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import { upgradeFormat } from "../../store/root-files.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { commitOperations, type Operation, withLock } from "../change/change-root.ts";
import { attestPresent } from "../change/sign/attest.ts";
import { loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { readRootSets } from "../sets/root-sets.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { admitReceived } from "./admit-received.ts";
import { frontOf, syncDirectory } from "./named-remote.ts";
import { leaveStrangers, type Received, receive } from "./receive.ts";
import { LIMITS, type SyncRequest } from "./sync-request.ts";

export type Upgraded = {
  /** Where the copy of the root is; null where the root was up to date. */
  readonly copy: string | null;
  /** Ids whose unsigned fields differ between the remote and here. */
  readonly differing: readonly string[];
  /** How many texts this machine has named. */
  readonly named: number;
  readonly isRemoteNew: boolean;
  /** The root as it is now. */
  readonly root: OpenRoot;
};

export async function upgrade(
  workspace: Workspace,
  { root, url }: { readonly root: OpenRoot; readonly url: RemoteUrl | null },
  { env, onStage }: Pick<SyncRequest, "env" | "onStage">,
): Promise<Upgraded> {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person upgrades a root");
  const directory = join(ensurePrivate(syncDirectory(workspace, root)), "old");
  writing("machine state", () => removeTree(directory));
  try {
    const path = join(ensurePrivate(directory), "repo");
    const store = makeStore(path, temporaryBeside(path));
    onStage?.(url === null ? "" : `asking ${url.url}`);
    const remote =
      url === null || url.kind === "hub" ? null : { ...url, env, limits: LIMITS, onWait: () => undefined };
    const old = remote === null ? null : await readOld({ workspace, root }, store, remote);
    const differing = old === null ? [] : listDiffering(workspace, root, old.came);
    const copy = root.format === 2 ? null : upgradeRoot(workspace, root);
    const next: OpenRoot = { ...root, format: 2 };
    onStage?.("naming texts");
    const named = nameTexts(workspace, next);
    // Also where nothing came: of a backup, files are as they were before what was said since.
    const shared = leaveStrangers(workspace, next, { came: old?.came ?? NOTHING_CAME, strangers: {} });
    admitReceived(workspace, next, { ...shared, dryRun: false, acceptChanges: true, isTrustNew: true });
    if (old !== null && remote !== null)
      await replaceFront({ store, remote }, { root, onto: old.commit, atMs: workspace.now });
    return { copy, differing, named, isRemoteNew: old !== null, root: next };
  } finally {
    writing("machine state", () => removeTree(directory));
  }
}

const NOTHING_CAME: Received = {
  statements: new Map(),
  bytes: new Map(),
  texts: new Map(),
  left: new Map(),
  secret: new Set(),
};

function upgradeRoot(workspace: Workspace, root: OpenRoot): string {
  return withLock(root, () => {
    const copy = backUpRoot(workspace.state.path, root, renderInstant(workspace.now).replaceAll(":", ""));
    upgradeFormat(root);
    return copy;
  });
}

const AT_ONCE = 500;

/** Of each memory in use, unless a word of this version names it already. */
function nameTexts(workspace: Workspace, root: OpenRoot): number {
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  return withLock(root, () => {
    const unnamed = [...loadFiles(workspace, root, listOneOfEach(root.path))].filter(isUnnamed);
    for (let from = 0; from < unnamed.length; from += AT_ONCE) {
      const operations = unnamed.slice(from, from + AT_ONCE).map(
        (each): Operation => ({
          record: { command: "upgrade", id: each.file.id, actor: "machine", digest: each.digest },
          changes: [attestPresent(asMachine, each, "wrote")],
        }),
      );
      commitOperations(asMachine, root, { operations });
    }
    return unnamed.length;
  });
}

function isUnnamed({ standing: { standing }, input, digest }: LoadedMemory): boolean {
  const isInUse = standing === "verified" || standing === "inferred";
  const said = [...input.attestations, ...input.remembered];
  return (
    isInUse &&
    digest !== null &&
    !said.some(({ set }) => set !== undefined && "text" in set && set.digest === digest)
  );
}

/** What a remote of the older layout has. @returns null where it is empty, or up to date. */
async function readOld(
  { workspace, root }: { readonly workspace: Workspace; readonly root: OpenRoot },
  store: Plumbing,
  remote: Remote,
): Promise<{ readonly commit: string; readonly came: Received } | null> {
  const asked = await askHeads(store, remote);
  if (asked.kind === "failed") throw explainTransport(asked);
  if (!asked.heads.has("main")) return null;
  const fetched = await fetchInto(store, remote);
  if (fetched.kind === "failed") throw explainTransport(fetched);
  if (countObjects(store) > LIMITS.objectsMax)
    throw new CredenceError("REMOTE_FAILED", "the remote sent more objects than a memory root has");
  const commit = readIncoming(store);
  if (commit === null || !isOldRoot(store, commit, root)) return null;
  const objects = readObjects(store, commit);
  return { commit, came: await receive(workspace, root, objects) };
}

function isOldRoot(store: Plumbing, commit: string, root: OpenRoot): boolean {
  const entry = findEntries(store, commit, ["root.json"]).get("root.json");
  const size = entry === undefined ? undefined : measureObjects(store, [entry.oid]).get(entry.oid);
  if (entry === undefined || size === undefined || size > FILE_BYTES_MAX)
    throw new CredenceError("REMOTE_FAILED", "the remote holds no memory root");
  const bytes = readBlobs(store, new Map([[entry.oid, size]])).get(entry.oid) ?? new Uint8Array();
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  const { v = null, root: id = null } = isRecord(value) ? value : {};
  if (id !== root.id) throw new CredenceError("REMOTE_FAILED", "the remote holds another memory root");
  return v === 1;
}

/** Its files, by what the carrier would call them. */
function readObjects(store: Plumbing, commit: string): Map<ObjectName, Uint8Array> {
  const entries = diffTrees(store, { from: null, to: commit }, mayEnter).flatMap(({ path, to }) =>
    to !== null && to.mode === FILE_MODE ? [[path, to.oid] as const] : [],
  );
  const sizes = measureObjects(store, [...new Set(entries.map(([, oid]) => oid))]);
  const fitting = new Map([...sizes].filter(([, size]) => size <= FILE_BYTES_MAX));
  const blobs = readBlobs(store, fitting);
  return new Map(
    entries.flatMap(([path, oid]) => {
      const bytes = blobs.get(oid);
      return bytes === undefined ? [] : toObject(path, bytes);
    }),
  );
}

function mayEnter(path: string): boolean {
  const [top = "", name, ...more] = path.split("/");
  return top === "attest"
    ? more.length === 0
    : ["memories", "quarantine"].includes(top) && name === undefined;
}

function toObject(path: string, bytes: Uint8Array): [ObjectName, Uint8Array][] {
  const [top = "", name = "", last = ""] = path.split("/");
  const hash = last.slice(0, -".json".length);
  if (top === "attest") return hash.length === 64 && isOf(HEX, hash) ? [[`s/${hash}`, bytes]] : [];
  if (parseMemoryId(name) === null) return [];
  const decoded = decodeMemoryText(bytes);
  const source = decoded.kind === "text" ? sourceOf(decoded.text) : null;
  return source === null ? [] : [[`t/${hashSource(source)}`, Buffer.from(source)]];
}

/** Of these a remote could have changed what nobody signed. */
function listDiffering(workspace: Workspace, root: OpenRoot, { texts }: Received): string[] {
  const here = readRootSets(workspace, root, null);
  const byDigest = new Map([...here.facts].map(([hash, { digest }]) => [digest, hash]));
  const differing = new Set(
    [...texts].flatMap(([hash, { facts }]) => {
      const mine = byDigest.get(facts.digest);
      return mine === undefined || mine === hash ? [] : [mine];
    }),
  );
  return [...here.files].flatMap(([path, { hash }]) =>
    differing.has(hash) ? [path.slice(path.indexOf("/") + 1, -".md".length)] : [],
  );
}

/** With a commit of its own: what was there is then within reach of nothing. */
async function replaceFront(
  { store, remote }: { readonly store: Plumbing; readonly remote: Remote },
  { root, onto, atMs }: { readonly root: OpenRoot; readonly onto: string; readonly atMs: number },
): Promise<void> {
  const files = frontOf(root);
  const commit = writeCommit(store, { parent: null, files, message: "Begin a memory root\n", atMs });
  const pushed = await pushTo(store, remote, { commit, onto });
  if (pushed.kind === "failed") throw explainTransport(pushed, "PUSH_FAILED");
  if (pushed.kind === "rejected") throw new CredenceError("PUSH_FAILED", pushed.why);
}
