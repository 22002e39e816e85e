// Which statements of a history count, said once more, apart from the code under test.

import { computeStanding } from "../../../src/memory/law/standing.ts";
import { inputOf, type Placed, RANK } from "./arbitrary-attestations.ts";
import { ROOT, TRUSTED_HERE, TRUSTED_PERSONS } from "./signers.ts";

export const NEGATIVE = ["lower", "retire", "forget", "revoke"];
const MACHINE_MAY = ["wrote", "lower", "retire"];

export const rankOf = (history: readonly Placed[], file: Parameters<typeof inputOf>[1]): number =>
  RANK[computeStanding(inputOf(history, file)).standing];

export function counts({ vouching }: Placed): boolean {
  const isHere = vouching.root === ROOT && vouching.scope === "project" && vouching.id === "project_x";
  const isAllowed = TRUSTED_PERSONS.includes(vouching.signer) || MACHINE_MAY.includes(vouching.act);
  return isHere && vouching.test !== true && TRUSTED_HERE.includes(vouching.signer) && isAllowed;
}
