import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import {
  type Attestation,
  renderAttestation,
  renderSigned,
  type Statement,
  statementOf,
} from "../memory/law/attestation.ts";
import {
  renderSetSigned,
  renderSetStatement,
  type SetStatement,
  type Tombstone,
  type Word,
} from "../memory/law/sets/said.ts";
import type { SigningKey } from "./key-file.ts";

export type SignedFile = { readonly hash: string; readonly text: string };

export function signStatement(statement: Omit<Statement, "signer">, key: SigningKey): SignedFile {
  const signed: Statement = { ...statement, signer: key.signer };
  const signature = sign(null, Buffer.from(renderSigned(signed)), key.privateKey).toString("base64url");
  return renderAttestation(signed, { key: key.key, signature });
}

export function signSetStatement(
  statement: Omit<Word, "signer"> | Omit<Tombstone, "signer">,
  key: SigningKey,
): SignedFile {
  const signed = { ...statement, signer: key.signer } as SetStatement;
  const signature = sign(null, Buffer.from(renderSetSigned(signed)), key.privateKey).toString("base64url");
  return renderSetStatement(signed, { key: key.key, signature });
}

/**
 * Does the signature hold under this key? The key comes from the list of trusted signers, never from the file; a file
 * that names another is a copy under a new hash.
 */
export function isSignedBy(attestation: Attestation, key: string): boolean {
  if (attestation.key !== key) return false;
  const { set } = attestation;
  const bytes = Buffer.from(
    set === undefined ? renderSigned(statementOf(attestation)) : renderSetSigned(set),
  );
  return verify(null, bytes, importPublic(key), Buffer.from(attestation.signature, "base64url"));
}

/** A few signers sign everything; importing a key takes longer than checking a signature with it. */
const imported = new Map<string, KeyObject>();

function importPublic(key: string): KeyObject {
  const known = imported.get(key);
  if (known !== undefined) return known;
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
  imported.set(key, publicKey);
  return publicKey;
}
