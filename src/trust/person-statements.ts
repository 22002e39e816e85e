// Statements about keys, signed by a person key and checked under the keys that they name.

import { createPublicKey, sign, verify } from "node:crypto";
import {
  type KeyRef,
  type PersonContent,
  type PersonStatement,
  parsePersonStatement,
  renderConsent,
  renderPersonSigned,
  renderPersonStatement,
  subjectOf,
} from "../memory/people/person-statement.ts";
import type { SigningKey } from "./key-file.ts";

/** A statement with the bytes of its file. */
export type PersonFile = { readonly statement: PersonStatement; readonly text: string };

export function signPersonStatement(content: PersonContent, key: SigningKey): PersonFile {
  const signature = sign(null, Buffer.from(renderPersonSigned(content)), key.privateKey).toString(
    "base64url",
  );
  const { hash, text } = renderPersonStatement(content, { key: key.key, signature });
  const statement = parsePersonStatement(text, hash);
  if (statement === null) throw new TypeError("a person statement of ours cannot be read");
  return { statement, text };
}

/** By the machine key: the person key may claim it. */
export function signConsent(machine: SigningKey, by: string): string {
  const bytes = renderConsent({ kind: "machine", key: machine.key }, by);
  return sign(null, Buffer.from(bytes), machine.privateKey).toString("base64url");
}

/** @returns null for what is no statement, or not by the keys that it names. */
export function readPersonStatement(text: string, hash: string): PersonFile | null {
  const statement = parsePersonStatement(text, hash);
  if (statement === null) return null;
  const { hash: _, key, signature, ...content } = statement;
  if (!isSigned(renderPersonSigned(content), key, signature)) return null;
  return hasConsent(statement, subjectOf(statement)) ? { statement, text } : null;
}

function hasConsent(statement: PersonStatement, subject: KeyRef): boolean {
  if (statement.says === "ends" || statement.consent === null) return true;
  return isSigned(renderConsent(subject, statement.key), subject.key, statement.consent);
}

function isSigned(text: string, key: string, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url"));
  } catch {
    // The key is no point of the curve: no signature holds under it.
    return false;
  }
}
