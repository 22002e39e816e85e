// What a decision about keys would change: which memories would stand lower, and which would come back. Asked before a person decides.

import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import { type MemoryName, nameMemory } from "../../memory/law/statement.ts";
import type { Standing } from "../../memory/memory.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import { walkMemories } from "../memories/list-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** A memory that would come back; `name` is null where no statement has a uuid for it. */
export type Rising = { readonly root: OpenRoot; readonly id: string; readonly name: MemoryName | null };

export type StandsOn = {
  /** Ids of memories that would stand lower. */
  readonly falls: readonly string[];
  readonly rises: readonly Rising[];
};

const RANK: Readonly<Record<Standing, number>> = {
  quarantined: 0,
  retired: 0,
  foreign: 1,
  inferred: 2,
  verified: 3,
};

const UNMARKED = { directory: "memories", tier: "verified", status: "active" } as const;

function compare(before: { readonly standing: Standing }, after: { readonly standing: Standing }): number {
  return RANK[after.standing] - RANK[before.standing];
}

/** In the open roots, of which every statement is thereby seen once more while the keys still count. */
export function findStandsOn(workspace: Workspace, after: readonly KnownSigner[]): StandsOn {
  const falls: string[] = [];
  const rises: Rising[] = [];
  for (const { root, input, standing, file } of walkMemories(workspace, workspace.roots)) {
    if (compare(standing, computeStanding({ ...input, signers: after })) < 0) falls.push(file.id);
    // What a mark in the file keeps out comes back with the next view of the root.
    const unmarked = { ...input, file: { ...input.file, ...UNMARKED } };
    if (compare(computeStanding(unmarked), computeStanding({ ...unmarked, signers: after })) <= 0) continue;
    const memory = placeFile(input)?.memory ?? null;
    rises.push({ root, id: file.id, name: memory === null ? null : nameMemory(memory) });
  }
  return { falls, rises };
}

/** Statements of these keys that this machine recorded, by hash, in order. */
export function listRecorded(workspace: Workspace, signers: ReadonlySet<string>): string[] {
  const hashes = workspace.roots.flatMap((root) =>
    workspace
      .seenIn(root)
      .recallAfter(0)
      .statements.flatMap(({ hash, signer }) => (signers.has(signer) ? [hash] : [])),
  );
  return [...new Set(hashes)].sort();
}
