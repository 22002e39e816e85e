// Which statements of a history count, said once more, apart from the code under test.

import { computeStanding } from "../../../src/memory/law/standing.ts";
import { isTextStatement, kindOfSigner } from "../../../src/memory/law/statement.ts";
import { inputOf, type Placed, RANK } from "./arbitrary-attestations.ts";
import { OWN_MACHINE, ROOT, TRUSTED_HERE, TRUSTED_PERSONS } from "./signers.ts";

export const NEGATIVE = ["lower", "retire", "forget", "disown"];
const MACHINE_MAY = ["wrote", "draft", "lower", "retire", "archive", "unarchive"];

export const rankOf = (history: readonly Placed[], file: Parameters<typeof inputOf>[1]): number =>
  RANK[computeStanding(inputOf(history, file)).standing];

export function counts({ vouching }: Placed): boolean {
  const isOfId = !isTextStatement(vouching) || vouching.id === "project_x";
  const isHere = vouching.root === ROOT && vouching.scope === "project" && isOfId;
  const isAllowed = TRUSTED_PERSONS.includes(vouching.signer) || MACHINE_MAY.includes(vouching.act);
  return isHere && vouching.test !== true && TRUSTED_HERE.includes(vouching.signer) && isAllowed;
}

/** What a machine signs against a memory that a person approved is a request, but for what this machine's own validator found. */
export function isRequest({ vouching }: Placed, history: readonly Placed[]): boolean {
  if (!isTextStatement(vouching) || kindOfSigner(vouching.signer) === "person") return false;
  const isOwnValidators = vouching.signer === OWN_MACHINE && vouching.acknowledged.length > 0;
  return !isOwnValidators && history.some((each) => counts(each) && each.vouching.act === "approve");
}

/** Hashes of what its own signer took back. */
export function listWithdrawn(history: readonly Placed[]): ReadonlySet<string> {
  const withdrawals = history.filter((each) => counts(each) && each.vouching.act === "withdraw");
  const isBySame = (hash: string, signer: string): boolean =>
    history.some(({ vouching }) => vouching.hash === hash && vouching.signer === signer);
  return new Set(
    withdrawals.flatMap(({ vouching }) =>
      isTextStatement(vouching) ? vouching.lifts.filter((hash) => isBySame(hash, vouching.signer)) : [],
    ),
  );
}
