// Signers of a root, those that this machine trusts and those it does not. Of strangers only ids and counts are reported, and
// the end of the fingerprint: what they signed is withheld, and a person has to bring the beginning from the other machine.
//
// Attack: a statement that bears somebody else's name. A name is worth nothing until the key that comes with it is shown to
// make that name, which is done for the one that a person is about to trust.

import { CredenceError } from "../../memory/errors.ts";
import { type KeyKind, kindOfSigner, type SignedStatement } from "../../memory/law/statement.ts";
import { listAttestedIds, placeOf, readAttestFiles } from "../../trust/attest-files.ts";
import { fingerprintKey, type KeyPurpose, purposeOf } from "../../trust/fingerprint.ts";
import { isSignedBy } from "../../trust/sign.ts";
import { findSigner } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** As many characters of a fingerprint as a person reads on the other machine and types here. */
const TYPED_CHARS = 8;

/** The one stranger whose fingerprint begins with what was typed. */
export function findTyped(workspace: Workspace, typed: string): Stranger {
  const prefix = readTyped(typed);
  const found = findUnknownSigners(workspace).filter(({ signer }) =>
    fingerprintOfSigner(signer).startsWith(prefix),
  );
  const [first, second] = found.filter((each) => bearsItsName(each, purposeOf(workspace.state)));
  if (first === undefined) {
    throw new CredenceError(
      "NOT_FOUND",
      "no signer here has a fingerprint that begins with that",
      "read it again on the other machine: credence trust show",
    );
  }
  if (second !== undefined) {
    throw new CredenceError(
      "NOT_FOUND",
      "this signer has signed in both scopes",
      "add --scope project or --scope user",
    );
  }
  return first;
}

/** The beginning of a fingerprint, as somebody typed it. */
function readTyped(typed: string): string {
  const prefix = findPrefix(typed);
  if (prefix !== null) return prefix;
  throw new CredenceError("USAGE", `a fingerprint begins with ${TYPED_CHARS} of the characters a-z and 2-7`);
}

/** Whoever answers a question may answer anything: what cannot be a beginning is none. */
export function isBeginningOf(fingerprint: string, typed: string): boolean {
  const prefix = findPrefix(typed);
  return prefix !== null && fingerprint.startsWith(prefix);
}

function findPrefix(typed: string): string | null {
  const prefix = typed.replaceAll(/\s/g, "").toLowerCase();
  return new RegExp(`^[a-z2-7]{${TYPED_CHARS},32}$`).test(prefix) ? prefix : null;
}

export type Stranger = {
  readonly root: OpenRoot;
  readonly signer: string;
  readonly key: string;
  readonly kind: KeyKind;
  readonly statements: number;
  readonly ids: readonly string[];
};

/** Ids of which somebody has just read that nobody unknown says anything about them. */
export type IsSettled = (root: OpenRoot, id: string) => boolean;

export function findUnknownSigners(workspace: Workspace, isSettled: IsSettled = () => false): Stranger[] {
  return workspace.roots.flatMap((root) => {
    const ids = listAttestedIds(root.path).filter((id) => !isSettled(root, id));
    return findInRoot(workspace, root, ids);
  });
}

/** Is it the beginning of the fingerprint of this stranger, whose key makes it? */
export function matchesStranger({ state }: Workspace, stranger: Stranger, typed: string): boolean {
  const isBeginning = isBeginningOf(fingerprintOfSigner(stranger.signer), typed);
  return isBeginning && bearsItsName(stranger, purposeOf(state));
}

/** Is the name the one that this key makes? Slow on purpose. */
function bearsItsName({ signer, key, kind }: Stranger, purpose: KeyPurpose): boolean {
  return signer === `${kind}:${fingerprintKey(kind, key, purpose)}`;
}

function findInRoot(workspace: Workspace, root: OpenRoot, ids: readonly string[]): Stranger[] {
  const found = new Map<string, Stranger>();
  let isIgnored = (_: string): boolean => false;
  for (const [place, id] of ids.entries()) {
    if (place % PIECE === 0) isIgnored = findKnown(workspace, root, ids.slice(place, place + PIECE));
    for (const attestation of readAttestFiles(root.path, id, { isIgnored }).attestations) {
      if (!isStrange(workspace, root, attestation) || placeOf(attestation) !== id) continue;
      const { signer, key } = attestation;
      const name = `${signer} ${key}`;
      const known = found.get(name) ?? {
        root,
        signer,
        key,
        kind: kindOfSigner(signer),
        statements: 0,
        ids: [],
      };
      const ids = known.ids.at(-1) === id ? known.ids : [...known.ids, id];
      found.set(name, { ...known, statements: known.statements + 1, ids });
    }
  }
  return [...found.values()].sort((a, b) => b.statements - a.statements || (a.signer < b.signer ? -1 : 1));
}

/** How many are asked for at once. */
const PIECE = 500;

/** By its name: a statement that was verified here is not read again as long as its signer is known. */
function findKnown(workspace: Workspace, root: OpenRoot, ids: readonly string[]): (name: string) => boolean {
  const seen = workspace.seenIn(root).recallEach(ids);
  const known = seen.filter(({ signer }) => findSigner(workspace, root, signer) !== null);
  const names = new Set(known.map(({ hash }) => `${hash}.json`));
  return (name) => names.has(name);
}

function isStrange(workspace: Workspace, root: OpenRoot, attestation: SignedStatement): boolean {
  const isHere = attestation.root === root.id && attestation.scope === root.scope;
  // What a test state signed can be trusted by no other, so it is nobody's to trust here.
  const isOfThisKind = (attestation.test === true) === workspace.state.isTest;
  if (!isHere || !isOfThisKind || findSigner(workspace, root, attestation.signer) !== null) return false;
  return isSignedBy(attestation, attestation.key);
}

/** `kind:fingerprint`. */
export function fingerprintOfSigner(signer: string): string {
  return signer.slice(signer.indexOf(":") + 1);
}
