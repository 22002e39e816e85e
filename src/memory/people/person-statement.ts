// The form of the two statements that a person key signs about keys: `owns`, "this key is mine", and `ends`, "this key is revoked".
//
// Attack: a user who can write to a root puts files of any form beside these. A statement is canonical to the last byte and lies
// under its hash, a field of any other form makes the file none, and no bytes make the reading fail. A claim of a key that belongs
// to another person lacks the consent, which only the claimed key itself can sign.

import { renderCanonical } from "../file/digest.ts";
import { sha256Hex } from "../file/sha256.ts";
import type { KeyKind } from "../law/statement.ts";
import {
  type Checks,
  COMMON_CHECKS,
  findProblem,
  HEX_64,
  isSortedList,
  matches,
  readCanonical,
} from "../law/statement-form.ts";
import { sanitizeLine } from "../text/sanitize.ts";

/** Stands for the person of this machine where others have a petname. */
export const OWN_PERSON = "";

/** A public key and what it is for: the same bytes as a machine's key and as a person's are two keys. */
export type KeyRef = { readonly kind: KeyKind; readonly key: string };

type Common = {
  readonly v: 1;
  /** What the statement is about. */
  readonly kind: KeyKind;
  /** The raw public key, base64url. */
  readonly subject: string;
  readonly time: string;
  readonly test?: true;
};

export type OwnsContent = Common & {
  readonly says: "owns";
  /** The name that others know the person by; null in a statement about another key than the signer's own. */
  readonly name: string | null;
  /** The machine that has the key. */
  readonly label: string | null;
  /** A machine key's signature under "this person key may claim me". A claim without it counts for nothing; null of a person key,
   * which consents by a claim of its own. */
  readonly consent: string | null;
};

export type EndsContent = Common & {
  readonly says: "ends";
  /** Statements of the revoked key that its owner had received; null where they are too many to be named. */
  readonly honours: readonly string[] | null;
};

export type PersonContent = OwnsContent | EndsContent;

/** By whom, as a public key, and the hash of the file. */
export type Signed = { readonly key: string; readonly signature: string; readonly hash: string };
export type PersonStatement = PersonContent & Signed;
export type Owns = OwnsContent & Signed;
export type Ends = EndsContent & Signed;

export const HONOURED_MAX = 4_096;
export const PERSON_STATEMENT_BYTES_MAX = 300 * 1024;
export const PERSON_NAME_CHARS_MAX = 40;

/** `machine:` or `person:` and the public key. */
export function nameKey({ kind, key }: KeyRef): string {
  return `${kind}:${key}`;
}

export function subjectOf({ kind, subject }: PersonContent): KeyRef {
  return { kind, key: subject };
}

/** The bytes that the person key signs. */
export function renderPersonSigned(content: PersonContent): string {
  return `credence-person-1\n${renderCanonical(content)}`;
}

/** The bytes that a machine key signs so that a person key may claim it. */
export function renderConsent(subject: KeyRef, by: string): string {
  return `credence-consent-1\n${renderCanonical({ by, kind: subject.kind, subject: subject.key })}`;
}

export function renderPersonStatement(
  content: PersonContent,
  proof: { readonly key: string; readonly signature: string },
): { readonly hash: string; readonly text: string } {
  const text = `${renderCanonical({ ...content, ...proof })}\n`;
  return { hash: sha256Hex(text), text };
}

/** No room for a sentence, because agents read labels. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const { time, test, key, signature } = COMMON_CHECKS;
const COMMON: Checks = {
  v: (value) => value === 1,
  kind: (value) => value === "person" || value === "machine",
  subject: key,
  ...{ time, test, key, signature },
};

const CHECKS: Readonly<Record<PersonContent["says"], Checks>> = {
  owns: {
    ...COMMON,
    says: (value) => value === "owns",
    name: (value) => value === null || isName(value),
    label: (value) => value === null || matches(value, LABEL),
    consent: (value) => value === null || signature(value),
  },
  ends: {
    ...COMMON,
    says: (value) => value === "ends",
    honours: (value) => value === null || isSortedList(value, HEX_64, HONOURED_MAX),
  },
};

/** @returns null for bytes that are no statement under this hash. Whether its signatures hold is asked elsewhere. */
export function parsePersonStatement(text: string, hash: string): PersonStatement | null {
  if (text.length > PERSON_STATEMENT_BYTES_MAX) return null;
  const form = readCanonical(text, hash, (read) =>
    findProblem(read, read["says"] === "ends" ? CHECKS.ends : CHECKS.owns),
  );
  if ("kind" in form) return null;
  // Every field was checked above.
  const read = { ...(form.read as Omit<PersonStatement, "hash">), hash } as PersonStatement;
  return isWellMade(read) ? read : null;
}

/** A name is the signer's own to say, and a person key consents by a statement of its own. */
function isWellMade(said: PersonStatement): boolean {
  if (said.says === "ends") return true;
  const isSelf = said.kind === "person" && said.subject === said.key;
  return isSelf === (said.name !== null) && (said.kind === "machine" || said.consent === null);
}

/** One clean line, as it is shown. */
export function isName(value: unknown): boolean {
  if (typeof value !== "string" || value === "" || !value.isWellFormed()) return false;
  return value.length <= 2 * PERSON_NAME_CHARS_MAX && sanitizeLine(value, PERSON_NAME_CHARS_MAX) === value;
}
