// Person keys that were replaced. What they signed while they were in use, and this machine has seen, still counts; what
// turns up later under one of them does not, because whoever found an old key could date it back.

import { existsSync, readFileSync } from "node:fs";
import { parseJson } from "../memory/parse-json.ts";
import type { KnownSigner } from "./signers-file.ts";

export type FormerKey = { readonly signer: string; readonly key: string; readonly replaced: string };

const SIGNER = /^person:[a-z2-7]{32}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;
const PETNAME = "you, by a former key";

/** Entries that are not whole are left out: what such a key signed is foreign then. */
export function readFormerKeys(path: string): FormerKey[] {
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const list = typeof value === "object" && value !== null && "keys" in value ? value.keys : null;
  return Array.isArray(list) ? list.filter(isFormerKey) : [];
}

export function renderFormerKeys(keys: readonly FormerKey[]): string {
  const rows = keys.map(({ signer, key, replaced }) => ({ signer, key, replaced }));
  return `${JSON.stringify({ v: 1, keys: rows }, null, 2)}\n`;
}

export function toFormerSigner({ signer, key }: FormerKey): KnownSigner {
  return { signer, key, root: null, petname: PETNAME, own: true, former: true };
}

function isFormerKey(value: unknown): value is FormerKey {
  if (typeof value !== "object" || value === null) return false;
  const { signer, key, replaced } = value as Readonly<Record<string, unknown>>;
  return (
    typeof signer === "string" &&
    SIGNER.test(signer) &&
    typeof key === "string" &&
    KEY.test(key) &&
    typeof replaced === "string"
  );
}
