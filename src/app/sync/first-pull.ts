// The first meeting of a new machine with the remote of a root that another machine of the same person made: the user root, or the
// personal root about a project. Which root it is the remote says; whom to trust in it this machine's person says, afterwards.
//
// Attack: a remote that is not theirs gives the id of a root that is known here, so that whom a person trusts in that root counts
// in this one. Such an id is refused before anything is written. Nothing of the remote but the id is used before the sync has
// looked at all of it, and where the sync fails the root is again what it was.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { FILE_MODE } from "../../git/carrier/layout.ts";
import { explainTransport } from "../../git/carrier/read-branches.ts";
import { makeStore, readIncoming } from "../../git/object-store.ts";
import { GitFailure, type Plumbing } from "../../git/plumbing.ts";
import { askRemote, fetchInto, type Remote } from "../../git/transport.ts";
import { findEntries, measureObjects, readBlobs } from "../../git/trees.ts";
import { HEX, isOf } from "../../memory/alphabet.ts";
import { CredenceError } from "../../memory/errors.ts";
import { FORMAT } from "../../memory/formats.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { RemoteUrl } from "../../memory/remote-url.ts";
import { removeTree, temporaryBeside } from "../../store/durable.ts";
import { placeUserRoot, type RootPlace } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { acquireLock } from "../../store/lock.ts";
import { countMemories } from "../../store/memory-files.ts";
import { adoptRootId, makeRoot, unmakeRoot } from "../../store/root-files.ts";
import { isIdFree, rootIdAt } from "../../store/root-location.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { listMissingDirectories, makeState, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { claudeDirectoryOf } from "../workspace/open-roots.ts";
import { type OpenRoot, openWorkspace, type Workspace } from "../workspace/workspace.ts";
import { refuseOthers, rootOnHub } from "./named-remote.ts";
import { LIMITS, type SyncRequest } from "./sync-request.ts";

const ROOT_PATH = "root.json";
const [ROOT_FILE_BYTES_MAX, ROOT_ID_CHARS] = [4_096, 32];

type Asking = Pick<SyncRequest, "env" | "onStage">;

/** The same workspace, opened anew with the root that the remote holds, still empty. */
export type Begun = {
  readonly workspace: Workspace;
  /** The sync failed before it took anything: the root is what it was. */
  readonly undo: () => void;
};

/** Makes the user root that the remote holds. */
export async function beginFrom(workspace: Workspace, url: RemoteUrl, request: Asking): Promise<Begun> {
  refuseOthers(workspace);
  refuseFilled(workspace, url);
  const place = placeUserRoot(claudeDirectoryOf(workspace.hints));
  request.onStage?.(`asking ${url.url}`);
  return takeId(workspace, place, await findRootId(workspace, { url, place }, request));
}

/** A personal root that is still empty becomes the one that the remote holds: no other machine knows it yet. */
export async function becomeTheirs(
  workspace: Workspace,
  { root, url }: { readonly root: OpenRoot; readonly url: RemoteUrl },
  request: Asking,
): Promise<Begun> {
  const asItIs = { workspace, undo: () => undefined };
  refuseOthers(workspace);
  if (root.kind !== "personal" || isInUse(root.path)) return asItIs;
  request.onStage?.(`asking ${url.url}`);
  const id = await findRootId(workspace, { url, place: root }, request);
  return id === null || id === root.id ? asItIs : takeId(workspace, root, id);
}

/** Runs the first sync of it. A dry run leaves nothing either. */
export async function orUndo<Result>(
  { undo }: Pick<Begun, "undo">,
  { sync, isDry }: { readonly sync: () => Promise<Result>; readonly isDry: boolean },
): Promise<Result> {
  let isDone = false;
  try {
    const result = await sync();
    isDone = !isDry;
    return result;
  } finally {
    if (!isDone) undo();
  }
}

function takeId(workspace: Workspace, place: RootPlace, id: string | null): Begun {
  if (id === null) throw noRoot();
  const taken = {
    id,
    before: rootIdAt(place.path),
    records: join(workspace.state.path, "roots", id),
    sync: join(workspace.state.path, "sync", id),
    missing: listMissingDirectories(join(place.path, "root.json")),
  };
  const wasKnown = existsSync(taken.records);
  const undo = (): void => giveBack(place, { ...taken, wasKnown });
  try {
    adopt(place, id);
    workspace.close();
    return { workspace: reopen(workspace), undo };
  } catch (error) {
    undo();
    throw error;
  }
}

/** Has it memories, or had it some? */
export function isInUse(path: string): boolean {
  return countMemories(path) > 0 || ["attest", "archive"].some((name) => isFilled(join(path, name)));
}

/** A repository on a disk that two machines read one after the other: where nothing is yet, it is made. */
export function makeFileRemote(remote: RemoteUrl): boolean {
  if (!isToBeMade(remote)) return false;
  const path = pathOf(remote);
  writing("the repository", () => makeStore(path, temporaryBeside(path)));
  return true;
}

function isToBeMade(remote: RemoteUrl): boolean {
  const path = pathOf(remote);
  return path !== "" && !existsSync(path) && existsSync(dirname(path));
}

function pathOf({ url, kind }: RemoteUrl): string {
  return kind === "file" ? url.slice("file://".length) : "";
}

/** Two roots are not one: what is in the one that is here would be lost, or mixed with what nobody compared it to. */
export function refuseFilled({ hints }: Workspace, { url }: RemoteUrl): void {
  const { path, shown } = placeUserRoot(claudeDirectoryOf(hints));
  const known = rootIdAt(path);
  if (known === null) return;
  if (known === "damaged")
    throw new CredenceError("PATH_ERROR", `root.json in ${shown} is damaged`, "credence doctor says more");
  if (!isInUse(path)) return;
  throw new CredenceError(
    "EXISTS",
    `${shown} is a user root already, with ${pluralize(countMemories(path), "memory", "memories")}`,
    `if it is the root of that remote: credence sync --remote ${url}; to join two roots move this one away, run the command again, then credence import markdown OLD --execute`,
  );
}

function isFilled(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).some((name) => !name.startsWith("."));
}

/** Under the lock of the root: somebody may be about to save the first memory. */
function adopt(place: Pick<RootPlace, "path" | "shown" | "kind">, id: string): void {
  makeRoot(place, null, id);
  const lock = acquireLock(place.path);
  try {
    if (countMemories(place.path) > 0)
      throw new CredenceError(
        "OCC_CONFLICT",
        `a memory was just saved in ${place.shown}`,
        "nothing was changed",
      );
    adoptRootId(place, id);
  } finally {
    lock.release();
  }
}

type Taken = {
  readonly id: string;
  /** The id that the root had; null where there was none. */
  readonly before: string | null;
  readonly records: string;
  readonly sync: string;
  /** Directories that are made for it, the deepest first. */
  readonly missing: readonly string[];
  /** This machine knew the root before. */
  readonly wasKnown: boolean;
};

/** What was taken already, or agreed on with the remote, stays. */
function giveBack(place: RootPlace, { id, before, records, sync, missing, wasKnown }: Taken): void {
  if (existsSync(join(sync, "remote.json"))) return;
  const lock = acquireLock(place.path);
  try {
    if (rootIdAt(place.path) !== id || isInUse(place.path) || isFilled(join(place.path, "team"))) return;
    if (before === null) unmakeRoot(place);
    else adoptRootId(place, before);
  } finally {
    lock.release();
  }
  removeEmptyDirectories(missing);
  writing("machine state", () => [sync, ...(wasKnown ? [] : [records])].forEach(removeTree));
}

/** The key that was unlocked stays so. */
function reopen({ hints, keys }: Workspace): Workspace {
  const opened = openWorkspace(hints);
  return { ...opened, keys: { ...opened.keys, person: keys.person }, presence: { kind: "person" } };
}

async function findRootId(
  workspace: Workspace,
  { url, place }: { readonly url: RemoteUrl; readonly place: RootPlace },
  { env }: Pick<SyncRequest, "env">,
): Promise<string | null> {
  const keepFree = (id: string | null): string | null => {
    if (id === null || isIdFree(join(workspace.state.path, "roots", id), place, id)) return id;
    throw takenId(place);
  };
  if (url.kind === "hub") return keepFree(rootOnHub(url) ?? null);
  return inFirstStore(workspace, { ...url, env }, async (store, remote) => {
    if (!(await hasCommit(store, remote))) return null;
    const fetched = await fetchInto(store, remote, { what: [FRONT], options: ["--depth=1"] });
    if (fetched.kind === "failed") throw explainTransport(fetched);
    return keepFree(readRootIdIn(store));
  });
}

const INCOMING = "refs/credence/incoming/main";
const FRONT = `+refs/heads/main:${INCOMING}`;

/** Whoever meets it first sends a root there, and everybody after them begins with that one. */
export async function isEmptyRemote(
  workspace: Workspace,
  url: RemoteUrl,
  { env }: Pick<SyncRequest, "env">,
): Promise<boolean> {
  if (isToBeMade(url) || url.kind === "hub") return (rootOnHub(url) ?? null) === null;
  return inFirstStore(workspace, { ...url, env }, async (store, remote) => !(await hasCommit(store, remote)));
}

async function hasCommit(store: Plumbing, remote: Remote): Promise<boolean> {
  const asked = await askRemote(store, remote);
  if (asked.kind === "failed") throw explainTransport(asked);
  return asked.commit !== null;
}

/** For a remote of which nothing is known yet, not even which root it holds; gone afterwards. */
async function inFirstStore<Result>(
  { state, cache }: Workspace,
  address: Pick<Remote, "url" | "kind" | "env">,
  look: (store: Plumbing, remote: Remote) => Promise<Result>,
): Promise<Result> {
  makeState({ state: state.path, cache });
  const directory = join(ensurePrivate(join(state.path, "sync")), "first");
  writing("machine state", () => removeTree(directory));
  ensurePrivate(directory);
  try {
    const path = join(directory, "repo");
    const store = makeStore(path, temporaryBeside(path));
    return await look(store, { ...address, limits: LIMITS, onWait: () => undefined });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw error.isFull
      ? explainTransport({ why: "", isFull: true })
      : new CredenceError("REMOTE_FAILED", "what the remote sent cannot be read");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function readRootIdIn(quarantine: Plumbing): string {
  const commit = readIncoming(quarantine, INCOMING);
  const entry = commit === null ? undefined : findEntries(quarantine, commit, [ROOT_PATH]).get(ROOT_PATH);
  const size = entry?.mode === FILE_MODE ? measureObjects(quarantine, [entry.oid]).get(entry.oid) : undefined;
  if (entry === undefined || size === undefined || size > ROOT_FILE_BYTES_MAX) throw noRoot();
  const text = Buffer.from(readBlobs(quarantine, new Map([[entry.oid, size]])).get(entry.oid) ?? []).toString(
    "utf8",
  );
  const value = parseJson(text);
  if (!isRecord(value)) throw noRoot();
  if (value["format"] !== FORMAT)
    throw new CredenceError("UNKNOWN_FORMAT", "the remote has a form that this credence does not know");
  const id = value["root"];
  if (typeof id !== "string" || id.length !== ROOT_ID_CHARS || !isOf(HEX, id)) throw noRoot();
  return id;
}

function takenId({ shown }: RootPlace): CredenceError {
  return new CredenceError(
    "REMOTE_FAILED",
    `the remote gives ${shown} the id of another root of this machine, so nothing of it is used`,
    "name the remote of this root, or an empty repository; if this one should be yours, find out who wrote to it",
  );
}

function noRoot(): CredenceError {
  return new CredenceError(
    "REMOTE_FAILED",
    "the remote holds no memory root",
    "name an empty repository, or the one that credence machine add URL has sent your memories to",
  );
}
