// What statements do to others by naming them: which words are in force, and which negative acts somebody would take back.
//
// Attack: a chain of words is as long as its signer likes. So nothing here calls itself, and each name is looked at once.

import { STATEMENT_KINDS } from "../kinds.ts";
import type { Statement, TextStatement } from "../statement.ts";
import { isPerson } from "./sets.ts";

/**
 * Those that nothing replaced, or that were replaced by words of their own digest alone, of which one is in force. `later`: by hash
 * the words that replaced it.
 */
export function findInForce(
  words: readonly TextStatement[],
  later: ReadonlyMap<string, readonly TextStatement[]>,
): ReadonlySet<string> {
  const renewed = new Map<string, string[]>();
  for (const { hash, digest } of words) {
    const by = later.get(hash) ?? [];
    if (by.some((each) => each.digest !== digest)) continue;
    for (const each of by) append(renewed, each.hash, hash);
  }
  const inForce = new Set(words.filter(({ hash }) => !later.has(hash)).map(({ hash }) => hash));
  // Whatever is added on the way is visited, too.
  for (const hash of inForce) for (const before of renewed.get(hash) ?? []) inForce.add(before);
  return inForce;
}

type Lifting = {
  /** By hash, all there are. */
  readonly negatives: ReadonlyMap<string, Statement>;
  /** Of the memory. */
  readonly digest: string;
  readonly isAboutMain: (negative: Statement) => boolean;
};

/**
 * Only what is named directly is lifted, or a statement that arrives late would complete a chain. Against the very text that it was
 * about, a lowering or a tombstone is lifted by an approval of that text alone. What a person took out a machine does not bring back.
 */
export function findLifted(
  words: readonly TextStatement[],
  { negatives, digest, isAboutMain }: Lifting,
): ReadonlySet<string> {
  const lifted = new Set<string>();
  const known = new Map<Statement, boolean>();
  const isByText = (negative: Statement): boolean => {
    const is =
      known.get(negative) ?? (STATEMENT_KINDS[negative.act].makes === "quarantined" && isAboutMain(negative));
    known.set(negative, is);
    return is;
  };
  const isLifting = (word: TextStatement, negative: Statement): boolean =>
    STATEMENT_KINDS[word.act].lifts?.some((out) => out === STATEMENT_KINDS[negative.act].makes) === true &&
    (isPerson(word) || !isPerson(negative)) &&
    (word.digest === digest || !isByText(negative));
  for (const word of words)
    for (const hash of word.lifts) {
      const negative = negatives.get(hash);
      if (negative !== undefined && isLifting(word, negative)) lifted.add(hash);
    }
  return lifted;
}

export function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
