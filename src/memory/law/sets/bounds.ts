// How many statements one signer may have: a bound belongs to the signer who fills it.
//
// Attack: a key that may only write says thousands of things of a fact, so that a bound over all signers takes the fact out of use, or
// leaves out what a person said. So each signer has a bound of its own, and the excess is left out in an order that nothing but the
// statements decides. Negative statements go first in it, because a signer who adds more must not bring a memory back.

import { SIGNER_STATEMENTS_MAX, STATEMENTS_MAX } from "../../limits.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, kindOfSigner, type Statement } from "../statement.ts";

/** The statements of each signer about one uuid that are more than may count. */
export function listExcess(statements: readonly Statement[]): Statement[] {
  const crowded = crowdedBy(statements, ({ born }) => born, SIGNER_STATEMENTS_MAX);
  return crowded.flatMap((about) => {
    const bySigner = [...Map.groupBy(about, ({ signer }) => signer).values()];
    return bySigner.flatMap((each) => each.sort(compareUse).slice(SIGNER_STATEMENTS_MAX));
  });
}

/** Machines have half of the files that one id may have. */
const MACHINES_MAX = STATEMENTS_MAX / 2;

/** The statements of machines about one id that are more than it has room for: of those who said the most, whatever the uuid. */
export function listCrowding(statements: readonly Statement[]): Statement[] {
  const machines = statements.filter(({ signer }) => kindOfSigner(signer) === "machine");
  const idOf = (said: Statement): string => (isTextStatement(said) ? said.id : "");
  return crowdedBy(machines.filter(isTextStatement), idOf, MACHINES_MAX).flatMap((about) => {
    const bySigner = [...Map.groupBy(about, ({ signer }) => signer).values()];
    let room = MACHINES_MAX;
    // The signers who said the least leave the rest of their share to the others.
    return bySigner
      .sort((a, b) => a.length - b.length)
      .flatMap((each, at) => {
        const share = Math.floor(room / (bySigner.length - at));
        const excess = each.sort(compareUse).slice(share);
        room -= each.length - excess.length;
        return excess;
      });
  });
}

/** Groups of more than that many. */
function crowdedBy(
  statements: readonly Statement[],
  nameOf: (said: Statement) => string,
  most: number,
): Statement[][] {
  if (statements.length <= most) return [];
  const counts = new Map<string, number>();
  for (const each of statements) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1);
  const crowded = new Set([...counts].filter(([, count]) => count > most).map(([name]) => name));
  if (crowded.size === 0) return [];
  return [
    ...Map.groupBy(
      statements.filter((each) => crowded.has(nameOf(each))),
      nameOf,
    ).values(),
  ];
}

/** A withdrawal comes before what it might withdraw. */
function compareUse(a: Statement, b: Statement): number {
  return useOf(a) - useOf(b) || (a.hash < b.hash ? -1 : 1);
}

function useOf({ act }: Statement): number {
  const { makes, withdraws } = STATEMENT_KINDS[act];
  return makes !== undefined ? 0 : withdraws === true ? 1 : 2;
}
