import { isForRoot, NO_FILE, NO_FILE_IN_SETS, type StandingInput } from "../../memory/law/standing-input.ts";
import type { SignedStatement, Statement } from "../../memory/law/statement.ts";
import { isSignedBy } from "../../trust/sign.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Whom this machine trusts in this root under that name. */
export function findSigner({ signers }: Workspace, root: OpenRoot, signer: string): KnownSigner | null {
  const found = signers.filter((each) => each.signer === signer && isTrustedIn(each, root));
  // A key that was replaced stays replaced, whatever else is written of it.
  return found.find(({ former }) => former === true) ?? found[0] ?? null;
}

/** Is it a key of whoever works here, on this machine or on another of theirs? */
export function isOwnKey(workspace: Workspace, root: OpenRoot, signer: string): boolean {
  const known = findSigner(workspace, root, signer);
  return known?.own === true || known?.mine === true;
}

/** Does it count in this root? */
export function isTrustedIn(
  signer: Pick<KnownSigner, "root">,
  { id, scope }: Pick<OpenRoot, "id" | "scope">,
): boolean {
  return isForRoot(signer, { root: id, scope });
}

/** Did somebody whom this machine trusts sign it, with a key that is still theirs? */
export function isGenuine(workspace: Workspace, root: OpenRoot, attestation: SignedStatement): boolean {
  const known = findSigner(workspace, root, attestation.signer);
  return known !== null && maySay(known, attestation) && isSignedBy(attestation, known.key);
}

/** A revoked key says nothing new but what its owner honours by name. */
export function maySay({ former, honours }: KnownSigner, { hash }: Pick<SignedStatement, "hash">): boolean {
  return former !== true || honours?.has(hash) === true;
}

/** What the law looks at where only statements matter, whatever there is of a file. */
export function inputOfSaid(
  { signers, state }: Workspace,
  root: OpenRoot,
  { id, said }: { readonly id: string; readonly said: readonly Statement[] },
): StandingInput {
  const place = { root: root.id, scope: root.scope, id };
  const unseen = { remembered: [], rootWaits: false, testState: state.isTest };
  const sets = { ...NO_FILE_IN_SETS, isShared: root.kind === "shared", name: id };
  return { place, file: NO_FILE, attestations: said, signers, sets, ...unseen };
}
