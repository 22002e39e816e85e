// What a new statement about a memory names. A writer names only what it holds, what counts here and what is of this memory; names
// that others gave and that are not here are never passed on, or a padded list would fill the next person's.

import { FOLLOWS_MAX, SIGNER_STATEMENTS_MAX } from "../../limits.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import {
  isTextStatement,
  kindOfSigner,
  nameMemory,
  type Statement,
  type TextStatement,
} from "../statement.ts";
import type { Group, SetMemory } from "./memories.ts";
import { isPerson, type Sets, selectCounted, type Trust } from "./sets.ts";

export type Named = { readonly follows: readonly string[]; readonly lifts: readonly string[] };

/**
 * `full`: a new memory begins under the id, and this one is retired. A machine's statement begins none while what a person approved
 * is in use.
 */
export type NextWord =
  | ({ readonly kind: "names" } & Named)
  | { readonly kind: "full"; readonly goesOn: boolean };

type Writer = {
  readonly sets: Sets;
  readonly trust: Trust;
  /** The signer of the next statement. */
  readonly by: string;
  readonly namesMax?: number;
};

/**
 * Of a word that takes the place of these texts of the memory. Both lists are flat: what they replaced and lifted is named again, so
 * that nothing depends on a statement or a text in between.
 */
export function nameReplaced(
  { sets, trust, by, namesMax = FOLLOWS_MAX }: Writer,
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
    kindOfSigner(by) === "person" ||
    negatives.some(({ act }) => STATEMENT_KINDS[act].makes === "retired") ||
    ![...counted.values()].some((each) => isWordHere(each) && STATEMENT_KINDS[each.act].approves === true);
  const [named, lifted] = [follows, lifts].map((list) => fitNames([...list], { counted, by, namesMax }));
  // One more would count no more.
  const own = [...counted.values()].filter((each) => each.signer === by && each.born === born);
  if (named == null || lifted == null || own.length >= SIGNER_STATEMENTS_MAX)
    return { kind: "full", goesOn: goesOn() };
  return { kind: "names", follows: named.sort(), lifts: lifted.sort() };
}

type Fit = Pick<Writer, "by"> & {
  readonly counted: ReadonlyMap<string, Statement>;
  readonly namesMax: number;
};

/**
 * A person names what trusted people said first, so that neither machines nor untrusted signers fill a list that a person signs: their
 * statement that is not named stays beside the person's, and takes nothing from it. @returns null for more than fit.
 */
function fitNames(names: readonly string[], { counted, by, namesMax }: Fit): string[] | null {
  if (names.length <= namesMax) return [...names];
  const isPersons = (hash: string): boolean => {
    const said = counted.get(hash);
    return said !== undefined && isPerson(said);
  };
  const first = kindOfSigner(by) === "person" ? names.filter(isPersons) : names;
  if (first.length > namesMax) return null;
  return [...first, ...names.filter((each) => !isPersons(each))].slice(0, namesMax);
}
