// One signed statement about one content of one id, in a file named by its own hash.
//
// Attack: a statement moved to another root, scope or id, edited, re-signed, or written in two ways that hash
// differently. So root, scope and id are signed; the file must be the canonical form to the last byte; and what is
// not exactly this shape is not an attestation.

import { renderCanonical } from "../file/digest.ts";
import { sha256Hex } from "../file/sha256.ts";
import { ENDED_MAX, PARENTS_MAX } from "../limits.ts";
import { parseMemoryId, type Scope } from "../memory.ts";
import { type Act, isErasing, isFirstAct } from "./acts.ts";
import type { SetStatement } from "./sets/said.ts";
import {
  type Checks,
  COMMON_CHECKS,
  findNewer,
  findProblem,
  HEX_64,
  isSortedList,
  matches,
  readCanonical,
  type UnreadAttestation,
} from "./statement-form.ts";

export type KeyKind = "machine" | "person";

export type Statement = {
  /** 2 is a tombstone: what stays of a memory that was forgotten. */
  readonly v: 1 | 2;
  /** The root's random id, so that a statement about one root says nothing in another. */
  readonly root: string;
  readonly scope: Scope;
  /** Of a tombstone the opaque id, which is made from the id and does not tell it. */
  readonly id: string;
  readonly digest: string;
  /** Of a tombstone alone: the digest with case and white space folded, null where there was no text to fold. */
  readonly folded?: string | null;
  readonly act: Act;
  /** Rule ids of the findings that the person saw and took on; empty when there were none. */
  readonly acknowledged: readonly string[];
  readonly time: string;
  /** `machine:` or `person:` and the key's fingerprint. */
  readonly signer: string;
  /**
   * The newest trusted attestations of this id the signer had seen, and every negative one and approval in force. Of a
   * tombstone all that were known about the id: it ends them.
   */
  readonly parents: readonly string[];
  readonly reason: string | null;
  /** Only in a throw-away state; trusted by no other. */
  readonly test?: true;
};

export type Attestation = Omit<Statement, "v"> & {
  readonly v: 1 | 2 | 3;
  /** Of version 3, what it says; the rest is what a reader of earlier versions would make of it. */
  readonly set?: SetStatement;
  /** SHA-256 of the file, which is also its name. */
  readonly hash: string;
  /** The public key, so that a person elsewhere can come to trust it; the fingerprint in `signer` binds it. */
  readonly key: string;
  readonly signature: string;
};

/** The bytes that a key signs. */
export function renderSigned(statement: Statement): string {
  return `credence-attest-v${statement.v}\n${renderCanonical(statementOf(statement))}`;
}

export function renderAttestation(
  statement: Statement,
  { key, signature }: { readonly key: string; readonly signature: string },
): { readonly hash: string; readonly text: string } {
  const text = `${renderCanonical({ ...statementOf(statement), key, signature })}\n`;
  return { hash: sha256Hex(text), text };
}

/** Reads one file. The signature is not checked here: it needs a key, and only a trusted one is worth the time. */
export function parseAttestation(text: string, hash: string): Attestation | UnreadAttestation {
  const value = readCanonical(
    text,
    hash,
    (read) => findNewer(read, 2) ?? findProblem(read, read["v"] === 2 ? TOMBSTONE_CHECKS : CHECKS),
  );
  // Every key was checked by findProblem.
  return "kind" in value ? value : { ...(value.read as Omit<Attestation, "hash">), hash };
}

/** Version 1 had a `forget` that only took out of use. */
export function isTombstone({ v, act }: { readonly v: number; readonly act?: Act }): boolean {
  return v === 2 || (v === 3 && act !== undefined && isErasing({ act }));
}

/** What a signer string says of its key. */
export function kindOfSigner(signer: string): KeyKind {
  return signer.startsWith("person:") ? "person" : "machine";
}

/** The statement alone, as it is signed: an attestation is one too, and more than that. */
export function statementOf(from: Omit<Statement, "v"> & { readonly v: 1 | 2 | 3 }): Statement {
  const { v, root, scope, id, digest, act, acknowledged, time, signer, parents, reason, test } = from;
  return {
    ...{ v: v === 2 ? 2 : 1, root, scope, id, digest, act, acknowledged, time, signer, parents, reason },
    ...(v === 2 && { folded: from.folded ?? null }),
    ...(test === true && { test }),
  };
}

const CHECKS: Checks = {
  ...COMMON_CHECKS,
  v: (value) => value === 1,
  id: (value) => typeof value === "string" && parseMemoryId(value) === value,
  digest: (value) => matches(value, HEX_64),
  act: isFirstAct,
  parents: (value) => isSortedList(value, HEX_64, PARENTS_MAX),
};

const TOMBSTONE_CHECKS: Checks = {
  ...CHECKS,
  v: (value) => value === 2,
  id: (value) => matches(value, HEX_64),
  folded: (value) => value === null || matches(value, HEX_64),
  act: (value) => value === "forget",
  parents: (value) => isSortedList(value, HEX_64, ENDED_MAX),
};
