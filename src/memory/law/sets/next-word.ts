// What a new statement about a memory names. A writer names only what it holds, what counts here and what is of this memory; names
// that others gave and that are not here are never passed on, or a padded list would fill the next person's.

import { FOLLOWS_MAX } from "../../limits.ts";
import { SET_ACTS } from "./acts.ts";
import type { Group, SetMemory } from "./memories.ts";
import type { Said, SaidWord } from "./said.ts";
import { isWord } from "./said.ts";
import { type Sets, selectCounted, type Trust } from "./sets.ts";

export type Named = { readonly follows: readonly string[]; readonly lifts: readonly string[] };

/** `full`: a new memory under the same id begins, and this one is retired. */
export type NextWord = ({ readonly kind: "names" } & Named) | { readonly kind: "full" };

/**
 * Of a word that takes the place of these texts of the memory. Both lists are flat: what they replaced and lifted is named again, so
 * that nothing depends on a statement or a text in between.
 */
export function nameReplaced(
  { sets, trust }: { readonly sets: Sets; readonly trust: Trust },
  { born, negatives, wishes }: Pick<SetMemory, "born" | "negatives" | "wishes">,
  replaced: readonly Group[],
): NextWord {
  const counted = new Map(selectCounted(sets.statements.values(), trust).map((each) => [each.hash, each]));
  const heads = replaced.flatMap((group) => group.heads);
  const isWordHere = (each: Said | undefined): each is SaidWord =>
    each !== undefined && isWord(each) && each.born === born && SET_ACTS[each.act].rank !== undefined;
  const follows = new Set(heads.map(({ hash }) => hash));
  for (const head of heads)
    for (const hash of head.follows) if (isWordHere(counted.get(hash))) follows.add(hash);
  const before = [...follows].flatMap((hash) => counted.get(hash) ?? []).filter(isWord);
  const lifts = new Set([...negatives, ...wishes].map(({ hash }) => hash));
  for (const hash of before.flatMap((each) => each.lifts)) if (counted.has(hash)) lifts.add(hash);
  if (follows.size > FOLLOWS_MAX || lifts.size > FOLLOWS_MAX) return { kind: "full" };
  return { kind: "names", follows: [...follows].sort(), lifts: [...lifts].sort() };
}
