// One signed statement about one content of one id, in a file named by its own hash.
//
// Attack: a statement moved to another root, scope or id, edited, re-signed, or written in two ways that hash
// differently. So root, scope and id are signed; the file must be the canonical form to the last byte; and what is
// not exactly this shape is not an attestation.

import { renderCanonical } from "../file/digest.ts";
import { sha256Hex } from "../file/sha256.ts";
import { parseInstant } from "../instant.ts";
import { isRecord, parseJson } from "../json.ts";
import { ENDED_MAX, PARENTS_MAX, REASON_CHARS_MAX } from "../limits.ts";
import { parseMemoryId, SCOPES, type Scope } from "../memory.ts";
import { type Act, isAct } from "./acts.ts";

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

export type Attestation = Statement & {
  /** SHA-256 of the file, which is also its name. */
  readonly hash: string;
  /** The public key, so that a person elsewhere can come to trust it; the fingerprint in `signer` binds it. */
  readonly key: string;
  readonly signature: string;
};

export type UnreadAttestation = { readonly kind: "malformed" | "newer"; readonly message: string };

export const HEX_32 = /^[0-9a-f]{32}$/;
export const HEX_64 = /^[0-9a-f]{64}$/;
const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
// The last character carries spare bits, which must be zero: otherwise anybody could write the same signature in
// another way, and so copy an approval under a new hash that no later approval replaces.
const KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const SIGNATURE = /^[A-Za-z0-9_-]{85}[AQgw]$/;
const RULE_ID = /^[a-z0-9-]{1,64}$/;
const ACKNOWLEDGED_MAX = 64;
const NEWEST_VERSION = 2;
const OPTIONAL = new Set(["test"]);

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
  const value = readCanonical(text, hash, (read) => {
    const version = read["v"];
    if (Number.isSafeInteger(version) && Number(version) > NEWEST_VERSION) {
      return { kind: "newer", message: `it has version ${version}` };
    }
    return findProblem(read, version === 2 ? TOMBSTONE_CHECKS : CHECKS);
  });
  // Every key was checked by findProblem.
  return "kind" in value ? value : { ...(value.read as Omit<Attestation, "hash">), hash };
}

type Fields = Readonly<Record<string, unknown>>;

/** A statement of any version: what `check` finds comes before what is wrong with its form and its name. */
export function readCanonical(
  text: string,
  hash: string,
  check: (read: Fields) => UnreadAttestation | null,
): { readonly read: Fields } | UnreadAttestation {
  const read = parseJson(text);
  if (!isRecord(read)) return malformed("it is not a JSON object");
  const problem = check(read);
  if (problem !== null) return problem;
  if (`${renderCanonical(read)}\n` !== text) return malformed("it is not in canonical form");
  return sha256Hex(text) === hash ? { read } : malformed("its name is not the hash of its content");
}

/** What a signer string says of its key. */
export function kindOfSigner(signer: string): KeyKind {
  return signer.startsWith("person:") ? "person" : "machine";
}

/** The statement alone, as it is signed: an attestation is one too, and more than that. */
export function statementOf(from: Statement): Statement {
  const { v, root, scope, id, digest, act, acknowledged, time, signer, parents, reason, test } = from;
  return {
    ...{ v, root, scope, id, digest, act, acknowledged, time, signer, parents, reason },
    ...(v === 2 && { folded: from.folded ?? null }),
    ...(test === true && { test }),
  };
}

export type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

export function findProblem(value: Fields, checks: Checks): UnreadAttestation | null {
  const keys = Object.keys(checks).sort();
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) return malformed("it has a key of its own");
  const missing = keys.find((key) => !OPTIONAL.has(key) && !Object.hasOwn(value, key));
  if (missing !== undefined) return malformed(`it lacks ${missing}`);
  const bad = Object.keys(value).find((key) => checks[key]?.(value[key]) !== true);
  return bad === undefined ? null : malformed(`its ${bad} is not well formed`);
}

/** What statements of every version have. */
export const COMMON_CHECKS: Checks = {
  root: (value) => matches(value, HEX_32),
  scope: (value) => SCOPES.some((scope) => scope === value),
  acknowledged: (value) => isSortedList(value, RULE_ID, ACKNOWLEDGED_MAX),
  time: (value) => typeof value === "string" && parseInstant(value) !== null,
  signer: (value) => matches(value, SIGNER),
  reason: (value) => value === null || (typeof value === "string" && isReason(value)),
  test: (value) => value === true,
  key: (value) => matches(value, KEY),
  signature: (value) => matches(value, SIGNATURE),
};

const CHECKS: Checks = {
  ...COMMON_CHECKS,
  v: (value) => value === 1,
  id: (value) => typeof value === "string" && parseMemoryId(value) === value,
  digest: (value) => matches(value, HEX_64),
  act: isAct,
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

/** A lone surrogate has no canonical form. */
function isReason(text: string): boolean {
  return text.isWellFormed() && [...text].length <= REASON_CHARS_MAX;
}

export function isSortedList(value: unknown, pattern: RegExp, itemsMax: number): boolean {
  return (
    Array.isArray(value) &&
    value.length <= itemsMax &&
    value.every((item, index) => matches(item, pattern) && (index === 0 || value[index - 1] < item))
  );
}

export function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function malformed(message: string): UnreadAttestation {
  return { kind: "malformed", message };
}
