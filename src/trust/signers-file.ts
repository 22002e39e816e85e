// Whom this machine trusts: its own keys, and those a person added here. Kept in machine state, never in a root: a clone cannot
// say whom to trust.
//
// Version 2 adds how a key came to be trusted. A key that is trusted in all project roots, that was replaced, or that came with a
// card has `roots`, and not `root`, so that version 1 leaves it out: an older program then withholds what it does not
// understand, and trusts no key that is over.

import { readFileSync } from "node:fs";
import { isRecord, parseJson } from "../memory/json.ts";
import { ALL_PROJECTS, type TrustedSigner } from "../memory/law/evidence.ts";

export type KnownSigner = TrustedSigner & {
  /** The public key its signatures are checked with. */
  readonly key: string;
  /** A key that was replaced: what it said before counts, what it says from now on does not. */
  readonly former?: true;
  /** How it came to be trusted: `typed`, `code`, `card`, or `introduced by NAME`. */
  readonly via?: string;
  /** Its holder may introduce others. */
  readonly introduces?: true;
  /** The owner of the card that lists it. */
  readonly card?: string;
  /** It is the key of another machine of whoever works here, who compared it. */
  readonly mine?: true;
};

const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;
const ROOT = /^[0-9a-f]{32}$/;
const OWNER = /^[a-z2-7]{32}$/;

/** Entries that are not whole are left out: an unknown signer only withholds. */
export function readSignersFile(path: string): KnownSigner[] {
  return (readList(path) ?? []).flatMap((each) => parseSigner(each) ?? []);
}

/** How many entries were left out; a file that is not a list counts as one. */
export function countDamagedSigners(path: string): number {
  const list = readList(path);
  return list === null ? 1 : list.filter((each) => parseSigner(each) === null).length;
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

/** @returns null when the file is not a list of signers. */
function readList(path: string): unknown[] | null {
  const value = parseJson(readIfThere(path) ?? '{"signers":[]}');
  const list = isRecord(value) ? value["signers"] : null;
  return Array.isArray(list) ? list : null;
}

export function renderSignersFile(signers: readonly KnownSigner[]): string {
  const rows = signers.map(
    ({ signer, key, root, petname, former, via, introduces, card, mine, proposes }) => ({
      ...{ signer, key },
      ...(root === ALL_PROJECTS || former === true || card !== undefined ? { roots: root } : { root }),
      // What is not so is not written.
      ...{ petname, former: former === true || undefined, via, introduces, card, mine, proposes },
    }),
  );
  return `${JSON.stringify({ v: 2, signers: rows }, null, 2)}\n`;
}

/** @returns null when the entry is not whole. */
function parseSigner(value: unknown): KnownSigner | null {
  if (!isRecord(value)) return null;
  const { signer, key, petname, former, via, introduces, card, mine, proposes } = value;
  const root = parseRoot(value);
  if (typeof signer !== "string" || !SIGNER.test(signer)) return null;
  if (typeof key !== "string" || !KEY.test(key)) return null;
  if (root === null || typeof petname !== "string") return null;
  // What would be read as more trust than was written makes the entry none.
  if (former !== undefined && former !== true) return null;
  if (card !== undefined && (typeof card !== "string" || !OWNER.test(card))) return null;
  const isPerson = signer.startsWith("person:");
  return {
    signer,
    key,
    root,
    petname,
    own: false,
    ...(former === true ? { former } : {}),
    ...(typeof via === "string" ? { via } : {}),
    ...(introduces === true && isPerson ? { introduces } : {}),
    ...(typeof card === "string" ? { card } : {}),
    ...(mine === true ? { mine } : {}),
    ...(proposes === true ? { proposes } : {}),
  };
}

/** Only this machine's own keys count everywhere. */
function parseRoot({ root, roots, former, card }: Readonly<Record<string, unknown>>): string | null {
  const isNew = former !== undefined || card !== undefined;
  if (roots === undefined) return isNew ? null : matchRoot(root);
  if (root !== undefined) return null;
  return roots === ALL_PROJECTS ? ALL_PROJECTS : isNew ? matchRoot(roots) : null;
}

function matchRoot(value: unknown): string | null {
  return typeof value === "string" && ROOT.test(value) ? value : null;
}
