// What travels between machines, whatever carries it: statements and texts under their own hashes, and a few papers under names of
// their own. A carrier knows nothing of trust.
//
// Attack: whoever can write where it is carried to makes names of any kind and any number. Only exactly these are taken. Fails closed.

import { sha256Hex } from "./file/sha256.ts";
import { isRecord, parseJson } from "./json.ts";
import { isErasingKind } from "./law/kinds.ts";
import { FILE_BYTES_MAX, STATEMENT_BYTES_MAX, TOMBSTONE_BYTES_MAX } from "./limits.ts";

/** `s/` and the hash of a statement, or `t/` and the hash of a text. */
export type ObjectName = `${"s" | "t"}/${string}`;

/** Why something is not taken: its path, its kind of entry, its bytes, or one more than there may be. */
export type Refusal = "path" | "mode" | "size" | "hash" | "number";

export const MACHINE = /^[a-z2-7]{32}$/;
const PAPER = /^(?:root|memory-config|attest\/people\/[0-9a-f]{64})\.json$/;
const OBJECT = /^[st]\/[0-9a-f]{64}$/;

/** Of the papers of one machine. */
export const PAPERS_MAX = { number: 1_024, bytes: 320 * 1024, together: 1024 * 1024 } as const;

export function isObjectName(name: unknown): name is ObjectName {
  return typeof name === "string" && OBJECT.test(name);
}

export function isPaper(path: string): boolean {
  return PAPER.test(path);
}

export function bytesMaxOf(name: ObjectName): number {
  return name.startsWith("s/") ? TOMBSTONE_BYTES_MAX : FILE_BYTES_MAX;
}

/** Are these the bytes of that name? Only a tombstone may be larger than other statements: it names all that it ends. */
export function findFault(
  name: ObjectName,
  bytes: Uint8Array,
  hash: string = sha256Hex(bytes),
): Refusal | null {
  if (bytes.length > bytesMaxOf(name)) return "size";
  if (hash !== name.slice(2)) return "hash";
  if (name.startsWith("t/") || bytes.length <= STATEMENT_BYTES_MAX) return null;
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  return isRecord(value) && isErasingKind(value["act"]) ? null : "size";
}

export type Papers = ReadonlyMap<string, Uint8Array>;

export type Known = {
  readonly has: (name: ObjectName) => boolean;
  /** What came here since the last `put`, or more; all of it where it is not known what was published. */
  readonly list: (isAll: boolean) => Iterable<ObjectName>;
};

export type Difference = {
  /** There and not here. */
  readonly missing: readonly ObjectName[];
  /** Here and not among what we published. */
  readonly unsent: readonly ObjectName[];
  /** By machine, all the papers of each that changed. */
  readonly papers: ReadonlyMap<string, Papers>;
  readonly refused: ReadonlyMap<Refusal, number>;
  /** What is there of ours: nothing, what we published last, or something else. */
  readonly own: "absent" | "published" | "other";
  /** What another machine had published is gone, or went back, since it was taken. */
  readonly isLess: boolean;
  /** By machine: why nothing of it is taken. It is tried again next time. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Machines beyond the limit, and what is named after none. */
  readonly leftOut: number;
  readonly odd: number;
};

export type Got = {
  readonly objects: ReadonlyMap<ObjectName, Uint8Array>;
  readonly refused: ReadonlyMap<Refusal, number>;
};

export type Publish = {
  readonly add: ReadonlyMap<ObjectName, Uint8Array>;
  readonly drop: Iterable<ObjectName>;
  /** All that this machine has, by path. */
  readonly papers: Papers;
  /** After a forget: nothing of what was dropped stays within reach. */
  readonly isCheckpoint: boolean;
};

export type Published =
  | { readonly kind: "nothing" }
  | { readonly kind: "published"; readonly isCheckpoint: boolean }
  /** Something else is there of ours by now, or it is not taken. */
  | { readonly kind: "rejected"; readonly why: string };

export type Carrier = {
  /** What changed there since `settle`; with null all that is there, as if nothing were here. */
  readonly diff: (known: Known | null) => Promise<Difference>;
  /** Of those that `diff` named as missing. */
  readonly get: (names: Iterable<ObjectName>) => Promise<Got>;
  /** What `diff` told is stored durably here, or not wanted: it is not told again. */
  readonly settle: () => Promise<void>;
  readonly put: (wanted: Publish) => Promise<Published>;
  /** Of what is here, what is not among what we published. */
  readonly findUnsent: (list: Known["list"]) => Promise<ObjectName[]>;
  /** All that we published last and have to take away by ourselves. */
  readonly listOwn: () => Promise<ObjectName[]>;
  /** Of these names those that another machine has published. */
  readonly findElsewhere: (names: readonly ObjectName[]) => Promise<ReadonlySet<ObjectName>>;
};

// What a hub and its clients say to each other.

/** The only path of a hub; after it may come the id of a root. */
export const HUB_PATH = "/credence-hub";
/** Of one request: objects, their bytes, names. */
export const BATCH = { objects: 1_000, bytes: 16 * 1024 * 1024, names: 5_000 } as const;
