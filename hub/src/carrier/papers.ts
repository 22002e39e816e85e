// Cards, introductions and settings: each machine's, as it sent them last.
//
// Attack: somebody with a token of their own replaces another machine's papers. The subject that sent the first ones of a machine is
// the only one whose tokens replace them.

import { isPaper, PAPERS_MAX } from "../../../src/memory/carried.ts";
import type { Bearer } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import { Refused } from "../server/refusals.ts";
import { openRoot, refuseReaders } from "./put.ts";

export type Papers = readonly (readonly [path: string, text: string])[];

/** @returns null when they are not what a machine sends. */
export function readPapers(value: unknown): Papers | null {
  if (!Array.isArray(value) || value.length > PAPERS_MAX.number) return null;
  const papers = value.filter(
    (each): each is [string, string] =>
      Array.isArray(each) &&
      each.length === 2 &&
      typeof each[0] === "string" &&
      isPaper(each[0]) &&
      typeof each[1] === "string",
  );
  const sizes = papers.map(([, text]) => Buffer.byteLength(text));
  const isFitting = sizes.every((size) => size <= PAPERS_MAX.bytes) && sum(sizes) <= PAPERS_MAX.together;
  return papers.length === value.length && isFitting ? papers : null;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, each) => all + each, 0);
}

type Replacing = { readonly bearer: Bearer; readonly root: string; readonly machine: string };

/** @returns whether anything was not so already. */
export async function replacePapers(
  tx: Transaction,
  { bearer, root, machine }: Replacing,
  papers: Papers,
): Promise<boolean> {
  const { org, subject } = bearer;
  await refuseReaders(tx, bearer, root);
  await openRoot(tx, { org, root });
  const [locked] = await tx<{ next: number }[]>`SELECT next FROM root WHERE id = ${root} FOR UPDATE`;
  await tx`INSERT INTO machine (org, root, machine, subject) VALUES (${org}, ${root}, ${machine}, ${subject}) ON CONFLICT DO NOTHING`;
  const [owner] = await tx`SELECT subject FROM machine WHERE root = ${root} AND machine = ${machine}`;
  if (owner?.["subject"] !== subject)
    throw new Refused("OTHER_MACHINE", "another token speaks for this machine");
  const rows = await tx<{ path: string; bytes: Buffer }[]>`
    SELECT path, bytes FROM paper WHERE root = ${root} AND machine = ${machine}`;
  const known = new Map(rows.map(({ path, bytes }) => [path, bytes.toString("utf8")]));
  if (known.size === papers.length && papers.every(([path, text]) => known.get(path) === text)) return false;
  const next = locked?.next ?? 1;
  await tx`DELETE FROM paper WHERE root = ${root} AND machine = ${machine}`;
  for (const [path, text] of papers)
    await tx`
      INSERT INTO paper (org, root, machine, path, n, bytes)
      VALUES (${org}, ${root}, ${machine}, ${path}, ${next}, ${Buffer.from(text)})`;
  await tx`UPDATE root SET next = ${next + 1} WHERE id = ${root}`;
  await tx`INSERT INTO mark (org, root, n) VALUES (${org}, ${root}, ${next})`;
  return true;
}
