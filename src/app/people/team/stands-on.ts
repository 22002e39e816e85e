// What the word of some keys carries: which memories would fall without it, and which it keeps down. Asked before a person
// decides what becomes of the statements of a key that is over.

import { computeStanding } from "../../../memory/law/standing.ts";
import type { Standing } from "../../../memory/memory.ts";
import { walkMemories } from "../../memories/list-memories.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

export type StandsOn = {
  /** Ids of memories that would stand lower without them. */
  readonly falls: readonly string[];
  /** And of those that would stand higher: they took them out of use. */
  readonly rises: readonly string[];
};

const RANK: Readonly<Record<Standing, number>> = {
  quarantined: 0,
  retired: 0,
  foreign: 1,
  inferred: 2,
  verified: 3,
};

/** In the open roots, of which every statement is thereby seen once more while these keys still count. */
export function findStandsOn(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  signers: ReadonlySet<string>,
): StandsOn {
  const [falls, rises]: [string[], string[]] = [[], []];
  for (const { input, standing, file } of walkMemories(workspace, roots)) {
    const without = computeStanding({
      ...input,
      signers: input.signers.filter(({ signer }) => !signers.has(signer)),
    });
    const change = RANK[without.standing] - RANK[standing.standing];
    if (change < 0) falls.push(file.id);
    if (change > 0) rises.push(file.id);
  }
  return { falls, rises };
}
