// Side files: the statements about keys and settings of each machine, as the machine sent them last.
//
// Attack: the owner of a token replaces the side files of another machine, fills a root with those of invented machines, or
// takes a machine's name in advance. So only tokens of the subject that sent the first side files of a machine replace
// them, with one exception: a subject that brought a statement signed with that machine's key, as the policy names it. The
// number of machines per subject is limited, and side files count toward the quota.

import { isPaper, PAPERS_MAX } from "../../../src/memory/carried.ts";
import type { Bearer } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";
import { Refused } from "../server/refusals.ts";
import { openRoot, refuseReaders } from "./put.ts";

export type Papers = readonly (readonly [path: string, text: string])[];

/** @returns null when the value is not what a machine sends. */
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

type MachineName = { readonly bearer: Bearer; readonly root: string; readonly machine: string };

/** @returns false when nothing changed. */
export async function replacePapers(
  tx: Transaction,
  { bearer, root, machine }: MachineName,
  papers: Papers,
): Promise<boolean> {
  const { org } = bearer;
  await refuseReaders(tx, bearer, root);
  await openRoot(tx, { org, root });
  const [locked] = await tx<{ next: number }[]>`SELECT next FROM root WHERE id = ${root} FOR UPDATE`;
  await claim(tx, { bearer, root, machine });
  const rows = await tx<{ path: string; bytes: Buffer }[]>`
    SELECT path, bytes FROM paper WHERE root = ${root} AND machine = ${machine}`;
  const known = new Map(rows.map(({ path, bytes }) => [path, bytes.toString("utf8")]));
  if (known.size === papers.length && papers.every(([path, text]) => known.get(path) === text)) return false;
  const sizes = papers.map(([, text]) => Buffer.byteLength(text));
  const more = {
    objects: papers.length - rows.length,
    bytes: sum(sizes) - sum(rows.map(({ bytes }) => bytes.length)),
  };
  await refuseOverQuota(tx, root, more);
  const next = locked?.next ?? 1;
  await tx`DELETE FROM paper WHERE root = ${root} AND machine = ${machine}`;
  for (const [path, text] of papers)
    await tx`
      INSERT INTO paper (org, root, machine, path, n, bytes)
      VALUES (${org}, ${root}, ${machine}, ${path}, ${next}, ${Buffer.from(text)})`;
  await tx`
    UPDATE root SET next = ${next + 1}, objects = objects + ${more.objects}, bytes = bytes + ${more.bytes} WHERE id = ${root}`;
  await tx`INSERT INTO mark (org, root, n) VALUES (${org}, ${root}, ${next})`;
  return true;
}

/** A person types their token on each of their machines; a machine's token serves that machine alone. */
const MACHINES_MAX = { person: 16, machine: 1 } as const;

async function claim(tx: Transaction, { bearer, root, machine }: MachineName): Promise<void> {
  const { org, subject, kind } = bearer;
  const [owner] = await tx<{ subject: string }[]>`
    SELECT subject FROM machine WHERE root = ${root} AND machine = ${machine}`;
  if (owner?.subject === subject) return;
  if (owner !== undefined && !(await hasBrought(tx, { bearer, root, machine })))
    throw new Refused("OTHER_MACHINE", "another token speaks for this machine");
  const [others] = await tx<{ count: number }[]>`
    SELECT count(DISTINCT machine) AS count FROM machine WHERE subject = ${subject} AND machine <> ${machine}`;
  if ((others?.count ?? 0) >= MACHINES_MAX[kind])
    throw new Refused("OTHER_MACHINE", `this token speaks for ${MACHINES_MAX[kind]} other by now`);
  await tx`
    INSERT INTO machine (org, root, machine, subject) VALUES (${org}, ${root}, ${machine}, ${subject})
    ON CONFLICT (org, root, machine) DO UPDATE SET subject = excluded.subject`;
}

/** True when this subject was the first to bring a statement of the machine's key, which is impossible before the machine
 * itself has signed one. */
async function hasBrought(tx: Transaction, { bearer, root, machine }: MachineName): Promise<boolean> {
  const signer = `machine:${machine}`;
  const key = (await findPolicy(tx))?.keys.find((each) => each.signer === signer)?.key;
  if (key === undefined) return false;
  const [row] = await tx`
    SELECT 1 FROM statement WHERE root = ${root} AND key = ${key} AND signer = ${signer} AND brought = ${bearer.subject} LIMIT 1`;
  return row !== undefined;
}

type Size = { readonly objects: number; readonly bytes: number };

async function refuseOverQuota(tx: Transaction, root: string, { objects, bytes }: Size): Promise<void> {
  if (objects <= 0 && bytes <= 0) return;
  const [row] = await tx<{ full: boolean }[]>`
    SELECT objects + ${objects} > objects_max OR bytes + ${bytes} > bytes_max AS full
    FROM root JOIN organisation ON organisation.id = root.org WHERE root.id = ${root}`;
  if (row?.full !== false) throw new Refused("QUOTA", "this root is as large as it may be");
}
