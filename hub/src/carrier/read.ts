// Reads of a client: what is new since a number, objects by name, which of the client's objects are missing here, and
// fingerprints by prefix, which locate differences without listing everything.

import { BATCH, type ObjectName } from "../../../src/memory/carried.ts";
import type { Transaction } from "../database/connect.ts";

export type Cursor = { readonly n: number; readonly mark: string };

export type Changes = {
  /** False when this hub never gave out the cursor, or has lost objects after it. The client then compares everything. */
  readonly isKnown: boolean;
  readonly names: readonly ObjectName[];
  /** The start of the next page; null at the end. */
  readonly more: number | null;
  /** Everything up to the cursor has been reported; null when the root is empty. */
  readonly cursor: Cursor | null;
  /** The side files by machine: all of a machine's if one of them is new. */
  readonly papers: readonly (readonly [machine: string, papers: readonly (readonly [string, string])[]])[];
  /** True when this machine has sent anything. */
  readonly isOwnHere: boolean;
};

export type Reader = { readonly root: string; readonly machine: string };

const PAGE_MAX = BATCH.names;

/** `from` is the start of a page of the changes after the cursor. */
export async function listChanges(
  tx: Transaction,
  { root, machine }: Reader,
  { after, from }: { readonly after: Cursor | null; readonly from: number },
): Promise<Changes> {
  // Read first, because everything committed by now has a number up to this one.
  const [last] = await tx<Cursor[]>`SELECT n, mark FROM mark WHERE root = ${root} ORDER BY n DESC LIMIT 1`;
  const [own] = await tx`SELECT 1 FROM machine WHERE root = ${root} AND machine = ${machine}`;
  const isOwnHere = own !== undefined;
  const nothing = { names: [], more: null, papers: [], isOwnHere };
  if (after !== null && !(await isMark(tx, root, after))) return { ...nothing, isKnown: false, cursor: null };
  if (last === undefined) return { ...nothing, isKnown: true, cursor: null };
  const since = Math.max(after?.n ?? 0, from);
  const rows = await tx<{ n: number; name: ObjectName }[]>`
    SELECT n, name FROM (
      (SELECT n, 's/' || hash AS name FROM statement WHERE root = ${root} AND n > ${since} AND n <= ${last.n} ORDER BY n LIMIT ${PAGE_MAX})
      UNION ALL
      (SELECT n, 't/' || hash FROM text WHERE root = ${root} AND n > ${since} AND n <= ${last.n} ORDER BY n LIMIT ${PAGE_MAX})
    ) AS both_kinds ORDER BY n LIMIT ${PAGE_MAX}`;
  const more = rows.length < PAGE_MAX ? null : (rows.at(-1)?.n ?? null);
  const papers = from > 0 ? [] : await listPapers(tx, root, after?.n ?? 0);
  return { isKnown: true, names: rows.map(({ name }) => name), more, cursor: last, papers, isOwnHere };
}

async function isMark(tx: Transaction, root: string, { n, mark }: Cursor): Promise<boolean> {
  const rows = await tx`SELECT 1 FROM mark WHERE root = ${root} AND n = ${n} AND mark = ${mark}`;
  return rows.length > 0;
}

/** The same limit as for branches; the machines known longest come first. */
const MACHINES_MAX = 256;

async function listPapers(tx: Transaction, root: string, after: number): Promise<Changes["papers"]> {
  const rows = await tx<{ machine: string; path: string; bytes: Buffer }[]>`
    SELECT machine, path, bytes FROM paper WHERE root = ${root} AND machine IN (
      SELECT machine FROM paper WHERE root = ${root} AND n > ${after} GROUP BY machine ORDER BY min(n) LIMIT ${MACHINES_MAX})
    ORDER BY machine, path`;
  const byMachine = Map.groupBy(rows, ({ machine }) => machine);
  return [...byMachine].map(([machine, papers]) => [
    machine,
    papers.map(({ path, bytes }) => [path, bytes.toString("utf8")]),
  ]);
}

/** As many objects as fit into one answer, in the requested order; the client asks again for the rest. */
export async function getObjects(
  tx: Transaction,
  root: string,
  names: readonly ObjectName[],
): Promise<[ObjectName, string][]> {
  const hashesOf = (kind: "s/" | "t/") =>
    tx.array(
      names.filter((name) => name.startsWith(kind)).map((name) => name.slice(2)),
      25,
    );
  const rows = await tx<{ name: ObjectName; bytes: Buffer }[]>`
    WITH asked AS (SELECT name, at FROM unnest(${tx.array([...names], 25)}::text[]) WITH ORDINALITY AS a (name, at)),
    found AS (
      SELECT 's/' || hash AS name, body AS bytes FROM statement WHERE root = ${root} AND hash = ANY (${hashesOf("s/")})
      UNION ALL SELECT 't/' || hash, bytes FROM text WHERE root = ${root} AND hash = ANY (${hashesOf("t/")})),
    summed AS (
      SELECT found.*, at, sum(octet_length(bytes)) OVER (ORDER BY at) AS upto FROM found JOIN asked USING (name))
    SELECT name, bytes FROM summed WHERE upto <= ${BATCH.bytes} ORDER BY at`;
  return rows.map(({ name, bytes }) => [name, bytes.toString("utf8")]);
}

export async function findMissing(
  tx: Transaction,
  root: string,
  names: readonly ObjectName[],
): Promise<ObjectName[]> {
  const rows = await tx<{ name: ObjectName }[]>`
    SELECT name FROM unnest(${tx.array([...names], 25)}::text[]) WITH ORDINALITY AS asked (name, at) WHERE NOT EXISTS (
      SELECT FROM statement WHERE root = ${root} AND name LIKE 's/%' AND hash = substr(name, 3))
    AND NOT EXISTS (SELECT FROM text WHERE root = ${root} AND name LIKE 't/%' AND hash = substr(name, 3)) ORDER BY at`;
  return rows.map(({ name }) => name);
}

export type Fingerprint = readonly [prefix: string, count: number, xor: string];

/** Fingerprints of statements and texts together, grouped by one more pair of hex digits than `prefix` has. */
export async function listFingerprints(
  tx: Transaction,
  root: string,
  prefix: string,
): Promise<Fingerprint[]> {
  const rows = await tx<{ part: string; count: number; sum: string }[]>`
    SELECT substr(hash, 1, ${prefix.length + 2}::int) AS part, count(*)::int AS count,
      to_hex(bit_xor(('x' || substr(hash, 33, 16))::bit(64)::bigint)) AS sum
    FROM (SELECT hash FROM statement WHERE root = ${root} AND hash LIKE ${`${prefix}%`}
      UNION ALL SELECT hash FROM text WHERE root = ${root} AND hash LIKE ${`${prefix}%`}) AS both_kinds
    GROUP BY part ORDER BY part`;
  return rows.map(({ part, count, sum }) => [part, count, sum]);
}

/** The names of all objects below a prefix. */
export async function listNames(tx: Transaction, root: string, prefix: string): Promise<ObjectName[]> {
  const rows = await tx<{ name: ObjectName }[]>`
    SELECT 's/' || hash AS name FROM statement WHERE root = ${root} AND hash LIKE ${`${prefix}%`}
    UNION ALL SELECT 't/' || hash FROM text WHERE root = ${root} AND hash LIKE ${`${prefix}%`} ORDER BY name LIMIT ${PAGE_MAX}`;
  return rows.map(({ name }) => name);
}
