// Tokens of clients: `crd_`, the token's id, and a secret of which only the hash is stored.
//
// Attack: tokens are guessed, read from a copy of the database, or used after their end. So a secret has 256 bits and is
// compared by its hash in constant time, and every request asks the database again, so that a revocation takes effect at
// once.

import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Sql, Transaction } from "../database/connect.ts";

export const SCOPES = ["read", "write", "metrics"] as const;
export type Scope = (typeof SCOPES)[number];

export type Bearer = {
  readonly org: string;
  readonly id: string;
  /** Stays the same when the token is rotated. */
  readonly subject: string;
  readonly kind: "person" | "machine";
  readonly name: string;
  readonly scopes: readonly string[];
};

const TOKEN = /^crd_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;
const NOBODY = Buffer.alloc(32);

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** @returns null for every token that is not valid now, without saying why. */
export async function findBearer(sql: Sql, authorization: string | undefined): Promise<Bearer | null> {
  const [, id = "", secret = ""] = TOKEN.exec(authorization?.replace(/^Bearer +/i, "") ?? "") ?? [];
  if (id === "") return null;
  const [row] = await sql<Row[]>`SELECT * FROM credence.find_token(${id})`;
  const isSame = timingSafeEqual(hashSecret(secret), row?.hash ?? NOBODY);
  if (row === undefined || !isSame || row.is_over) return null;
  const { org, subject, kind, name, scopes } = row;
  return { org, id, subject, kind, name, scopes };
}

type Row = Omit<Bearer, "id"> & { readonly hash: Buffer; readonly is_over: boolean };

export type NewToken = {
  readonly kind: Bearer["kind"];
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
  /** The subject of the token that this one replaces. */
  readonly subject?: string;
};

/** Runs as the owner. The text of the token is shown once and stored nowhere here. */
export async function makeToken(
  tx: Transaction,
  org: string,
  { kind, name, scopes, days, subject = randomUUID() }: NewToken,
): Promise<{ readonly text: string; readonly id: string; readonly subject: string }> {
  const [id, secret] = [randomBytes(8).toString("hex"), randomBytes(32).toString("base64url")];
  await tx`
    INSERT INTO token (org, id, subject, hash, kind, name, scopes, expires)
    VALUES (${org}, ${id}, ${subject}, ${hashSecret(secret)}, ${kind}, ${name}, ${tx.array([...scopes], 25)},
      now() + make_interval(days => ${days}))`;
  return { text: `crd_${id}_${secret}`, id, subject };
}

/** @returns false when there was no valid token of this id. */
export async function revokeToken(tx: Transaction, org: string, id: string): Promise<boolean> {
  const done = await tx`
    UPDATE token SET revoked = now() WHERE org = ${org} AND id = ${id} AND revoked IS NULL`;
  return done.count > 0;
}

export async function grantRoot(
  tx: Transaction,
  org: string,
  { subject, root, may }: { readonly subject: string; readonly root: string; readonly may: "read" | "write" },
): Promise<void> {
  await tx`
    INSERT INTO granted (org, subject, root, may) VALUES (${org}, ${subject}, ${root}, ${may})
    ON CONFLICT (org, subject, root) DO UPDATE SET may = excluded.may`;
}

export type May = "read" | "write" | null;

/** The rights of the bearer in a root, which need not exist yet. */
export async function mayDo(tx: Transaction, { subject, scopes }: Bearer, root: string): Promise<May> {
  const rows = await tx<{ may: "read" | "write" }[]>`
    SELECT may FROM granted WHERE subject = ${subject} AND root IN (${root}, '*')`;
  if (!scopes.includes("read") || rows.length === 0) return null;
  return scopes.includes("write") && rows.some(({ may }) => may === "write") ? "write" : "read";
}

/** The existing roots that the bearer may read. */
export async function listGranted(tx: Transaction, { subject, scopes }: Bearer): Promise<string[]> {
  if (!scopes.includes("read")) return [];
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM root WHERE EXISTS (
      SELECT FROM granted WHERE subject = ${subject} AND (granted.root = root.id OR granted.root = '*')) ORDER BY id`;
  return rows.map(({ id }) => id);
}
