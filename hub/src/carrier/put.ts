// Accepts a batch of statements and texts into a root: all of it or nothing, in one transaction, and the answer is sent
// after the commit. Objects that are already stored are accepted again without effect, so that a client that lost the
// answer can repeat the request.
//
// Numbers are assigned under the lock of the root's row, which is held to the end: a reader whose cursor is at a number has
// seen everything below it.

import type { ObjectName } from "../../../src/memory/carried.ts";
import { factsOf } from "../../../src/memory/law/sets/applying.ts";
import type { Policy } from "../../../src/memory/law/sets/policy.ts";
import { isTombstone } from "../../../src/memory/law/statement.ts";
import { type Bearer, type May, mayDo } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";
import { Refused } from "../server/refusals.ts";
import { findEnded } from "./end-texts.ts";
import { erase, eraseEnded, isCountedBy } from "./erase.ts";
import {
  type IncomingStatement,
  type IncomingText,
  isHonest,
  type ReceivedObjects,
  readObjects,
} from "./read-objects.ts";
import { leaveStrange } from "./strangers.ts";

/** Maintains data derived from texts, in the same transaction. */
export type Indexer = {
  readonly index: (
    tx: Transaction,
    at: RootName,
    changed: { readonly statements: readonly string[]; readonly texts: readonly string[] },
  ) => Promise<void>;
  readonly forget: (tx: Transaction, at: RootName, hashes: readonly string[]) => Promise<void>;
};

export type RootName = { readonly org: string; readonly root: string };

export type PutResult = {
  readonly taken: number;
  /** Names, each with the reason. */
  readonly refused: readonly (readonly [ObjectName, string])[];
  readonly forgotten: number;
};

type PutContext = {
  readonly bearer: Bearer;
  readonly root: string;
  readonly indexer: Indexer;
};

export async function put(
  tx: Transaction,
  { bearer, root, indexer }: PutContext,
  given: readonly (readonly [ObjectName, string])[],
): Promise<PutResult> {
  const at = { org: bearer.org, root };
  await refuseReaders(tx, bearer, root);
  const incoming = readObjects(given, root);
  await openRoot(tx, at, incoming);
  const fresh = await selectNew(tx, at, incoming);
  const policy = await findPolicy(tx);
  await refuseOverQuota(tx, { ...at, policy }, fresh);
  for (const each of fresh.statements)
    if (!isHonest(each)) incoming.refused.set(`s/${each.hash}`, "signature");
  const honest = fresh.statements.filter(({ hash }) => !incoming.refused.has(`s/${hash}`));
  const next = await lockRoot(tx, root);
  const forgotten = await erase(tx, at, { statements: listHonest(incoming, fresh), by: bearer });
  const open = await leaveEnded(tx, root, { statements: honest, refused: incoming.refused });
  const fitting = await leaveStrange(tx, { root, policy }, { statements: open, refused: incoming.refused });
  const statements = await leaveOverDay(
    tx,
    { at, bearer },
    { statements: fitting, refused: incoming.refused },
  );
  const stored = await insertStatements(tx, { at, bearer }, { statements, next });
  const isWithdrawn = stored.length > 0 && open.some(({ said }) => said.act === "withdraw");
  const gone = [...forgotten.texts, ...(isWithdrawn ? await eraseEnded(tx, at) : [])];
  const texts = await leaveUnnamed(tx, root, { texts: fresh.texts, refused: incoming.refused });
  const more = await insertTexts(tx, at, { texts, next: next + statements.length });
  await close(tx, at, { next, given: statements.length + texts.length, stored: [...stored, ...more] });
  if (gone.length > 0) await indexer.forget(tx, at, gone);
  const touched = [...stored.map(({ hash }) => hash), ...forgotten.by];
  if (touched.length + more.length > 0)
    await indexer.index(tx, at, { statements: touched, texts: more.map(({ hash }) => hash) });
  const taken = stored.length + more.length;
  return { taken, refused: [...incoming.refused], forgotten: gone.length };
}

export async function refuseStrangers(tx: Transaction, bearer: Bearer, root: string): Promise<May> {
  const may = await mayDo(tx, bearer, root);
  if (may === null) throw new Refused("NOT_FOUND", "there is no such root");
  return may;
}

export async function refuseReaders(tx: Transaction, bearer: Bearer, root: string): Promise<void> {
  if ((await refuseStrangers(tx, bearer, root)) === "read")
    throw new Refused("FORBIDDEN", "this token may only read");
}

/** Creates a missing root when the first object arrives, because the caller may write it. */
export async function openRoot(
  tx: Transaction,
  { org, root }: RootName,
  { statements = [] }: Partial<Pick<ReceivedObjects, "statements">> = {},
): Promise<void> {
  const [known] = await tx`SELECT scope FROM root WHERE id = ${root}`;
  if (known !== undefined && known["scope"] !== null) return;
  const scope = statements[0]?.said.scope ?? null;
  if (known !== undefined && scope === null) return;
  const [limit] = await tx<{ full: boolean }[]>`
    SELECT (SELECT count(*) FROM root) >= roots_max AS full FROM organisation`;
  if (known === undefined && limit?.full !== false)
    throw new Refused("QUOTA", "this organisation has as many roots as it may");
  await tx`
    INSERT INTO root (org, id, scope) VALUES (${org}, ${root}, ${scope})
    ON CONFLICT (org, id) DO UPDATE SET scope = coalesce(root.scope, excluded.scope)`;
}

type Fresh = { readonly statements: readonly IncomingStatement[]; readonly texts: readonly IncomingText[] };

async function selectNew(
  tx: Transaction,
  { root }: RootName,
  { statements, texts }: ReceivedObjects,
): Promise<Fresh> {
  const [said, words] = [statements.map(({ hash }) => hash), texts.map(({ hash }) => hash)];
  const rows = await tx<{ hash: string }[]>`
    SELECT 's' || hash AS hash FROM statement WHERE root = ${root} AND hash = ANY (${tx.array(said, 25)})
    UNION ALL SELECT 't' || hash FROM text WHERE root = ${root} AND hash = ANY (${tx.array(words, 25)})`;
  const known = new Set(rows.map(({ hash }) => hash));
  return {
    statements: statements.filter(({ hash }) => !known.has(`s${hash}`)),
    texts: texts.filter(({ hash }) => !known.has(`t${hash}`)),
  };
}

/** Checked before any signature. A tombstone that counts is accepted into a full root, because forgetting makes room. */
async function refuseOverQuota(
  tx: Transaction,
  { root, policy }: RootName & { readonly policy: Policy | null },
  { statements, texts }: Fresh,
): Promise<void> {
  const isFree = ({ said }: IncomingStatement): boolean =>
    isTombstone(said) && isCountedBy(policy, root, said);
  const all = [...statements.filter((each) => !isFree(each)), ...texts];
  if (all.length === 0) return;
  const bytes = all.reduce((sum, each) => sum + each.bytes.length, 0);
  const [row] = await tx<{ full: boolean }[]>`
    SELECT objects + ${all.length} > objects_max OR bytes + ${bytes} > bytes_max AS full
    FROM root JOIN organisation ON organisation.id = root.org WHERE root.id = ${root}`;
  if (row?.full !== false) throw new Refused("QUOTA", "this root is as large as it may be");
}

/** Leaves out statements with a wrong signature. A stored statement was checked when it arrived. */
function listHonest({ statements, refused }: ReceivedObjects, fresh: Fresh): IncomingStatement[] {
  const isFresh = new Set(fresh.statements.map(({ hash }) => hash));
  return statements.filter(({ hash }) => !isFresh.has(hash) || !refused.has(`s/${hash}`));
}

async function lockRoot(tx: Transaction, root: string): Promise<number> {
  const [row] = await tx<{ next: number }[]>`SELECT next FROM root WHERE id = ${root} FOR UPDATE`;
  if (row === undefined) throw new Refused("NOT_FOUND", "there is no such root");
  return row.next;
}

type Refusable<Each> = { readonly refused: Map<ObjectName, string> } & Each;

/** Refuses statements about a memory that was forgotten here. */
async function leaveEnded(
  tx: Transaction,
  root: string,
  { statements, refused }: Refusable<Pick<Fresh, "statements">>,
): Promise<IncomingStatement[]> {
  const borns = [...new Set(statements.map(({ born }) => born))];
  const rows = await tx<{ born: string }[]>`
    SELECT born FROM ended WHERE root = ${root} AND born = ANY (${tx.array(borns, 25)})`;
  const ended = new Set(rows.map(({ born }) => born));
  return statements.filter(({ born, said, hash }) => {
    const isOver = ended.has(born) && !isTombstone(said);
    if (isOver) refused.set(`s/${hash}`, "ended");
    return !isOver;
  });
}

export const SAVES_A_DAY = 50;

type Origin = { readonly at: RootName; readonly bearer: Bearer };

/** Limits what a token of a machine saves into a root per day. Every statement signed by a machine counts, whichever
 * request brings it. */
async function leaveOverDay(
  tx: Transaction,
  { at: { org, root }, bearer: { kind, subject } }: Origin,
  { statements, refused }: Refusable<Pick<Fresh, "statements">>,
): Promise<readonly IncomingStatement[]> {
  const saves = statements.filter(({ said, names }) => names !== null && said.signer.startsWith("machine:"));
  if (kind !== "machine" || saves.length === 0) return statements;
  const [known] = await tx<{ count: number }[]>`
    SELECT count FROM saved WHERE root = ${root} AND subject = ${subject} AND day = CURRENT_DATE`;
  const left = Math.max(0, SAVES_A_DAY - (known?.count ?? 0));
  const over = new Set(saves.slice(left));
  await tx`
    INSERT INTO saved AS known (org, subject, root, day, count)
    VALUES (${org}, ${subject}, ${root}, CURRENT_DATE, ${saves.length - over.size})
    ON CONFLICT (org, subject, root, day) DO UPDATE SET count = known.count + excluded.count`;
  for (const { hash } of over) refused.set(`s/${hash}`, "day");
  return statements.filter((each) => !over.has(each));
}

type NamedText = IncomingText & { readonly digest: string | null; readonly folded: string | null };

/** Refuses a text that no statement here names, and one that was forgotten here. */
async function leaveUnnamed(
  tx: Transaction,
  root: string,
  { texts, refused }: Refusable<Pick<Fresh, "texts">>,
): Promise<NamedText[]> {
  if (texts.length === 0) return [];
  const read = texts.map((each) => ({
    ...each,
    ...(factsOf(each.bytes.toString("utf8")) ?? { digest: null, folded: null }),
  }));
  const asked = read.map(({ hash }) => hash);
  const rows = await tx<{ names: string }[]>`
    SELECT DISTINCT names FROM statement WHERE root = ${root} AND names = ANY (${tx.array(asked, 25)})`;
  const named = new Set(rows.map(({ names }) => names));
  const over = await findEnded(tx, root, read);
  return read.filter(({ hash, digest }) => {
    const why =
      digest === null ? "no memory" : !named.has(hash) ? "no word" : over.has(hash) ? "ended" : null;
    if (why !== null) refused.set(`t/${hash}`, why);
    return why === null;
  });
}

type StoredObject = { readonly hash: string; readonly size: number };

async function insertStatements(
  tx: Transaction,
  { at: { org, root }, bearer }: Origin,
  { statements, next }: Pick<Fresh, "statements"> & { readonly next: number },
): Promise<StoredObject[]> {
  if (statements.length === 0) return [];
  const column = (pick: (each: IncomingStatement) => string | null) => tx.array(statements.map(pick), 25);
  return tx<StoredObject[]>`
    INSERT INTO statement (org, root, n, hash, brought, signer, key, born, act, names, erases, body)
    SELECT ${org}, ${root}, ${next} + at - 1, hash, ${bearer.subject}::uuid, signer, key, born, act, names, erases = 't', decode(body, 'hex')
    FROM unnest(${column(({ hash }) => hash)}::text[], ${column(({ said }) => said.signer)}::text[], ${column(({ said }) => said.key)}::text[],
      ${column(({ born }) => born)}::text[], ${column(({ said }) => said.act)}::text[],
      ${column(({ names }) => names)}::text[], ${column(({ said }) => (isTombstone(said) ? "t" : "f"))}::text[],
      ${column(({ bytes }) => bytes.toString("hex"))}::text[])
      WITH ORDINALITY AS given (hash, signer, key, born, act, names, erases, body, at)
    ON CONFLICT DO NOTHING RETURNING hash, octet_length(body) AS size`;
}

async function insertTexts(
  tx: Transaction,
  { org, root }: RootName,
  { texts, next }: { readonly texts: readonly NamedText[]; readonly next: number },
): Promise<StoredObject[]> {
  if (texts.length === 0) return [];
  const column = (pick: (each: NamedText) => string | null) => tx.array(texts.map(pick), 25);
  return tx<StoredObject[]>`
    INSERT INTO text (org, root, n, hash, digest, folded, bytes)
    SELECT ${org}, ${root}, ${next} + at - 1, hash, digest, folded, decode(bytes, 'hex')
    FROM unnest(${column(({ hash }) => hash)}::text[], ${column(({ digest }) => digest)}::text[], ${column(({ folded }) => folded)}::text[],
      ${column(({ bytes }) => bytes.toString("hex"))}::text[]) WITH ORDINALITY AS given (hash, digest, folded, bytes, at)
    ON CONFLICT DO NOTHING RETURNING hash, octet_length(bytes) AS size`;
}

type ChangeSize = { readonly next: number; readonly given: number; readonly stored: readonly StoredObject[] };

/** Ends a change of a root with a mark at its last number. */
async function close(
  tx: Transaction,
  { org, root }: RootName,
  { next, given, stored }: ChangeSize,
): Promise<void> {
  if (stored.length === 0) return;
  const bytes = stored.reduce((sum, { size }) => sum + size, 0);
  await tx`
    UPDATE root SET next = ${next + given}, objects = objects + ${stored.length}, bytes = bytes + ${bytes} WHERE id = ${root}`;
  await tx`INSERT INTO mark (org, root, n) VALUES (${org}, ${root}, ${next + given - 1})`;
}
