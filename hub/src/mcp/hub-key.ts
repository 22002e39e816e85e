// The key that signs saves of agents without a key of their own: one per organisation, created at its first use.

import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { fingerprintKey } from "../../../src/trust/fingerprint.ts";
import type { SigningKey } from "../../../src/trust/key-file.ts";
import type { Transaction } from "../database/connect.ts";

export async function openHubKey(tx: Transaction, org: string): Promise<SigningKey> {
  const known = await findHubKey(tx);
  if (known !== null) return known;
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = createPublicKey(privateKey).export({ format: "jwk" }).x ?? "";
  const signer = `machine:${fingerprintKey("machine", key, "real")}`;
  const secret = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await tx`
    INSERT INTO hub_key (org, signer, key, secret) VALUES (${org}, ${signer}, ${key}, ${secret}) ON CONFLICT DO NOTHING`;
  const made = await findHubKey(tx);
  if (made === null) throw new TypeError("the key of a hub is gone");
  return made;
}

async function findHubKey(tx: Transaction): Promise<SigningKey | null> {
  const [row] = await tx<{ signer: string; key: string; secret: string }[]>`
    SELECT signer, key, secret FROM hub_key`;
  if (row === undefined) return null;
  return { kind: "machine", signer: row.signer, key: row.key, privateKey: createPrivateKey(row.secret) };
}
