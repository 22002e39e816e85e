import type { Attestation } from "../../memory/law/attestation.ts";
import { isSignedBy } from "../../trust/sign.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** Whom this machine trusts in this root under that name. */
export function findSigner({ signers }: Workspace, root: OpenRoot, signer: string): KnownSigner | null {
  return (
    signers.find((each) => each.signer === signer && (each.root === null || each.root === root.id)) ?? null
  );
}

/** Did somebody whom this machine trusts sign it, with a key that is still theirs? */
export function isGenuine(workspace: Workspace, root: OpenRoot, attestation: Attestation): boolean {
  const known = findSigner(workspace, root, attestation.signer);
  return known !== null && known.former !== true && isSignedBy(attestation, known.key);
}
