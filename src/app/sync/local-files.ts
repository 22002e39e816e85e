// What a root has that the base commit has not, or has otherwise. Files are told apart without reading them where the last sync
// left them unchanged, so it costs one look at each file's times, and reading only for what changed.

import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { blobOid } from "../../git/object-store.ts";
import type { Plumbing } from "../../git/plumbing.ts";
import { diffTrees, findEntries, type TreeEntry } from "../../git/trees.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { DIRECTORIES, listDirectory, readFileContent } from "../../store/memory-files.ts";
import { refuseOutside } from "../../store/paths.ts";
import { FORGOTTEN, listAttestedIds } from "../../trust/attest-files.ts";
import { type Agreement, UNTOLD } from "./agreement.ts";
import { bytesMaxOf, CONFIG_PATH, FILE_MODE, mayEnter, parsePath } from "./synced-paths.ts";

export type LocalFile = { readonly oid: string; readonly bytes: Uint8Array };

export type LocalChange = {
  readonly was: string | null;
  /** Null where it is gone. */
  readonly is: LocalFile | null;
};

export type LocalFiles = {
  /** By path, against the base. */
  readonly changed: ReadonlyMap<string, LocalChange>;
  /** Links, devices, files too large and the like: neither sent nor counted as gone. */
  readonly refused: ReadonlyMap<string, string>;
  /** What tells each file while it is unchanged, by its path or that of its directory of statements. */
  readonly identities: ReadonlyMap<string, string>;
};

export type Looking = {
  readonly root: string;
  readonly store: Plumbing;
  readonly base: string | null;
  readonly agreement: Agreement;
  readonly nowMs: number;
};

/** The caller holds the root's lock, so that no operation is half done. */
export function findLocalChanges(looking: Looking): LocalFiles {
  const { base, agreement } = looking;
  const known = agreement.base === base ? agreement : null;
  const identities = new Map<string, string>();
  const fresh: string[] = [];
  const seen = new Set<string>();
  for (const path of listPaths(looking.root)) {
    seen.add(path);
    // Without `join`, which would look at every letter of every path.
    const { text, young } = identifyFile(`${looking.root}${sep}${path}`, looking.nowMs);
    identities.set(path, young ? UNTOLD : text);
    if (known?.same.get(path) !== text) fresh.push(path);
  }
  const gone = known === null ? [] : [...known.same.keys()].filter((path) => !seen.has(path));
  const before = findBefore(looking, known === null ? null : [...fresh, ...gone]);
  return compare(looking, { fresh, gone, before, identities, isWhole: known === null, seen });
}

/** Files, and for statements the directories that hold them. */
function* listPaths(root: string): Generator<string> {
  for (const directory of DIRECTORIES) {
    for (const { id } of listDirectory(root, directory).entries) yield `${directory}/${id}.md`;
  }
  for (const id of listAttestedIds(root)) yield `attest/${id}`;
  for (const directory of [`attest/${FORGOTTEN}`, "team", "team/introductions"]) {
    if (refuseOutside(root, directory)) yield directory;
  }
  if (identifyFile(join(root, CONFIG_PATH), 0).text !== "-") yield CONFIG_PATH;
}

/** More paths than this are quicker found among all. */
const LOOKED_UP_MAX = 2_000;

/** Plain files of the base: under some paths, or all. */
function findBefore({ store, base }: Looking, paths: readonly string[] | null): Map<string, TreeEntry> {
  if (base === null) return new Map();
  const found =
    paths !== null && paths.length <= LOOKED_UP_MAX
      ? [...findEntries(store, base, paths.map(toLookUp))]
      : diffTrees(store, { from: null, to: base }, mayEnter).flatMap(({ path, to }) =>
          to === null ? [] : [[path, to] as const],
        );
  return new Map(found.filter(([, { mode }]) => mode === FILE_MODE));
}

function toLookUp(path: string): string {
  return isDirectoryOf(path) ? `${path}/` : path;
}

function isDirectoryOf(path: string): boolean {
  return mayEnter(path);
}

type Compared = {
  readonly fresh: readonly string[];
  readonly gone: readonly string[];
  readonly before: ReadonlyMap<string, TreeEntry>;
  readonly identities: ReadonlyMap<string, string>;
  /** All of the base was listed. */
  readonly isWhole: boolean;
  readonly seen: ReadonlySet<string>;
};

function compare(
  { root }: Looking,
  { fresh, gone, before, identities, isWhole, seen }: Compared,
): LocalFiles {
  const changed = new Map<string, LocalChange>();
  const refused = new Map<string, string>();
  const wasOf = (path: string): string | null => before.get(path)?.oid ?? null;
  const present = new Set<string>();
  const note = (path: string): void => {
    present.add(path);
    const parsed = parsePath(path);
    if (parsed === null) return;
    const was = wasOf(path);
    // A statement is named by its content, so one that is known needs no reading.
    if (was !== null && (parsed.kind === "statement" || parsed.kind === "tombstone")) return;
    const content = readFileContent(join(root, path), bytesMaxOf(parsed));
    if (content.kind === "refused") refused.set(path, content.why);
    else if ("hash" in parsed && sha256Hex(content.bytes) !== parsed.hash) {
      refused.set(path, "its name is not the hash of its content");
    } else {
      const oid = blobOid(content.bytes);
      if (oid !== was) changed.set(path, { was, is: { oid, bytes: content.bytes } });
    }
  };
  for (const path of fresh) {
    if (!isDirectoryOf(path)) note(path);
    else for (const name of readdirSync(join(root, path))) note(`${path}/${name}`);
  }
  const looked = new Set([...fresh, ...gone]);
  for (const [path, { oid }] of before) {
    const directory = path.slice(0, path.lastIndexOf("/"));
    const isLookedFor = isWhole || looked.has(path) || looked.has(directory);
    if (isLookedFor && !present.has(path) && !seen.has(path) && isSent(path)) {
      changed.set(path, { was: oid, is: null });
    }
  }
  return { changed, refused, identities };
}

/** What has no file in a root on purpose is not missed there. */
function isSent(path: string): boolean {
  const kind = parsePath(path)?.kind;
  return kind !== undefined && kind !== "root" && kind !== "beside";
}

/** The path under which a file is told unchanged: its own, or that of its directory. */
export function placeOf(path: string): string {
  const directory = path.slice(0, path.lastIndexOf("/"));
  return isDirectoryOf(directory) && directory !== "memories" && directory !== "quarantine"
    ? directory
    : path;
}
