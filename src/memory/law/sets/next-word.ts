// What a new statement about a memory names. A writer names only what it holds, what counts here and what is of this memory; names
// that others gave and that are not here are never passed on, or a padded list would fill the next person's.

import { FOLLOWS_MAX } from "../../limits.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, nameMemory, type Statement, type TextStatement } from "../statement.ts";
import type { Group, SetMemory } from "./memories.ts";
import { type Sets, selectCounted, type Trust } from "./sets.ts";

export type Named = { readonly follows: readonly string[]; readonly lifts: readonly string[] };

/**
 * `full`: a new memory begins under the id, and this one is retired; by itself where no person approved it, and otherwise once
 * somebody has retired it.
 */
export type NextWord =
  | ({ readonly kind: "names" } & Named)
  | { readonly kind: "full"; readonly goesOn: boolean };

type Before = { readonly sets: Sets; readonly trust: Trust; readonly namesMax?: number };

/**
 * Of a word that takes the place of these texts of the memory. Both lists are flat: what they replaced and lifted is named again, so
 * that nothing depends on a statement or a text in between.
 */
export function nameReplaced(
  { sets, trust, namesMax = FOLLOWS_MAX }: Before,
  { born, id, negatives, wishes }: Pick<SetMemory, "born" | "id" | "negatives" | "wishes">,
  replaced: readonly Pick<Group, "heads">[],
): NextWord {
  const counted = new Map(selectCounted(sets.statements.values(), trust).map((each) => [each.hash, each]));
  const heads = replaced.flatMap((group) => group.heads);
  const memory = nameMemory({ born, id });
  const isOfMemory = (each: TextStatement): boolean => nameMemory(each) === memory;
  const isWordHere = (each: Statement | undefined): each is TextStatement =>
    each !== undefined &&
    isTextStatement(each) &&
    isOfMemory(each) &&
    STATEMENT_KINDS[each.act].rank !== undefined;
  const follows = new Set(heads.map(({ hash }) => hash));
  // What a stranger claims to replace was not before this writer.
  for (const head of heads.filter(({ hash }) => counted.has(hash)))
    for (const hash of head.follows) if (isWordHere(counted.get(hash))) follows.add(hash);
  const before = [...follows].flatMap((hash) => counted.get(hash) ?? []).filter(isTextStatement);
  const lifts = new Set([...negatives, ...wishes].map(({ hash }) => hash));
  // Of those that lift anything; a list that a machine or a lie filled with statements about other memories is not passed on.
  const isLiftable = (each: Statement | undefined): boolean =>
    each !== undefined &&
    STATEMENT_KINDS[each.act].makes !== undefined &&
    (!isTextStatement(each) || isOfMemory(each));
  for (const { act, lifts: named } of before)
    if (STATEMENT_KINDS[act].lifts !== undefined)
      for (const hash of named) if (isLiftable(counted.get(hash))) lifts.add(hash);
  const goesOn = (): boolean =>
    negatives.some(({ act }) => STATEMENT_KINDS[act].makes === "retired") ||
    ![...counted.values()].some((each) => isWordHere(each) && STATEMENT_KINDS[each.act].approves === true);
  if (follows.size > namesMax || lifts.size > namesMax) return { kind: "full", goesOn: goesOn() };
  return { kind: "names", follows: [...follows].sort(), lifts: [...lifts].sort() };
}
