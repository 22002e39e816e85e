// Real keys for made-up people: each is derived from a name, so that a seed says the same in every run. A signature is checked before
// the law sees a statement, as a carrier does, and once per file.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import {
  type Attestation,
  type KeyKind,
  parseAttestation,
  type Statement,
} from "../../../../src/memory/law/attestation.ts";
import {
  parseSetStatement,
  renderSetSigned,
  renderSetStatement,
  type Said,
  type SetStatement,
} from "../../../../src/memory/law/sets/said.ts";
import { fingerprintKey } from "../../../../src/trust/fingerprint.ts";
import { isSignedBy, signStatement } from "../../../../src/trust/sign.ts";

export const ROOT = "0".repeat(32);

export type Key = {
  readonly kind: KeyKind;
  readonly signer: string;
  readonly key: string;
  readonly privateKey: KeyObject;
};
/** What a carrier carries: a file and its name. */
export type Carried = { readonly hash: string; readonly text: string };

/** What PKCS #8 writes before the 32 bytes of an Ed25519 key. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const keys = new Map<string, Key>();
const publicKeys = new Map<string, { readonly key: string; readonly publicKey: KeyObject }>();

export function keyOf(kind: KeyKind, name: string): Key {
  const known = keys.get(`${kind} ${name}`);
  if (known !== undefined) return known;
  const seed = Buffer.from(sha256Hex(`${kind} ${name}`), "hex");
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey);
  const key = String(publicKey.export({ format: "jwk" }).x);
  const made = { kind, signer: `${kind}:${fingerprintKey(kind, key, "test")}`, key, privateKey };
  keys.set(`${kind} ${name}`, made);
  publicKeys.set(made.signer, { key, publicKey });
  return made;
}

export function signSet(statement: SetStatement, { key, privateKey }: Key): Carried {
  const signature = sign(null, Buffer.from(renderSetSigned(statement)), privateKey).toString("base64url");
  return renderSetStatement(statement, { key, signature });
}

/** Whoever signed it need not check it; that others can read it is checked. */
export function signOwn(statement: SetStatement, key: Key): Carried & { readonly said: Said | null } {
  const { hash, text } = signSet(statement, key);
  const parsed = parseSetStatement(text, hash);
  if ("kind" in parsed) return { hash, text, said: null };
  known.set(hash, { text, read: { kind: "set", said: parsed.said } });
  return { hash, text, said: parsed.said };
}

export function signOld(statement: Omit<Statement, "signer">, key: Key): Carried {
  return signStatement(statement, key);
}

export type Read =
  | { readonly kind: "set"; readonly said: Said }
  | { readonly kind: "old"; readonly said: Attestation };

let known = new Map<string, { readonly text: string; readonly read: Read | null }>();

/** One world's files are another's waste. */
export function forgetRead(): void {
  known = new Map();
}

/** @returns null for what is no statement of this root, or is not signed by whom it names. */
export function readCarried({ hash, text }: Carried): Read | null {
  const before = known.get(hash);
  if (before?.text === text) return before.read;
  const found = readSet(text, hash) ?? readOld(text, hash);
  const read = found !== null && found.said.root === ROOT ? found : null;
  known.set(hash, { text, read });
  return read;
}

function readSet(text: string, hash: string): Read | null {
  const parsed = parseSetStatement(text, hash);
  if ("kind" in parsed) return null;
  const { said, statement, proof } = parsed;
  const publicKey = publicKeys.get(said.signer)?.publicKey;
  if (publicKey === undefined || !isKeyOf(said.signer, proof.key)) return null;
  const bytes = Buffer.from(renderSetSigned(statement));
  return verify(null, bytes, publicKey, Buffer.from(proof.signature, "base64url"))
    ? { kind: "set", said }
    : null;
}

function readOld(text: string, hash: string): Read | null {
  const said = parseAttestation(text, hash);
  if ("kind" in said || !isKeyOf(said.signer, said.key) || !isSignedBy(said, said.key)) return null;
  return { kind: "old", said };
}

function isKeyOf(signer: string, key: string): boolean {
  return publicKeys.get(signer)?.key === key;
}
