// Whom this machine trusts and whom it does not know, as an answer. Of strangers only the end of the fingerprint is told: its
// beginning is what a person has to bring from the other machine, and not from here.

import { type KeyKind, kindOfSigner } from "../../memory/law/attestation.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findStrangers } from "./find-strangers.ts";

export type OwnKey = { readonly kind: KeyKind; readonly fingerprint: string; readonly sealed: boolean };
export type DescribedSigner = {
  readonly petname: string;
  readonly kind: KeyKind;
  readonly fingerprint: string;
  readonly root: string;
};
export type DescribedStranger = {
  readonly kind: KeyKind;
  /** The last characters of its fingerprint. */
  readonly ends: string;
  readonly root: string;
  readonly statements: number;
  readonly ids: readonly string[];
};

export type DescribedTrust = {
  readonly own: readonly OwnKey[];
  readonly signers: readonly DescribedSigner[];
  readonly unknown: readonly DescribedStranger[];
};

const END_CHARS = 6;

export function describeTrust(workspace: Workspace): DescribedTrust {
  const shownOf = new Map(workspace.roots.map((root) => [root.id, root.shown]));
  return {
    own: workspace.signers
      .filter(({ own, former }) => own && former !== true)
      .map(({ signer }) => ({ ...nameOf(signer), sealed: isSealed(workspace, signer) })),
    signers: workspace.signers.flatMap(({ own, signer, root, petname }) =>
      own || root === null ? [] : [{ petname, ...nameOf(signer), root: shownOf.get(root) ?? "another root" }],
    ),
    unknown: findStrangers(workspace).map(({ kind, signer, root, statements, ids }) => ({
      kind,
      ends: signer.slice(-END_CHARS),
      root: root.shown,
      statements,
      ids,
    })),
  };
}

function nameOf(signer: string): { readonly kind: KeyKind; readonly fingerprint: string } {
  return { kind: kindOfSigner(signer), fingerprint: signer.slice(signer.indexOf(":") + 1) };
}

/** The machine key is used unattended, so it never is. */
function isSealed({ keys }: Workspace, signer: string): boolean {
  return keys.personFile?.signer === signer && keys.personFile.secret.sealed;
}
