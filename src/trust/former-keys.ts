// Person keys that were in use here. What one of them signed before it was replaced, and this machine has seen, still
// counts; what turns up later under it does not, because whoever found an old key could date it back. The key in use is
// listed as well: once its file is gone, nothing else says whose removals those were.

import { isRecord, parseJson } from "../memory/json.ts";
import { OWN_PERSON } from "../memory/people/person-statement.ts";
import { type KnownSigner, readIfThere } from "./signers-file.ts";

export type FormerKey = {
  readonly signer: string;
  readonly key: string;
  /** Null for one that no other replaced: it is in use, or it was lost. */
  readonly replaced: string | null;
};

const SIGNER = /^person:[a-z2-7]{32}$/;
const KEY = /^[A-Za-z0-9_-]{43}$/;
const PETNAMES = { former: "you, by a former key", lost: "you, by a lost key" } as const;

/** Entries that are not whole are left out: what such a key signed is foreign then. */
export function readFormerKeys(path: string): FormerKey[] {
  const value = parseJson(readIfThere(path) ?? "null");
  const list = isRecord(value) ? value["keys"] : null;
  return Array.isArray(list) ? list.filter(isFormerKey) : [];
}

export function renderFormerKeys(keys: readonly FormerKey[]): string {
  const rows = keys.map(({ signer, key, replaced }) => ({ signer, key, replaced }));
  return `${JSON.stringify({ v: 1, keys: rows }, null, 2)}\n`;
}

/** Of a key that is not in use. */
export function toFormerSigner({ signer, key, replaced }: FormerKey): KnownSigner {
  const former = { signer, key, root: null, own: true, former: true, owner: OWN_PERSON } as const;
  return replaced === null
    ? { ...former, petname: PETNAMES.lost, lost: true }
    : { ...former, petname: PETNAMES.former };
}

function isFormerKey(value: unknown): value is FormerKey {
  if (!isRecord(value)) return false;
  const { signer, key, replaced } = value;
  return (
    typeof signer === "string" &&
    SIGNER.test(signer) &&
    typeof key === "string" &&
    KEY.test(key) &&
    (typeof replaced === "string" || replaced === null)
  );
}
