// What the law reads of a signed statement.

import type { Scope } from "../../src/memory/memory.ts";
import type { Act } from "./acts.ts";
import type { SetStatement } from "./sets/said.ts";

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

/** What a signer string says of its key. */
export function kindOfSigner(signer: string): KeyKind {
  return signer.startsWith("person:") ? "person" : "machine";
}
