// Signers of a root whom this machine does not trust. Only ids and counts are told of them: what they signed is withheld.
//
// Attack: a statement that bears somebody else's name. A name is worth nothing until the key that comes with it is shown to
// make that name, which is done for the one that a person is about to trust.

import { type Attestation, type KeyKind, kindOfSigner } from "../../memory/law/attestation.ts";
import { listAttestedIds, readAttestFiles } from "../../trust/attest-files.ts";
import { fingerprintKey } from "../../trust/fingerprint.ts";
import { isSignedBy } from "../../trust/sign.ts";
import { findSigner } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Stranger = {
  readonly root: OpenRoot;
  readonly signer: string;
  readonly key: string;
  readonly kind: KeyKind;
  readonly statements: number;
  readonly ids: readonly string[];
};

export function findStrangers(workspace: Workspace): Stranger[] {
  return workspace.roots.flatMap((root) => findInRoot(workspace, root));
}

/** Is the name the one that this key makes? Slow on purpose. */
export function bearsItsName({ signer, key, kind }: Stranger): boolean {
  return signer === `${kind}:${fingerprintKey(kind, key)}`;
}

function findInRoot(workspace: Workspace, root: OpenRoot): Stranger[] {
  const found = new Map<string, Stranger>();
  for (const id of listAttestedIds(root.path)) {
    for (const attestation of readAttestFiles(root.path, id).attestations) {
      if (!isStrange(workspace, root, attestation) || attestation.id !== id) continue;
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

function isStrange(workspace: Workspace, root: OpenRoot, attestation: Attestation): boolean {
  const isHere = attestation.root === root.id && attestation.scope === root.scope;
  // What a test state signed can be trusted by no other, so it is nobody's to trust here.
  const isOfThisKind = (attestation.test === true) === workspace.state.isTest;
  if (!isHere || !isOfThisKind || findSigner(workspace, root, attestation.signer) !== null) return false;
  return isSignedBy(attestation, attestation.key);
}
