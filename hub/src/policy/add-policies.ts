// Adds a file of signed policies to an organisation, and brings every root up to the newest policy: its rows, and the
// memories that it forgets.

import { readFileSync } from "node:fs";
import { eraseWaiting } from "../carrier/erase.ts";
import type { Sql } from "../database/connect.ts";
import { inOrganisation } from "../database/organisation.ts";
import { HubFailure } from "../hub-failure.ts";
import { indexRoot, listOutdated } from "../search/index-texts.ts";
import { addPolicy, findPolicy } from "./policies.ts";

export type Brought = { readonly number: number; readonly pinned: string; readonly roots: number };

export async function addPolicies(sql: Sql, org: string, file: string): Promise<Brought> {
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => `${line}\n`);
  await inOrganisation(sql, org, async (tx) => {
    for (const text of texts) {
      const added = await addPolicy(tx, org, text);
      if (added.kind === "refused") throw new HubFailure("USAGE", added.why);
    }
  });
  return bringUpToDate(sql, org);
}

/** Works root by root, under the lock of each. Searches continue meanwhile, because their results are judged by the newest
 * policy anyway. */
export async function bringUpToDate(sql: Sql, org: string): Promise<Brought> {
  const { number, pinned, outdated } = await inOrganisation(sql, org, async (tx) => {
    const policy = await findPolicy(tx);
    const [first] = await tx<{ hash: string }[]>`SELECT hash FROM policy ORDER BY number LIMIT 1`;
    const known = policy?.number ?? 0;
    return { number: known, pinned: first?.hash ?? "", outdated: await listOutdated(tx, known) };
  });
  for (const root of outdated)
    await inOrganisation(sql, org, async (tx) => {
      await tx`SELECT next FROM root WHERE id = ${root} FOR UPDATE`;
      await eraseWaiting(tx, { org, root });
      await indexRoot(tx, { org, root });
    });
  return { number, pinned, roots: outdated.length };
}
