// Key pairs on disk: Ed25519, one file each, 0600. The machine key is used unattended; it can never raise a standing. The
// person key is sealed under a passphrase (scrypt, AES-256-GCM), unless its owner chose none.
//
// Attack: another process of the same user reads the file. For the machine key that is the accepted limit; the
// person key is worth nothing without its passphrase. Attack: a file that is sealed so cheaply that its passphrase can be
// guessed takes the place of a person key. Only a file marked `test` may be sealed cheaply, and only a test state opens one.
//
// A second copy may be sealed under a recovery code. It lies in the same file, so that it is always a copy of this key.

import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  scryptSync,
} from "node:crypto";
import { BASE64URL, isOf } from "../memory/alphabet.ts";
import { isRecord, parseJson } from "../memory/json.ts";
import type { KeyKind } from "../memory/law/statement.ts";
import { fingerprintKey, type KeyPurpose } from "./fingerprint.ts";

export type SealedSecret = {
  readonly sealed: true;
  readonly n: number;
  readonly salt: string;
  readonly nonce: string;
  readonly box: string;
  readonly tag: string;
};

export type KeyFile = {
  readonly v: 1;
  readonly kind: KeyKind;
  readonly signer: string;
  /** Raw public key, base64url. */
  readonly key: string;
  readonly created: string;
  /** Where a person made it, for their eyes only; keys of earlier versions do not say. */
  readonly terminal?: unknown;
  /** Made in a test state: cheap to guess, and refused by every other state. */
  readonly test?: true;
  readonly secret: { readonly sealed: false; readonly d: string } | SealedSecret;
  /** The same key under the recovery code; keys of earlier versions have none. */
  readonly recovery?: SealedSecret;
};

export type SigningKey = {
  readonly kind: KeyKind;
  readonly signer: string;
  readonly key: string;
  readonly privateKey: KeyObject;
};

/** 2^17 · 8 · 128 bytes: 128 MiB and a third of a second for each guess. */
const SCRYPT_N = 131_072;
const SCRYPT_R = 8;
const TEST_SCRYPT_N = 1_024;
const SCRYPT_N_MAX = 1_048_576;
const TAG_BYTES = 16;

/** What opens a key. Without a passphrase nothing has to be recovered. */
export type KeySeal = { readonly passphrase: string; readonly recoveryCode: string | null } | null;

export type KeyChoice = { readonly seal: KeySeal; readonly purpose: KeyPurpose };

export function createKeyFile(kind: KeyKind, created: string, { seal, purpose }: KeyChoice): KeyFile {
  const { privateKey } = generateKeyPairSync("ed25519");
  const jwk = privateKey.export({ format: "jwk" });
  if (jwk.d === undefined || jwk.x === undefined) throw new TypeError("an Ed25519 key has d and x");
  const signer = `${kind}:${fingerprintKey(kind, jwk.x, purpose)}`;
  const file: Omit<KeyFile, "secret"> = {
    ...{ v: 1, kind, signer, key: jwk.x, created },
    ...(purpose === "test" ? { test: true } : {}),
  };
  return { ...file, ...protect(file, jwk.d, seal) };
}

/** The same key under another passphrase and code, or under none: what opened it before opens it no longer. */
export function resealKey(
  { recovery: _, ...file }: KeyFile,
  { privateKey }: SigningKey,
  seal: KeySeal,
): KeyFile {
  const { d } = privateKey.export({ format: "jwk" });
  if (d === undefined) throw new TypeError("an Ed25519 key has d and x");
  return { ...file, ...protect(file, d, seal) };
}

function protect(
  file: Pick<KeyFile, "test">,
  d: string,
  seal: KeySeal,
): Pick<KeyFile, "secret" | "recovery"> {
  if (seal === null) return { secret: { sealed: false, d } };
  const secret = sealUnder(d, seal.passphrase, leastCost(file));
  if (seal.recoveryCode === null) return { secret };
  return { secret, recovery: sealUnder(d, seal.recoveryCode, leastCost(file)) };
}

/** As hard as a guess must be at least. */
function leastCost({ test }: Pick<KeyFile, "test">): number {
  return test === true ? TEST_SCRYPT_N : SCRYPT_N;
}

/** @returns null when the passphrase is wrong, or the file is damaged. */
export function unlockKey(file: KeyFile, passphrase: string | null): SigningKey | null {
  return toSigningKey(file, file.secret.sealed ? unseal(file, file.secret, passphrase ?? "") : file.secret.d);
}

/** @returns null when there is no copy under a code, it is another code, or the file is damaged. */
export function recoverKey(file: KeyFile, code: string): SigningKey | null {
  return toSigningKey(file, file.recovery === undefined ? null : unseal(file, file.recovery, code));
}

function toSigningKey(file: KeyFile, d: string | null): SigningKey | null {
  const privateKey = d === null ? null : importPrivate(d, file.key);
  return privateKey === null ? null : { kind: file.kind, signer: file.signer, key: file.key, privateKey };
}

function importPrivate(d: string, x: string): KeyObject | null {
  try {
    const privateKey = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", x, d }, format: "jwk" });
    // The public half is read from the file too; one that is not this key's would make every signature worthless.
    return createPublicKey(privateKey).export({ format: "jwk" }).x === x ? privateKey : null;
  } catch {
    // Not the bytes of a key: the file was damaged, and a damaged key signs nothing.
    return null;
  }
}

function sealUnder(d: string, passphrase: string, n: number): SealedSecret {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", stretch(passphrase, salt, n), nonce);
  const box = Buffer.concat([cipher.update(d, "utf8"), cipher.final()]);
  return {
    sealed: true,
    n,
    salt: salt.toString("base64url"),
    nonce: nonce.toString("base64url"),
    box: box.toString("base64url"),
    tag: cipher.getAuthTag().toString("base64url"),
  };
}

function unseal(file: Pick<KeyFile, "test">, secret: SealedSecret, passphrase: string): string | null {
  if (!isHardEnough(file, secret.n)) return null;
  const bytes = (part: "salt" | "nonce" | "box" | "tag"): Buffer => Buffer.from(secret[part], "base64url");
  try {
    const key = stretch(passphrase, bytes("salt"), secret.n);
    const cipher = createDecipheriv("aes-256-gcm", key, bytes("nonce"), { authTagLength: TAG_BYTES });
    cipher.setAuthTag(bytes("tag"));
    return Buffer.concat([cipher.update(bytes("box")), cipher.final()]).toString("utf8");
  } catch {
    // The tag does not match: another passphrase, or a damaged file. Either way nothing is unlocked.
    return null;
  }
}

function isHardEnough(file: Pick<KeyFile, "test">, n: unknown): boolean {
  return typeof n === "number" && n >= leastCost(file) && n <= SCRYPT_N_MAX;
}

function stretch(passphrase: string, salt: Buffer, n: number): Buffer {
  const options = { N: n, r: SCRYPT_R, p: 1, maxmem: 256 * n * SCRYPT_R };
  return scryptSync(passphrase.normalize("NFC"), salt, 32, options);
}

// A key file, read back. Only we write it; a wrong shape means that it was damaged, and then it signs nothing.

const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;

/** @returns null when the file is damaged, or the key is of another kind or too easy to guess. */
export function parseKeyFile(text: string, kind: KeyKind): KeyFile | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value["secret"])) return null;
  const { v, signer, key, created, test, secret } = value;
  const isWhole =
    v === 1 &&
    value["kind"] === kind &&
    typeof signer === "string" &&
    SIGNER.test(signer) &&
    signer.startsWith(`${kind}:`) &&
    isBase64url(key) &&
    typeof created === "string" &&
    (test === undefined || test === true) &&
    isSecret(secret) &&
    (secret["sealed"] === false || isHardEnough(test === true ? { test } : {}, secret["n"]));
  if (!isWhole) return null;
  // Every field was checked above.
  const { recovery, ...file } = value as KeyFile;
  // A damaged copy is no copy; the key itself is as good as before.
  return isRecord(recovery) && recovery["sealed"] === true && isSecret(recovery)
    ? { ...file, recovery }
    : file;
}

function isSecret(secret: Readonly<Record<string, unknown>>): boolean {
  if (secret["sealed"] === false) return isBase64url(secret["d"]);
  return (
    secret["sealed"] === true && ["salt", "nonce", "box", "tag"].every((part) => isBase64url(secret[part]))
  );
}

function isBase64url(value: unknown): value is string {
  return typeof value === "string" && isOf(BASE64URL, value);
}
