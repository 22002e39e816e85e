// Whom this machine trusts, and whom it could, as lists for people. What a signer is called may come from a statement of theirs, so no secret in it
// is shown.

import { ALL_PROJECTS } from "../../memory/law/standing-input.ts";
import { type KeyKind, kindOfSigner } from "../../memory/law/statement.ts";
import { nameOfId } from "../memories/foreign-names.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { findUnknownSigners, fingerprintOfSigner, type IsSettled } from "./describe-trust.ts";

export type OwnKey = { readonly kind: KeyKind; readonly fingerprint: string; readonly sealed: boolean };
export type DescribedSigner = {
  readonly petname: string;
  readonly kind: KeyKind;
  readonly fingerprint: string;
  readonly root: string;
  /** It was typed here, or counts by a statement of its owner. */
  readonly via: "typed" | "statement";
  /** What it said before counts, and nothing that it says from now on. */
  readonly former: boolean;
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

export function describeTrust(workspace: Workspace, isSettled?: IsSettled): DescribedTrust {
  const shownOf = new Map(workspace.roots.map((root) => [root.id, root.shown]));
  const nameRoot = (root: string | null, otherwise: string): string =>
    root === ALL_PROJECTS ? "all projects" : (shownOf.get(root ?? "") ?? otherwise);
  return {
    own: workspace.signers
      .filter(({ own, former }) => own && former !== true)
      .map(({ signer }) => ({ ...nameOf(signer), sealed: isSealed(workspace, signer) })),
    signers: workspace.signers
      .filter(({ own }) => !own)
      .map(({ signer, root, petname, via, former, mine }) => ({
        petname: hideSecrets(petname),
        ...nameOf(signer),
        root: nameRoot(root, mine === true ? "every root" : "another root"),
        via: via ?? "typed",
        former: former === true,
      })),
    unknown: findUnknownSigners(workspace, isSettled).map(({ kind, signer, root, statements, ids }) => ({
      kind,
      ends: signer.slice(-END_CHARS),
      root: root.shown,
      statements,
      ids: ids.map((id) => nameOfId(workspace, root, id)),
    })),
  };
}

function nameOf(signer: string): { readonly kind: KeyKind; readonly fingerprint: string } {
  return { kind: kindOfSigner(signer), fingerprint: fingerprintOfSigner(signer) };
}

/** The machine key is used unattended, so it never is. */
function isSealed({ keys }: Workspace, signer: string): boolean {
  return keys.personFile?.signer === signer && keys.personFile.secret.sealed;
}
