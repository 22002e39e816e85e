// Updates the rows of a root whenever its statements or texts change, in the same transaction, so that a search finds
// everything acknowledged and nothing forgotten.

import { parseInstant } from "../../../src/memory/instant.ts";
import type { AppliedMemory } from "../../../src/memory/law/sets/applying.ts";
import type { Policy } from "../../../src/memory/law/sets/policy.ts";
import { hideRedactedIn } from "../../../src/memory/text/strip-redacted.ts";
import { applyLaw } from "../applies/apply-law.ts";
import { gatherEvidence } from "../applies/evidence.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";
import { type FoundMemory, type RootPlace, writeRows } from "./rows.ts";

/** The hashes of the objects stored in this transaction. */
export type ChangedObjects = { readonly statements: readonly string[]; readonly texts: readonly string[] };

/** How many memories are judged at a time. */
const BORNS_AT_ONCE = 1_000;

/** Runs after a put, under the lock of the root. */
export async function indexTexts(tx: Transaction, at: RootPlace, changed: ChangedObjects): Promise<void> {
  const { root } = at;
  const said = await tx<{ born: string; act: string }[]>`
    SELECT DISTINCT born, act FROM statement
    WHERE root = ${root} AND (hash = ANY (${[...changed.statements]}) OR names = ANY (${[...changed.texts]}))`;
  // A tombstone also ends texts of other memories, so the whole root is indexed.
  if (said.some(({ act }) => act === "forget")) return indexRoot(tx, at);
  await indexBorns(
    tx,
    at,
    said.map(({ born }) => born),
  );
}

/** Updates the memories whose texts were erased: rows, passages and words disappear with the text. */
export async function forgetTexts(tx: Transaction, at: RootPlace, hashes: readonly string[]): Promise<void> {
  const { root } = at;
  const rows = await tx<{ born: string }[]>`
    SELECT born FROM memory_row JOIN search_root ON key = root_key
    WHERE root = ${root} AND text = ANY (${[...hashes]})`;
  await indexBorns(
    tx,
    at,
    rows.map(({ born }) => born),
  );
}

/** Indexes the whole root, because trust changed or something was forgotten. */
export async function indexRoot(tx: Transaction, at: RootPlace): Promise<void> {
  const { root } = at;
  const borns = await tx<{ born: string }[]>`
    SELECT born FROM statement WHERE root = ${root}
    UNION SELECT born FROM memory_row JOIN search_root ON key = root_key WHERE root = ${root}`;
  await indexBorns(
    tx,
    at,
    borns.map(({ born }) => born),
  );
}

/** Roots whose rows follow another policy than the one in force. */
export async function listOutdated(tx: Transaction, number: number): Promise<string[]> {
  const rows = await tx<{ root: string }[]>`
    SELECT id AS root FROM root LEFT JOIN search_root ON search_root.root = root.id
    WHERE coalesce(policy, 0) <> ${number} ORDER BY id`;
  return rows.map(({ root }) => root);
}

async function indexBorns(
  tx: Transaction,
  { org, root }: RootPlace,
  borns: readonly string[],
): Promise<void> {
  const policy = await findPolicy(tx);
  const all = [...new Set(borns)];
  for (let at = 0; at < all.length; at += BORNS_AT_ONCE) {
    const some = all.slice(at, at + BORNS_AT_ONCE);
    const memories = await findMemories(tx, { root, policy, borns: some });
    await writeRows(tx, { org, root }, { borns: some, memories, policy: policy?.number ?? 0 });
  }
}

type Finding = { readonly root: string; readonly policy: Policy | null; readonly borns: readonly string[] };

async function findMemories(tx: Transaction, { root, policy, borns }: Finding): Promise<FoundMemory[]> {
  const evidence = await gatherEvidence(tx, root, borns);
  const wanted = new Set(borns);
  const applied = applyLaw(root, evidence, policy).filter(({ file }) => wanted.has(file.born));
  // The first text of each memory; the others are its conflict copies.
  const first = new Map(applied.toReversed().map((each) => [each.file.born, each]));
  return [...first.values()].filter(({ file }) => file.standing !== "waits").map(toFound);
}

function toFound({ file, memory, standing }: AppliedMemory): FoundMemory {
  const isOpen =
    memory.status === "active" && !file.isArchived && (standing === "verified" || standing === "inferred");
  // A text that models may not see is not searchable either, because the hits would reveal its words.
  const shown = isOpen ? hideRedactedIn(memory) : null;
  return {
    ...{ born: file.born, id: file.name, digest: file.digest, textHash: file.text, standing },
    status: memory.status ?? "active",
    type: shown?.type ?? null,
    category: shown?.category ?? null,
    tier: shown?.tier ?? null,
    name: shown?.name ?? "",
    tags: shown?.tags ?? [],
    time: parseInstant(memory.updatedAt ?? memory.createdAt ?? "") ?? 0,
    supersedes: shown?.supersedes ?? null,
    text: shown,
  };
}
