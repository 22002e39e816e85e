// The union of what is here and what came: all that sync does with statements and texts.
//
// Attack: a remote adds without end, brings back what was forgotten, swaps a text, or hides an honest newcomer behind a flood. So
// what a tombstone ended does not come back, a text is kept only where a statement names its bytes, and strangers have a share: those
// with a card in this root first, then the longest known here, because anybody can grind a small hash in milliseconds.

import { STRANGE_STATEMENTS_MAX, STRANGERS_MAX } from "../../limits.ts";
import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, namedBy, type Statement, type TextStatement } from "../statement.ts";
import { listCrowding, listExcess } from "./bounds.ts";
import { createEnding, type Sets, selectCounted, type TextFacts, type Trust } from "./sets.ts";

export type Arrivals = {
  readonly statements: Iterable<Statement>;
  readonly texts: Iterable<readonly [string, TextFacts]>;
};

export type Admission = {
  readonly trust: Trust;
  /** Signers nobody trusts whose words are kept, however many the caller let in; the rest follow by name up to the limit. */
  readonly strangersFirst: readonly string[];
};

/** Signatures, roots and hashes of texts were checked before. What is here already was admitted once: a secret stays where it is. */
export function admit(mine: Sets, came: Arrivals, admission: Admission): Sets {
  const all = new Map(mine.statements);
  for (const each of came.statements) all.set(each.hash, each);
  const counted = selectCounted(all.values(), admission.trust);
  const isEnded = createEnding(counted);
  for (const each of all.values()) if (isTextStatement(each) && isEnded(each)) all.delete(each.hash);
  for (const each of listBeyondBounds([...all.values()], admission.trust)) all.delete(each.hash);
  const statements = leaveStrangers(all, admission);
  const needed = new Set([...statements.values()].filter(isVouching).map(({ text }) => text));
  const texts = new Map(mine.texts);
  for (const [hash, facts] of came.texts) texts.set(hash, facts);
  for (const hash of texts.keys()) if (!needed.has(hash)) texts.delete(hash);
  return { statements, texts };
}

function isVouching(said: Statement): said is TextStatement {
  return STATEMENT_KINDS[said.act].rank !== undefined;
}

/** Statements of trusted signers that can never count. */
function listBeyondBounds(all: readonly Statement[], trust: Trust): Statement[] {
  const known = all.filter(({ signer }) => trust.has(signer));
  const excess = listExcess(known);
  const left = new Set(excess);
  return [...excess, ...listCrowding(known.filter((each) => !left.has(each)))];
}

function leaveStrangers(
  all: ReadonlyMap<string, Statement>,
  { trust, strangersFirst }: Admission,
): ReadonlyMap<string, Statement> {
  const isKnown = ({ signer }: Statement): boolean => trust.has(signer);
  const known = [...all.values()].filter(isKnown);
  // What somebody trusted answered to is shown with the answer.
  const named = new Set(known.flatMap(namedBy));
  const strange = [...all.values()].filter((each) => !isKnown(each) && !named.has(each.hash));
  const bySigner = Map.groupBy(strange, ({ signer }) => signer);
  const first = new Set(strangersFirst.filter((each) => bySigner.has(each)));
  const inOrder = [...new Set([...first, ...[...bySigner.keys()].sort()])];
  const signers = inOrder.slice(0, Math.max(STRANGERS_MAX, first.size));
  const kept = new Set(signers.flatMap((signer) => hashesOf(bySigner.get(signer) ?? [])));
  return new Map([...all].filter(([hash, each]) => isKnown(each) || named.has(hash) || kept.has(hash)));
}

function hashesOf(statements: readonly Statement[]): string[] {
  return statements
    .map(({ hash }) => hash)
    .sort()
    .slice(0, STRANGE_STATEMENTS_MAX);
}
