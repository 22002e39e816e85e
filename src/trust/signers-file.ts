// Whom a person trusts on this machine, `signers.json`: the keys that were typed here, the machines that were confirmed, and what was
// decided about revoked keys. Kept in machine state and written by a person's commands alone: no root says whom to trust.

import { readFileSync } from "node:fs";
import { isRecord, parseJson, textsIn } from "../memory/json.ts";
import { ALL_PROJECTS, type TrustedSigner } from "../memory/law/standing-input.ts";
import type { Choice } from "../memory/people/decide-trust.ts";

export type KnownSigner = TrustedSigner & {
  /** The public key its signatures are checked with. */
  readonly key: string;
  /** What it said before counts, and of what arrives from now on only what `honours` names. */
  readonly former?: true;
  readonly honours?: ReadonlySet<string>;
  /** A machine that counts by a statement of its owner. */
  readonly via?: "statement";
  /** Another key of this machine's own person. */
  readonly mine?: true;
};

/** A key that was typed here. */
export type SignerEntry = Pick<KnownSigner, "signer" | "key" | "root" | "petname" | "mine" | "proposes"> & {
  /** A person here ended the trust: its negative words that counted stay. */
  readonly ended?: true;
};

export type RevokedKey = {
  /** `machine:` or `person:` and the public key. */
  readonly name: string;
  readonly choice: Choice;
  /** Statements that are honoured and that were too many to be named in the `ends`. */
  readonly honours?: readonly string[];
};

export type TrustFile = {
  readonly signers: readonly SignerEntry[];
  /** Machine keys. */
  readonly confirmed: readonly string[];
  readonly revoked: readonly RevokedKey[];
};

export const NO_TRUST: TrustFile = { signers: [], confirmed: [], revoked: [] };

const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;
const NAMED_KEY = /^(?:machine|person):[A-Za-z0-9_-]{43}$/;
const ROOT = /^[0-9a-f]{32}$/;

/** Entries that are not whole are left out: an unknown signer only withholds. */
export function readTrustFile(path: string): TrustFile {
  const value = readRecord(path);
  const list = value["signers"];
  const revoked = Array.isArray(value["revoked"]) ? value["revoked"] : [];
  return {
    signers: (Array.isArray(list) ? list : []).flatMap((each) => parseEntry(each) ?? []),
    confirmed: textsIn(value["confirmed"]).filter((each) => KEY.test(each)),
    revoked: revoked.flatMap((each) => parseRevoked(each) ?? []),
  };
}

/** How many entries were left out; a file that is not a list counts as one. */
export function countDamagedSigners(path: string): number {
  const list = readRecord(path)["signers"];
  return Array.isArray(list) ? list.filter((each) => parseEntry(each) === null).length : 1;
}

/** A file that is there and cannot be read is not an empty one: what is written next would be made from it. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function readRecord(path: string): Readonly<Record<string, unknown>> {
  const value = parseJson(readIfThere(path) ?? '{"signers":[]}');
  return isRecord(value) ? value : {};
}

export function renderTrustFile({ signers, confirmed, revoked }: TrustFile): string {
  const rows = signers.map(({ signer, key, root, petname, mine, proposes, ended }) => ({
    ...{ signer, key, root, petname, mine, proposes, ended },
  }));
  return `${JSON.stringify({ v: 1, signers: rows, confirmed, revoked }, null, 2)}\n`;
}

/** @returns null when the entry is not whole: a field that would be read as more trust than was written makes it none. */
function parseEntry(value: unknown): SignerEntry | null {
  if (!isRecord(value)) return null;
  const { signer, key, petname, root, mine, proposes, ended } = value;
  if (typeof signer !== "string" || !SIGNER.test(signer)) return null;
  if (typeof key !== "string" || !KEY.test(key) || typeof petname !== "string") return null;
  if (ended !== undefined && ended !== true) return null;
  if (proposes !== undefined && proposes !== true) return null;
  const isWide = root === ALL_PROJECTS || (root === null && mine === true);
  if (!isWide && (typeof root !== "string" || !ROOT.test(root))) return null;
  return {
    ...{ signer, key, root: root as string | null, petname },
    ...(mine === true ? { mine } : {}),
    ...(proposes === true ? { proposes } : {}),
    ...(ended === true ? { ended } : {}),
  };
}

/** A choice that cannot be read is none: until a person decides, a revoked key says nothing new. */
function parseRevoked(value: unknown): RevokedKey | null {
  if (!isRecord(value)) return null;
  const { name, choice, honours } = value;
  if (typeof name !== "string" || !NAMED_KEY.test(name)) return null;
  if (choice !== "honour" && choice !== "drop") return null;
  return honours === undefined ? { name, choice } : { name, choice, honours: textsIn(honours) };
}
