// Answers for agents: the memories that match, among those that a token may read, with the statements and texts behind
// each.
//
// Attack: a token reads more than it was granted, or saves more than a machine may. The readable roots are queried again
// with each call; a save is one `wrote` statement of a machine's key, counted by day, and takes the same path as every
// object that is carried.

import type {
  Destination,
  HubAnswer,
  HubHit,
  HubStatus,
  HubStore,
  PlainHit,
  RootEvidence,
  SearchAsked,
} from "../../../src/app/hub/view.ts";
import { sha256Hex } from "../../../src/memory/file/sha256.ts";
import { parseDay } from "../../../src/memory/instant.ts";
import { parseStatement } from "../../../src/memory/law/statement.ts";
import { parseMemoryId, type Scope } from "../../../src/memory/memory.ts";
import { type Bearer, listGranted, mayDo } from "../access/tokens.ts";
import { gatherEvidence } from "../applies/evidence.ts";
import { type Indexer, put, SAVES_A_DAY } from "../carrier/put.ts";
import type { Sql, Transaction } from "../database/connect.ts";
import { inOrganisation } from "../database/organisation.ts";
import { listPolicies } from "../policy/policies.ts";
import type { SearchCache } from "../search/cache.ts";
import { readRowName } from "../search/rows.ts";
import { listAround, listKeys, searchRoots } from "../search/search.ts";
import { Refused } from "../server/refusals.ts";

export type AgentContext = {
  readonly sql: Sql;
  readonly bearer: Bearer;
  readonly cache: SearchCache;
  readonly indexer: Indexer;
};

/** Extra hits, because some of the requested ones may be withheld from models. */
const SPARE_HITS = 10;
const [IDS_MAX, SAME_ID_MAX] = [20, 5];

type ReadableRoots = { readonly keys: ReadonlyMap<number, string> };

export function answerAgents(answering: AgentContext): HubStore {
  const { sql, bearer, cache } = answering;
  const within = <Result>(
    work: (tx: Transaction, granted: ReadableRoots) => Promise<Result>,
  ): Promise<Result> =>
    inOrganisation(sql, bearer.org, async (tx) =>
      work(tx, { keys: await listKeys(tx, await listGranted(tx, bearer)) }),
    );
  return {
    search: (asked) =>
      within(async (tx, { keys }) => {
        const { hits, isList } = await search(tx, { cache, keys }, asked);
        return { ...(await standBehind(tx, hits)), isList };
      }),
    around: (asked) =>
      within(async (tx, { keys }) => standBehind(tx, await findAround(tx, { cache, keys }, asked))),
    get: (ids) => within(async (tx, { keys }) => standBehind(tx, await findByIds(tx, keys, ids))),
    status: () => within((tx, { keys }) => countStandings(tx, keys, bearer)),
    destinations: () => inOrganisation(sql, bearer.org, (tx) => listDestinations(tx, bearer)),
    save: (saved) => inOrganisation(sql, bearer.org, (tx) => save(tx, answering, saved)),
  };
}

type SearchScope = { readonly cache: SearchCache; readonly keys: ReadonlyMap<number, string> };

async function search(tx: Transaction, { cache, keys }: SearchScope, asked: SearchAsked) {
  const { prompt, limit, abstains, type, category } = asked;
  const filter = { ...(type === null ? {} : { type }), ...(category === null ? {} : { category }) };
  const query = { keys: [...keys.keys()], prompt, filter, now: Date.now(), abstains };
  const { kept, isList } = await searchRoots(tx, cache, query);
  const some = kept.slice(0, limit + SPARE_HITS);
  const rows = await cache.readRows(
    tx,
    some.map(({ row }) => row.row),
  );
  const hits = some.flatMap(({ row, score, wordScore, confidence }): HubHit[] => {
    const root = keys.get(readRowName(row.id).key);
    const born = rows.get(row.row)?.born;
    return root === undefined || born === undefined ? [] : [{ root, born, score, wordScore, confidence }];
  });
  return { hits, isList };
}

/** Adds statements and texts to the hits, root by root. */
async function standBehind<Hit extends { readonly root: string; readonly born: string }>(
  tx: Transaction,
  hits: readonly Hit[],
): Promise<HubAnswer<Hit>> {
  const byRoot = Map.groupBy(hits, ({ root }) => root);
  const scopes = await tx<{ id: string; scope: Scope }[]>`
    SELECT id, coalesce(scope, 'project') AS scope FROM root WHERE id = ANY (${[...byRoot.keys()]})`;
  const evidence: RootEvidence[] = [];
  for (const { id: root, scope } of scopes) {
    const borns = (byRoot.get(root) ?? []).map(({ born }) => born);
    evidence.push({ root, scope, ...(await gatherEvidence(tx, root, borns)) });
  }
  return { hits, evidence, policies: await listPolicies(tx) };
}

type AroundAsked = { readonly around: string; readonly before: number; readonly after: number };

async function findAround(
  tx: Transaction,
  { cache, keys }: SearchScope,
  { around, before, after }: AroundAsked,
) {
  const own = [...keys.keys()];
  const day = parseDay(around);
  const id = parseMemoryId(around);
  const [centre] =
    day !== null || id === null
      ? []
      : await tx<{ time: number }[]>`
          SELECT time FROM memory_row WHERE id = ${id} AND root_key = ANY (${own}) AND searchable ORDER BY row LIMIT 1`;
  if (day === null && centre === undefined) return [];
  const moment = day === null ? { time: centre?.time ?? 0, id: id ?? "" } : { time: day, id: "" };
  const asked = { moment, before, after: after + (day === null ? 1 : 0), now: Date.now() };
  const rows = await listAround(tx, own, asked);
  const read = await cache.readRows(tx, rows);
  return rows.flatMap((row): PlainHit[] => {
    const found = read.get(row);
    const name = readRowName(found?.row.id ?? "0/");
    const root = keys.get(name.key);
    return found === undefined || root === undefined
      ? []
      : [{ root, born: found.born, isCentre: name.id === id }];
  });
}

async function findByIds(
  tx: Transaction,
  keys: ReadonlyMap<number, string>,
  ids: readonly string[],
): Promise<PlainHit[]> {
  const wanted = ids.slice(0, IDS_MAX).flatMap((id) => parseMemoryId(id) ?? []);
  const rows = await tx<{ key: number; born: string }[]>`
    SELECT root_key AS key, born FROM unnest(${wanted}::text[]) AS asked CROSS JOIN LATERAL (
      SELECT root_key, born FROM memory_row WHERE id = asked AND root_key = ANY (${[...keys.keys()]}) ORDER BY row LIMIT ${SAME_ID_MAX}
    ) AS found`;
  return rows.flatMap(({ key, born }) => {
    const root = keys.get(key);
    return root === undefined ? [] : [{ root, born, isCentre: false }];
  });
}

/** The memories by standing, and the saves that the token has left today. */
async function countStandings(
  tx: Transaction,
  keys: ReadonlyMap<number, string>,
  { subject }: Bearer,
): Promise<HubStatus> {
  const rows = await tx<{ standing: string; count: number }[]>`
    SELECT standing, count(*)::integer AS count FROM memory_row WHERE root_key = ANY (${[...keys.keys()]}) GROUP BY standing`;
  const of = (...names: string[]): number =>
    rows.filter(({ standing }) => names.includes(standing)).reduce((sum, { count }) => sum + count, 0);
  const [used] = await tx<{ most: number }[]>`
    SELECT coalesce(max(count), 0) AS most FROM saved WHERE subject = ${subject} AND day = CURRENT_DATE`;
  return {
    verified: of("verified"),
    inferred: of("inferred"),
    withheld: of("foreign", "quarantined"),
    retired: of("retired"),
    savesLeft: Math.max(0, SAVES_A_DAY - (used?.most ?? 0)),
  };
}

/** The roots into which the token may save. At most three, because with more than one the caller has to name the root. */
async function listDestinations(tx: Transaction, bearer: Bearer): Promise<Destination[]> {
  if (!bearer.scopes.includes("write")) return [];
  return tx<Destination[]>`
    SELECT id AS root, coalesce(scope, 'project') AS scope FROM root
    WHERE EXISTS (SELECT FROM granted WHERE subject = ${bearer.subject} AND may = 'write' AND granted.root IN (root.id, '*'))
    ORDER BY id LIMIT 3`;
}

type SaveRequest = { readonly root: string; readonly statement: string; readonly text: string };

async function save(
  tx: Transaction,
  { bearer, indexer }: AgentContext,
  { root, statement, text }: SaveRequest,
): Promise<void> {
  const hash = sha256Hex(statement);
  const read = parseStatement(statement, hash);
  if (!("hash" in read) || read.act !== "wrote" || !read.signer.startsWith("machine:"))
    throw new Refused("FORBIDDEN", "an agent saves what its machine's key wrote, and nothing else");
  if ((await mayDo(tx, bearer, root)) !== "write") throw new Refused("NOT_FOUND", "there is no such root");
  // A save by an agent counts as a machine's, even with a person's token.
  const { refused } = await put(tx, { bearer: { ...bearer, kind: "machine" }, root, indexer }, [
    [`s/${hash}`, statement],
    [`t/${sha256Hex(text)}`, text],
  ]);
  if (refused.some(([, why]) => why === "day"))
    throw new Refused("RATE_LIMITED", `${SAVES_A_DAY} saves a day`, 86_400);
  if (refused.length > 0)
    throw new Refused("BAD_REQUEST", `not taken: ${refused.map(([, why]) => why).join(", ")}`);
}
