// Creates organisations and tokens for the operator of the hub. The text of a token is written only into a file that its
// owner alone can read, because terminals and logs keep their lines.

import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { grantRoot, makeToken, type NewToken, revokeToken } from "../access/tokens.ts";
import type { Sql } from "../database/connect.ts";
import { asOwner } from "../database/organisation.ts";
import { HubFailure } from "../hub-failure.ts";

export type Organisation = { readonly id: string; readonly name: string };

export async function listOrganisations(sql: Sql): Promise<Organisation[]> {
  return sql<Organisation[]>`SELECT id, name FROM credence.organisation ORDER BY made, id`;
}

/** The organisation of that name, or the only one. */
export async function findOrganisation(sql: Sql, name: string | null): Promise<Organisation> {
  const all = await listOrganisations(sql);
  const [found, ...others] = all.filter((each) => name === null || each.name === name);
  if (found !== undefined && others.length === 0) return found;
  const names = all.map((each) => each.name).join(", ");
  throw new HubFailure(
    "USAGE",
    found === undefined ? "there is no such organisation" : `say which: ${names}`,
  );
}

export async function makeOrganisation(sql: Sql, name: string): Promise<Organisation> {
  const id = randomUUID();
  await asOwner(sql, id, (tx) => tx`INSERT INTO organisation (id, name) VALUES (${id}, ${name})`);
  return { id, name };
}

export type Enrolment = NewToken & { readonly root: string; readonly may: "read" | "write" };

export async function enrol(
  sql: Sql,
  org: string,
  { root, may, ...token }: Enrolment,
): Promise<{ readonly text: string; readonly id: string }> {
  return asOwner(sql, org, async (tx) => {
    const made = await makeToken(tx, org, token);
    await grantRoot(tx, org, { subject: made.subject, root, may });
    return made;
  });
}

/** Gives the same subject a new token with the same access; the old token is revoked. */
export async function rotateToken(
  sql: Sql,
  org: string,
  { id, days }: { readonly id: string; readonly days: number },
): Promise<{ readonly text: string; readonly id: string }> {
  return asOwner(sql, org, async (tx) => {
    const [old] = await tx<(NewToken & { subject: string })[]>`
      SELECT kind, name, scopes, subject FROM token WHERE org = ${org} AND id = ${id} AND revoked IS NULL`;
    if (old === undefined) throw new HubFailure("USAGE", `there is no token ${id} that is not over`);
    await revokeToken(tx, org, id);
    return makeToken(tx, org, { ...old, days });
  });
}

export type ListedToken = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires: Date;
  /** As `root:may`. */
  readonly grants: readonly string[];
};

/** Valid tokens, the first to expire first. */
export async function listTokens(sql: Sql, org: string): Promise<ListedToken[]> {
  return asOwner(
    sql,
    org,
    (tx) => tx<ListedToken[]>`
      SELECT id, kind, name, scopes, expires, ARRAY(
        SELECT g.root || ':' || g.may FROM granted g WHERE g.org = token.org AND g.subject = token.subject ORDER BY g.root
      ) AS grants
      FROM token WHERE org = ${org} AND revoked IS NULL AND expires > now() ORDER BY expires, id`,
  );
}

export async function endToken(sql: Sql, org: string, id: string): Promise<void> {
  if (!(await asOwner(sql, org, (tx) => revokeToken(tx, org, id))))
    throw new HubFailure("USAGE", `there is no token ${id} that is not over`);
}

/** Ends the access of a subject to a root, from its next request on. */
export async function endGrant(
  sql: Sql,
  org: string,
  { id, root }: { readonly id: string; readonly root: string },
): Promise<void> {
  const done = await asOwner(
    sql,
    org,
    (tx) =>
      tx`DELETE FROM granted WHERE org = ${org} AND root = ${root}
        AND subject = (SELECT subject FROM token WHERE org = ${org} AND id = ${id})`,
  );
  if (done.count === 0) throw new HubFailure("USAGE", `token ${id} has no grant of ${root}`);
}

const FIRST_DAYS = 365;

/** Creates the first organisation of a hub, with a token for a person and one for a machine. */
export async function enrolFirst(sql: Sql, name: string, file: string): Promise<void> {
  const { id } = await makeOrganisation(sql, name);
  const whole = { root: "*", may: "write", scopes: ["read", "write", "metrics"], days: FIRST_DAYS } as const;
  const person = await enrol(sql, id, { ...whole, kind: "person", name: "the first person" });
  const machine = await enrol(sql, id, { ...whole, kind: "machine", name: "the first machine" });
  writeSecret(file, `person ${person.text}\nmachine ${machine.text}\n`);
}

export function writeSecret(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}
