// How a memory speaks at the act on this machine: by the statements of its own person about exactly this text.
//
// Attack: a teammate makes their rule stop the agents of others, or a machine's key switches a person's rule off. So only statements of
// the person who owns this machine count, a later one names those that it replaces, and of two that did not know each other the one
// that stops more holds.

import {
  ENFORCE_LEVELS,
  type EnforceLevel,
  isTextStatement,
  nameMemory,
  type TextStatement,
} from "../statement.ts";
import type { Law } from "./memories.ts";
import { ownerIn, type Sets, selectCounted } from "./sets.ts";

/** @returns null if the person said nothing of this text. */
export function findLevel(
  { statements }: Pick<Sets, "statements">,
  { trust, me }: Pick<Law, "trust" | "me">,
  of: Pick<TextStatement, "born" | "id" | "digest">,
): EnforceLevel | null {
  const owner = me === null ? null : ownerIn(trust, me);
  if (owner === null) return null;
  const name = nameMemory(of);
  const own = selectCounted(statements.values(), trust)
    .filter(isTextStatement)
    .filter((each) => each.level !== undefined && nameMemory(each) === name && each.digest === of.digest)
    .filter(({ signer }) => ownerIn(trust, signer) === owner);
  const replaced = new Set(own.flatMap(({ follows }) => follows));
  const levels = own.filter(({ hash }) => !replaced.has(hash)).map(({ level }) => level);
  return ENFORCE_LEVELS.findLast((each) => levels.includes(each)) ?? null;
}
