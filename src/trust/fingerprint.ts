// The name of a key. People compare its first eight characters by eye, forty bits; so that nobody finds a key with the same
// eight by trying, each try costs what scrypt costs. The kind is part of it: a machine key cannot pose as a person's.
//
// The keys of a throw-away test state have cheap names, made under another salt: to a real state they name no key at all.

import { scryptSync } from "node:crypto";
import type { KeyKind } from "../memory/law/statement.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const BYTES = 20;
const DERIVATIONS = {
  real: { salt: "credence-key-v1", N: 16_384 },
  test: { salt: "credence-test-key-v1", N: 16 },
} as const;

/** Which kind of state a key is made for. */
export type KeyPurpose = keyof typeof DERIVATIONS;

/** 32 characters of base32. Slow on purpose: computed when a key is made or first trusted, never on the way. */
export function fingerprintKey(kind: KeyKind, key: string, purpose: KeyPurpose): string {
  const { salt, N } = DERIVATIONS[purpose];
  const bytes = scryptSync(Buffer.from(key, "base64url"), `${salt}:${kind}`, BYTES, { N, r: 8, p: 1 });
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let at = BYTES * 8 - 5; at >= 0; at -= 5) text += ALPHABET[Number((bits >> BigInt(at)) & 31n)];
  return text;
}

/** Only a test state's keys may be cheap: no variable and no flag makes them so elsewhere. */
export function purposeOf({ isTest }: { readonly isTest: boolean }): KeyPurpose {
  return isTest ? "test" : "real";
}
