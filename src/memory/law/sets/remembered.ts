// A client that keeps no texts remembers the statements that close something, and hears the rest anew with each answer.
//
// Attack: a hub leaves out a newer approval with its text, so that the fact which it replaced holds again. An approval speaks only
// while its text is here, but what it replaced stays replaced by the statement alone.

import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, type Statement, type TextStatement } from "../statement.ts";
import { replaces } from "./memories.ts";
import { selectCounted, type Trust } from "./sets.ts";

/** It takes something out of use, takes something back, or replaces other statements. */
export function closes(said: Statement): boolean {
  const { makes, withdraws, rank } = STATEMENT_KINDS[said.act];
  const isReplacing = rank !== undefined && isTextStatement(said) && said.follows.length > 0;
  return makes !== undefined || withdraws === true || isReplacing;
}

/** Without what was replaced by a statement that counts and whose text is withheld. */
export function leaveReplaced(
  statements: readonly Statement[],
  { trust, hasText }: { readonly trust: Trust; readonly hasText: (hash: string) => boolean },
): Statement[] {
  const words = selectCounted(statements, trust)
    .filter(isTextStatement)
    .filter(({ act }) => STATEMENT_KINDS[act].rank !== undefined);
  const later = new Map<string, TextStatement[]>();
  for (const each of words.filter(({ text }) => !hasText(text)))
    for (const hash of each.follows) later.set(hash, [...(later.get(hash) ?? []), each]);
  const isReplaced = (said: Statement): boolean =>
    isTextStatement(said) &&
    later.get(said.hash)?.some((by) => by.digest !== said.digest && replaces(by, said)) === true;
  return later.size === 0 ? [...statements] : statements.filter((each) => !isReplaced(each));
}
