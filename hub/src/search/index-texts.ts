// Brings the rows of a root up to what the law says, whenever its statements or texts change: in the transaction that changes them, so
// that a search finds what was acknowledged and nothing that was forgotten.

import { parseInstant } from "../../../src/memory/instant.ts";
import type { AppliedMemory } from "../../../src/memory/law/sets/applying.ts";
import type { Policy } from "../../../src/memory/law/sets/policy.ts";
import { hideRedactedIn } from "../../../src/memory/text/strip-redacted.ts";
import { applyLaw } from "../applies/apply-law.ts";
import { gatherEvidence } from "../applies/evidence.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";
import { type FoundMemory, type RootPlace, writeRows } from "./rows.ts";

/** By their hashes, as they were stored in this transaction. */
export type Changed = { readonly statements: readonly string[]; readonly texts: readonly string[] };

/** So many memories are judged at a time. */
const BORNS_AT_ONCE = 1_000;

/** After a put, under the lock of the root. */
export async function indexTexts(tx: Transaction, at: RootPlace, changed: Changed): Promise<void> {
  const { root } = at;
  const said = await tx<{ born: string; act: string }[]>`
    SELECT DISTINCT born, act FROM statement
    WHERE root = ${root} AND (hash = ANY (${[...changed.statements]}) OR names = ANY (${[...changed.texts]}))`;
  // A tombstone holds the texts of other memories, too.
  if (said.some(({ act }) => act === "forget")) return indexRoot(tx, at);
  await indexBorns(
    tx,
    at,
    said.map(({ born }) => born),
  );
}

/** Texts that are gone: their rows, passages and words go with them. */
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

/** All of it: where others are trusted than before, or something was forgotten. */
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

/** Roots whose rows are of another policy than the one in force. */
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
  // The first text of a memory; the others wait beside it.
  const first = new Map(applied.toReversed().map((each) => [each.file.born, each]));
  return [...first.values()].filter(({ file }) => file.standing !== "waits").map(toFound);
}

function toFound({ file, memory, standing }: AppliedMemory): FoundMemory {
  const isOpen =
    memory.status === "active" && !file.isArchived && (standing === "verified" || standing === "inferred");
  // What a model does not get is not found either, or asking would tell what it says.
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
