// The store of one root's synced history: a bare repository in machine state. It has no work tree; a root is read and written by
// its own store alone. All of it can be made anew from the remote.

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { GitFailure, type Plumbing, plumb, plumbOrFail } from "./plumbing.ts";

/** What `writeCommit` wrote last. */
export const NEXT = "refs/credence/next";
export const INCOMING = "refs/credence/incoming";

// Each commit is a pack of its own: `tidyStore` joins packs, and no other process tidies a thousand small files.
const CONFIG = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[fastimport]\n\tunpackLimit = 1\n";

/** Makes the store at a path that nothing has yet; `fresh` is the name under which it is made. */
export function makeStore(path: string, fresh: string): Plumbing {
  // Without one of these git does not take it for a repository.
  if (!["HEAD", "objects/pack", "refs"].every((name) => existsSync(join(path, name)))) {
    rmSync(path, { recursive: true, force: true });
    initStore(fresh);
    renameSync(fresh, path);
  }
  // It may name programs, so it has to be ours to the byte.
  const config = join(path, "config");
  if (!existsSync(config) || readFileSync(config, "utf8") !== CONFIG) writeFileSync(config, CONFIG);
  return { store: path };
}

/** What `git init --bare` makes, without a process: each fetch needs one. */
function initStore(path: string): void {
  for (const name of ["objects/info", "objects/pack", "refs/heads"]) {
    mkdirSync(join(path, name), { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(path, "config"), CONFIG);
  writeFileSync(join(path, "HEAD"), "ref: refs/heads/main\n");
}

/**
 * Where a fetch goes first: what is refused is deleted with it. It borrows the objects of the store, so that only what is new
 * is asked for.
 */
export function makeQuarantine({ store }: Plumbing, path: string): Plumbing {
  initStore(path);
  writeFileSync(join(path, "objects", "info", "alternates"), `${join(store, "objects")}\n`);
  return { store: path };
}

/** What lies in the store: packs, and the one that is just arriving. */
export function measurePacks({ store }: Plumbing): number {
  const pack = join(store, "objects", "pack");
  try {
    return readdirSync(pack)
      .map((name) => lstatSync(join(pack, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch {
    // Not made yet, or just renamed: measured at the next tick.
    return 0;
  }
}

const PACK_HEAD = { bytes: 12, countAt: 8 };

/** How many objects a fetch brought, by what each pack says of itself; git has checked it on arrival. */
export function countObjects({ store }: Plumbing): number {
  const directory = join(store, "objects", "pack");
  const packs = readdirSync(directory).filter((name) => name.endsWith(".pack"));
  return packs.map((name) => countIn(join(directory, name))).reduce((sum, count) => sum + count, 0);
}

function countIn(pack: string): number {
  const head = Buffer.alloc(PACK_HEAD.bytes);
  const file = openSync(pack, "r");
  try {
    return readSync(file, head) === PACK_HEAD.bytes ? head.readUInt32BE(PACK_HEAD.countAt) : 0;
  } finally {
    closeSync(file);
  }
}

/** What was found good becomes part of the store: the pack first, its index last, so that nobody finds half of it. */
export function adoptPacks(quarantine: Plumbing, { store }: Plumbing): void {
  const from = join(quarantine.store, "objects", "pack");
  const names = readdirSync(from).filter((name) => /^pack-[0-9a-f]{40}\.(?:pack|rev|idx)$/.test(name));
  for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
    renameSync(join(from, name), join(store, "objects", "pack", name));
  }
}

function rank(name: string): number {
  return name.endsWith(".idx") ? 1 : 0;
}

const PACKS_MAX = 20;

/** Every sync may add a pack, and each search looks into all. */
export function tidyStore(place: Plumbing): void {
  const packs = readdirSync(join(place.store, "objects", "pack")).filter((name) => name.endsWith(".pack"));
  if (packs.length <= PACKS_MAX) return;
  plumb(place, ["repack", "--quiet", "-d", "--geometric=2"]);
}

function isOid(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** What was fetched. @returns null when it is no commit with a tree: a branch of a remote may name anything. */
export function readIncoming(quarantine: Plumbing, ref: string = INCOMING): string | null {
  const names = `${ref}^{commit}\n${ref}^{tree}\n`;
  const out = plumbOrFail(quarantine, ["cat-file", "--batch-check"], names);
  const [commit, tree] = out
    .toString("latin1")
    .split("\n")
    .map((line) => line.split(" "));
  return commit?.[1] === "commit" && tree?.[1] === "tree" ? (commit[0] ?? null) : null;
}

/** The name that git gives to these bytes. */
export function blobOid(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

export type CommitRequest = {
  /** One parent at most: history stays a line. */
  readonly parent: string | null;
  /** Without a parent: the commit whose files it begins with. */
  readonly like?: string | null;
  /** By path: bytes, the name of a content that the store has, or null for what goes. */
  readonly files: ReadonlyMap<string, Uint8Array | string | null>;
  readonly message: string;
  readonly atMs: number;
};

const WHO = "Credence <sync@credence.invalid>";

/** Exactly this, in one commit on top of its parent. */
export function writeCommit(place: Plumbing, request: CommitRequest): string {
  const { parent, like = null, files, message, atMs } = request;
  const parts: Uint8Array[] = [];
  const say = (text: string): void => void parts.push(Buffer.from(text, "latin1"));
  const data = (bytes: Uint8Array): void => {
    say(`data ${bytes.length}\n`);
    parts.push(bytes);
    say("\n");
  };
  // Without a parent the branch would go on from its last commit.
  say(`feature done\nreset ${NEXT}\n\ncommit ${NEXT}\nmark :1\n`);
  say(`committer ${WHO} ${Math.floor(atMs / 1_000)} +0000\n`);
  data(Buffer.from(message, "utf8"));
  if (parent !== null) say(`from ${parent}\n`);
  else if (like !== null) say(`M 040000 ${readTree(place, like)} ""\n`);
  // What goes, first: a directory may have stood where a file comes.
  for (const [path, bytes] of files) if (bytes === null) say(`D ${quote(path)}\n`);
  for (const [path, bytes] of files) {
    if (bytes === null) continue;
    if (typeof bytes === "string") say(`M 100644 ${bytes} ${quote(path)}\n`);
    else {
      say(`M 100644 inline ${quote(path)}\n`);
      data(bytes);
    }
  }
  say("get-mark :1\ndone\n");
  const args = ["fast-import", "--quiet", "--force", "--date-format=raw"];
  const commit = plumbOrFail(place, args, Buffer.concat(parts)).toString("latin1").trim();
  if (!isOid(commit)) throw new GitFailure("git fast-import wrote no commit");
  return commit;
}

function readTree(place: Plumbing, commit: string): string {
  return plumbOrFail(place, ["rev-parse", "--verify", `${commit}^{tree}`])
    .toString("latin1")
    .trim();
}

/** Any bytes but NUL, which no name has. */
function quote(path: string): string {
  const escaped = path.replaceAll(
    /[^\x21\x23-\x5b\x5d-\x7e]/g,
    (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${escaped}"`;
}
