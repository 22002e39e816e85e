// Whom this machine trusts: its own keys, and those a person added here after reading their fingerprint on the other
// machine. Kept in machine state, never in a root: a clone cannot say whom to trust.

import { existsSync, readFileSync } from "node:fs";
import { isRecord, parseJson } from "../memory/json.ts";
import type { TrustedSigner } from "../memory/law/standing.ts";

export type KnownSigner = TrustedSigner & {
  /** The public key its signatures are checked with. */
  readonly key: string;
  /** A key that was replaced: what it said before counts, what it says from now on does not. */
  readonly former?: true;
};

const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;
const ROOT = /^[0-9a-f]{32}$/;

/** Entries that are not whole are left out: an unknown signer only withholds. */
export function readSignersFile(path: string): KnownSigner[] {
  return (readList(path) ?? []).filter(isSigner).map((signer) => ({ ...signer, own: false }));
}

/** How many entries were left out; a file that is not a list counts as one. */
export function countDamagedSigners(path: string): number {
  const list = readList(path);
  return list === null ? 1 : list.filter((each) => !isSigner(each)).length;
}

/** @returns null when the file is not a list of signers. */
function readList(path: string): unknown[] | null {
  if (!existsSync(path)) return [];
  const value = parseJson(readFileSync(path, "utf8"));
  const list = typeof value === "object" && value !== null && "signers" in value ? value.signers : null;
  return Array.isArray(list) ? list : null;
}

export function renderSignersFile(signers: readonly KnownSigner[]): string {
  const rows = signers.map(({ signer, key, root, petname }) => ({ signer, key, root, petname }));
  return `${JSON.stringify({ v: 1, signers: rows }, null, 2)}\n`;
}

function isSigner(value: unknown): value is KnownSigner {
  if (!isRecord(value)) return false;
  const { signer, key, root, petname } = value;
  return (
    typeof signer === "string" &&
    SIGNER.test(signer) &&
    typeof key === "string" &&
    KEY.test(key) &&
    // Trust is given for one root; only this machine's own keys count everywhere.
    typeof root === "string" &&
    ROOT.test(root) &&
    typeof petname === "string"
  );
}
