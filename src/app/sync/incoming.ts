// What a remote has changed since the base, looked at before any of it touches a root.
//
// Attack: the remote is whoever can write to it. Links, submodules and programs in place of files; names that mean something to a
// disk or to git; a file too large to be what it says; a statement that nobody signed, of another root, or under another id; a
// card that its owner did not sign; a setting that would loosen anything; bytes that are no text. Each is named and not taken, and
// the others go on. A remote of another root is refused as a whole. Fails closed.

import type { Plumbing } from "../../git/plumbing.ts";
import { diffTrees, measureObjects, readBlobs, type TreeChange } from "../../git/trees.ts";
import { CONFIG_KEYS } from "../../memory/config/config-keys.ts";
import { applyRootConfig } from "../../memory/config/root-config.ts";
import { CredenceError } from "../../memory/errors.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { type Attestation, parseAttestation } from "../../memory/law/attestation.ts";
import { parseCard, parseIntroduction } from "../../trust/cards.ts";
import { isSignedBy } from "../../trust/sign.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { bytesMaxOf, FILE_MODE, mayEnter, parsePath, type SyncedPath } from "./synced-paths.ts";

export type TheirChange = {
  /** What the base has there. */
  readonly was: string | null;
  /** Null where the remote has nothing, or nothing that is taken. */
  readonly is: { readonly oid: string; readonly text: string } | null;
  /** What the remote has there, taken or not. */
  readonly entry: string | null;
};

export type Incoming = {
  readonly commit: string | null;
  readonly changes: ReadonlyMap<string, TheirChange>;
  /** By path: why it was not taken. */
  readonly refused: ReadonlyMap<string, string>;
  /** By id, those that are new here. */
  readonly statements: ReadonlyMap<string, readonly Attestation[]>;
  readonly tombstones: readonly Attestation[];
};

export const NOTHING_INCOMING: Incoming = {
  commit: null,
  changes: new Map(),
  refused: new Map(),
  statements: new Map(),
  tombstones: [],
};

export type Arrived = {
  readonly store: Plumbing;
  readonly base: string | null;
  readonly theirs: string;
};

export function readIncoming(
  workspace: Workspace,
  root: OpenRoot,
  { store, base, theirs }: Arrived,
): Incoming {
  const differing = diffTrees(store, { from: base, to: theirs }, mayEnter);
  const refused = new Map<string, string>();
  const wanted = differing.flatMap((change) => toWanted(change, refused));
  refuseOtherRemote(wanted, { refused, isFirst: base === null });
  const sizes = measureObjects(store, [...new Set(wanted.flatMap(({ change }) => change.to?.oid ?? []))]);
  const fitting = wanted.flatMap(({ parsed, change: { to } }) => {
    const size = sizes.get(to?.oid ?? "") ?? Number.POSITIVE_INFINITY;
    return to !== null && size <= bytesMaxOf(parsed) ? [[to.oid, size] as const] : [];
  });
  const blobs = readBlobs(store, new Map(fitting));
  const [changes, statements, tombstones]: [
    Map<string, TheirChange>,
    Map<string, Attestation[]>,
    Attestation[],
  ] = [new Map(), new Map(), []];
  for (const { path, parsed, change } of wanted) {
    const entry = change.to?.oid ?? null;
    const read = entry === null ? null : readOne(workspace, root, { path, parsed, blob: blobs.get(entry) });
    if (read?.kind === "refused") refused.set(path, read.why);
    const isTaken = read?.kind === "text" && entry !== null;
    changes.set(path, {
      was: change.from?.oid ?? null,
      is: isTaken ? { oid: entry, text: read.text } : null,
      entry,
    });
    if (!isTaken || read.statement === undefined) continue;
    if (parsed.kind === "tombstone") tombstones.push(read.statement);
    else statements.set(read.statement.id, [...(statements.get(read.statement.id) ?? []), read.statement]);
  }
  return { commit: theirs, changes, refused, statements, tombstones };
}

type Wanted = { readonly path: string; readonly parsed: SyncedPath; readonly change: TreeChange };

function toWanted(change: TreeChange, refused: Map<string, string>): Wanted[] {
  const { path, from, to } = change;
  const parsed = parsePath(path);
  if (parsed?.kind === "beside") return [];
  if (parsed === null) {
    if (to !== null) refused.set(path, "it is no part of a memory root");
    return [];
  }
  const was = from?.mode === FILE_MODE ? from : null;
  if (to !== null && to.mode !== FILE_MODE) {
    refused.set(path, MODES[to.mode] ?? "it is not a plain file");
    return [{ path, parsed, change: { path, from: was, to: null } }];
  }
  return [{ path, parsed, change: { path, from: was, to } }];
}

const MODES: Readonly<Record<string, string>> = {
  "040000": "it is a directory",
  "100755": "it is marked as a program",
  "120000": "it is a symbolic link",
  "160000": "it is a submodule",
};

/** Where the two never met: a repository that holds something else is not written to. */
function refuseOtherRemote(
  wanted: readonly Wanted[],
  { refused, isFirst }: { readonly refused: ReadonlyMap<string, string>; readonly isFirst: boolean },
): void {
  const hasRoot = wanted.some(({ parsed, change }) => parsed.kind === "root" && change.to !== null);
  if (!isFirst || hasRoot || (wanted.length === 0 && refused.size === 0)) return;
  throw new CredenceError(
    "REMOTE_FAILED",
    "the remote holds other files, and no memory root",
    "name an empty repository: credence sync --remote URL",
  );
}

type Read =
  | { readonly kind: "text"; readonly text: string; readonly statement?: Attestation }
  | { readonly kind: "refused"; readonly why: string };

function readOne(
  workspace: Workspace,
  root: OpenRoot,
  { path, parsed, blob }: Pick<Wanted, "path" | "parsed"> & { readonly blob: Uint8Array | undefined },
): Read {
  if (blob === undefined) return no(`it is larger than ${bytesMaxOf(parsed) / 1024} KiB`);
  const text = decode(parsed, blob);
  if (text === null) return no("it is not text");
  switch (parsed.kind) {
    case "memory":
    case "beside":
      return { kind: "text", text };
    case "statement":
    case "tombstone":
      return readStatement(root, parsed, text);
    case "card":
      return readCard(path, text);
    case "config":
      return readConfig(workspace, text);
    case "root":
      refuseOtherRoot(root, text);
      return { kind: "text", text };
  }
}

function no(why: string): Read {
  return { kind: "refused", why };
}

/** @returns null when the bytes are no text. */
function decode(parsed: SyncedPath, blob: Uint8Array): string | null {
  if (parsed.kind === "tombstone") {
    const text = Buffer.from(blob).toString("utf8");
    return Buffer.from(text, "utf8").equals(blob) ? text : null;
  }
  const decoded = decodeMemoryText(blob);
  return decoded.kind === "text" ? decoded.text : null;
}

function readStatement(
  root: OpenRoot,
  parsed: Extract<SyncedPath, { kind: "statement" | "tombstone" }>,
  text: string,
): Read {
  if (sha256Hex(text) !== parsed.hash) return no("its name is not the hash of its content");
  const statement = parseAttestation(text, parsed.hash);
  // What it says is known to nobody here, and so counts for nothing here; a newer version that has this root may know it.
  if (!("hash" in statement))
    return statement.kind === "newer" ? { kind: "text", text } : no(statement.message);
  const isItsPlace =
    parsed.kind === "tombstone" ? statement.v === 2 : statement.v === 1 && statement.id === parsed.id;
  if (!isItsPlace) return no("it is a statement about something else");
  if (statement.root !== root.id || statement.scope !== root.scope)
    return no("it is a statement about another root");
  return isSignedBy(statement, statement.key)
    ? { kind: "text", text, statement }
    : no("its signature does not hold");
}

function readCard(path: string, text: string): Read {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const read = path.startsWith("team/introductions/") ? parseIntroduction(text, name) : parseCard(text, name);
  return "why" in read && read.kind === "malformed" ? no(read.why) : { kind: "text", text };
}

function readConfig(workspace: Workspace, text: string): Read {
  const fault = findConfigFault(workspace, text);
  return fault === null ? { kind: "text", text } : no(fault);
}

/** What keeps settings of a remote from being taken, by whomever; of a stranger's words nothing is repeated. */
export function findConfigFault({ config }: Workspace, text: string): string | null {
  const value = parseJson(text);
  if (!isRecord(value)) return "it is not a JSON object";
  const [warning] = applyRootConfig(config.config, value).warnings;
  if (warning === undefined) return null;
  const isKnown = CONFIG_KEYS.some(({ key }) => key === warning.key);
  const said = isKnown ? hideSecrets(warning.message) : "a key that the configuration does not have";
  return `it sets what a root cannot: ${said}`;
}

function refuseOtherRoot(root: OpenRoot, text: string): void {
  const value = parseJson(text);
  const isOurs = isRecord(value) && value["v"] === 1 && value["root"] === root.id;
  if (isOurs) return;
  const isNewer = isRecord(value) && typeof value["v"] === "number" && value["v"] > 1;
  if (isNewer)
    throw new CredenceError(
      "REMOTE_FAILED",
      "root.json of the remote is of a newer format than this credence knows, or somebody changed it",
      "update credence, or see in the history of the remote who changed root.json",
    );
  throw new CredenceError(
    "REMOTE_FAILED",
    `the remote belongs to another root than ${root.shown}`,
    "name the remote of this root: credence sync --remote URL",
  );
}
