// A key file, read back. Only we write it; a wrong shape means that it was damaged, and then it signs nothing.

import { parseJson } from "../memory/json.ts";
import type { KeyKind } from "../memory/law/attestation.ts";
import type { KeyFile } from "./key-file.ts";

const SIGNER = /^(?:machine|person):[a-z2-7]{32}$/;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** Null for a damaged file, and for the key of another kind. */
export function parseKeyFile(text: string, kind: KeyKind): KeyFile | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value["secret"])) return null;
  const { v, signer, key, created, secret } = value;
  const isWhole =
    v === 1 &&
    value["kind"] === kind &&
    typeof signer === "string" &&
    SIGNER.test(signer) &&
    signer.startsWith(`${kind}:`) &&
    isBase64url(key) &&
    typeof created === "string" &&
    isSecret(secret);
  // Every field was checked above.
  return isWhole ? (value as KeyFile) : null;
}

function isSecret(secret: Readonly<Record<string, unknown>>): boolean {
  if (secret["sealed"] === false) return isBase64url(secret["d"]);
  return (
    secret["sealed"] === true && ["salt", "nonce", "box", "tag"].every((part) => isBase64url(secret[part]))
  );
}

function isBase64url(value: unknown): value is string {
  return typeof value === "string" && BASE64URL.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
