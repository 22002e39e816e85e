// Real keys for made-up people: each is derived from a name, so that a seed says the same in every run. A signature is checked before
// the law sees a statement, as a carrier does, and once per file.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { sha256Hex } from "../../../../src/memory/file/sha256.ts";
import {
  type KeyKind,
  parseStatement,
  renderSigned,
  renderStatement,
  type SignedStatement,
  type StatementContent,
} from "../../../../src/memory/law/statement.ts";
import { fingerprintKey } from "../../../../src/trust/fingerprint.ts";

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

export function signSet(statement: StatementContent, { key, privateKey }: Key): Carried {
  const signature = sign(null, Buffer.from(renderSigned(statement)), privateKey).toString("base64url");
  return renderStatement(statement, { key, signature });
}

/** Whoever signed it need not check it; that others can read it is checked. */
export function signOwn(
  statement: StatementContent,
  key: Key,
): Carried & { readonly said: SignedStatement | null } {
  const { hash, text } = signSet(statement, key);
  const parsed = parseStatement(text, hash);
  if ("kind" in parsed) return { hash, text, said: null };
  known.set(hash, { text, read: parsed });
  return { hash, text, said: parsed };
}

let known = new Map<string, { readonly text: string; readonly read: SignedStatement | null }>();

/** One world's files are another's waste. */
export function forgetRead(): void {
  known = new Map();
}

/** @returns null for what is no statement of this root, or is not signed by whom it names. */
export function readCarried({ hash, text }: Carried): SignedStatement | null {
  const before = known.get(hash);
  if (before?.text === text) return before.read;
  const found = readSigned(text, hash);
  const read = found?.root === ROOT ? found : null;
  known.set(hash, { text, read });
  return read;
}

function readSigned(text: string, hash: string): SignedStatement | null {
  const said = parseStatement(text, hash);
  if ("kind" in said) return null;
  const known = publicKeys.get(said.signer);
  if (known === undefined || known.key !== said.key) return null;
  const bytes = Buffer.from(renderSigned(said));
  return verify(null, bytes, known.publicKey, Buffer.from(said.signature, "base64url")) ? said : null;
}
