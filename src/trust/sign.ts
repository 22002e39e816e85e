import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import {
  type Policy,
  type PolicyContent,
  renderPolicy,
  renderPolicySigned,
} from "../memory/law/sets/policy.ts";
import {
  renderSigned,
  renderStatement,
  type SignedStatement,
  type StatementContent,
  type TextContent,
  type TombstoneContent,
} from "../memory/law/statement.ts";
import type { SigningKey } from "./key-file.ts";

export type SignedFile = { readonly hash: string; readonly text: string };

export function signStatement(
  content: Omit<TextContent, "signer"> | Omit<TombstoneContent, "signer">,
  key: SigningKey,
): SignedFile {
  const signed = { ...content, signer: key.signer } as StatementContent;
  const signature = sign(null, Buffer.from(renderSigned(signed)), key.privateKey).toString("base64url");
  return renderStatement(signed, { key: key.key, signature });
}

export function signPolicy(policy: PolicyContent, key: SigningKey): SignedFile {
  const signature = sign(null, Buffer.from(renderPolicySigned(policy)), key.privateKey).toString("base64url");
  return renderPolicy(policy, { key: key.key, signature });
}

/** Does it hold under the key that the policy names? Whose key that has to be is asked by the chain. */
export function isPolicySigned({ hash: _, key, signature, ...content }: Policy): boolean {
  const bytes = Buffer.from(renderPolicySigned(content));
  return verify(null, bytes, importPublic(key), Buffer.from(signature, "base64url"));
}

/**
 * Does the signature hold under this key? The key comes from the list of trusted signers, never from the file; a file
 * that names another is a copy under a new hash.
 */
export function isSignedBy(statement: SignedStatement, key: string): boolean {
  if (statement.key !== key) return false;
  const bytes = Buffer.from(renderSigned(statement));
  return verify(null, bytes, importPublic(key), Buffer.from(statement.signature, "base64url"));
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
