// A key that is the same in every run, for frozen vectors. Its secret is thirty-two sevens.

import { type KeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";

export const PUBLIC_KEY = "6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw";
export const MACHINE_SIGNER = "machine:efzfnfbilkjtdp5y3zc5aesv2lignfla";
export const PERSON_SIGNER = "person:dlwh2oqkig5623sydgqguibaknpie5nr";

export function sampleKeyFile(kind: "machine" | "person" = "machine"): KeyFile {
  return {
    v: 1,
    kind,
    signer: kind === "machine" ? MACHINE_SIGNER : PERSON_SIGNER,
    key: PUBLIC_KEY,
    created: "2026-05-01T12:00:00Z",
    secret: { sealed: false, d: Buffer.alloc(32, 7).toString("base64url") },
  };
}

export function sampleKey(kind: "machine" | "person" = "machine"): SigningKey {
  const key = unlockKey(sampleKeyFile(kind), null);
  if (key === null) throw new Error("the sample key is a key");
  return key;
}
