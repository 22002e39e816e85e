// Gathers the statements that count about one id, with the texts of it that are here. An own root and a shared one differ in this
// module alone: the law that reads the result is the same.
//
// Attack: a statement of an untrusted signer, one that was moved here from another place, one that was deleted by a commit so that a
// negative act seems lifted or an old approval seems current. So a lift is named directly, a remembered statement of a shared root that
// is no longer there raises nothing, lifts nothing and goes on to replace and to take out of use, and no rule looks at the time.

import { isApproval, isVouching } from "../kinds.ts";
import { inOrder, isForRoot, type StandingInput, trustOf } from "../standing-input.ts";
import {
  isTextStatement,
  isTombstone,
  type Statement,
  type TextStatement,
  type Tombstone,
} from "../statement.ts";
import {
  counts,
  createEnding,
  isDecision,
  type Sets,
  selectCounted,
  type TextFacts,
  type Trust,
} from "./sets.ts";
import { createReplacing, NO_TEXT, type ToldInTree, tellInTree } from "./work-tree.ts";

export type IdLedger = {
  /** As the law reads it. */
  readonly sets: Sets;
  readonly trust: Trust;
  /** Statements that count, about memories that were not forgotten, the oldest first. */
  readonly counted: readonly TextStatement[];
  /** Those of them that may raise: in a shared root the ones in the work tree. */
  readonly here: readonly TextStatement[];
  /** Those of them that vouch for exactly the file's text, whatever became of it since. */
  readonly vouchedBy: readonly TextStatement[];
  /** Every approval that counts, the newest first, and last those that an approval of another text replaced. */
  readonly approvals: readonly TextStatement[];
  /** Those that count, the oldest first. */
  readonly tombstones: readonly Tombstone[];
  /** The text by which the file is told. */
  readonly text: string | null;
} & Omit<ToldInTree, "said">;

const ledgers = new WeakMap<StandingInput, IdLedger>();

/** A standing and each of its dates ask for the same; an input never changes. */
export function gather(input: StandingInput): IdLedger {
  const known = ledgers.get(input) ?? gatherAnew(input);
  ledgers.set(input, known);
  return known;
}

/** Statements about this very place, of whichever signer. */
function listHere({ place, testState, remembered, attestations }: StandingInput): Statement[] {
  const isHere = (each: Statement): boolean =>
    each.root === place.root &&
    each.scope === place.scope &&
    (!isTextStatement(each) || each.id === place.id) &&
    (each.test === true) === testState;
  return [
    ...new Map([...remembered, ...attestations].filter(isHere).map((each) => [each.hash, each])).values(),
  ];
}

function trustIn({ signers, place }: StandingInput): Trust {
  return trustOf(signers.filter((each) => isForRoot(each, place)));
}

/** All statements of trusted signers, the withdrawn ones and those about forgotten memories too, the oldest first: a log tells them. */
export function listSigned(input: StandingInput): Statement[] {
  const trust = trustIn(input);
  return inOrder(listHere(input).filter((each) => counts(each, trust)));
}

function gatherAnew(input: StandingInput): IdLedger {
  const { file, sets: own } = input;
  const trust = trustIn(input);
  const known = listHere(input);
  const counting = selectCounted(known, trust);
  const isEnded = createEnding(counting);
  const counted = inOrder(counting.filter(isTextStatement).filter((each) => !isEnded(each)));
  const tombstones = inOrder(counting.filter(isTombstone));
  const onDisk = new Set(input.attestations.map(({ hash }) => hash));
  const here = own.isShared ? counted.filter(({ hash }) => onDisk.has(hash)) : counted;
  const vouchedBy = here.filter((each) => each.digest === file.digest && isVouching(each));
  const text = own.isShared ? file.digest : own.text;
  const isText = createLookup(input, { text, trust, counted });
  // A withdrawn statement, or one about a forgotten memory, says nothing; untrusted signers show a person what to look at.
  const isCounted = new Set<Statement>([...counted, ...tombstones]);
  const left = known.filter(
    (each) => isCounted.has(each) || (!counts(each, trust) && !(isTextStatement(each) && isEnded(each))),
  );
  const { said, ...told } = own.isShared
    ? tellInTree(left, { trust, present: onDisk, isFile: isText })
    : { said: left, replaced: [], lost: [], elsewhere: [] };
  const facts: TextFacts = {
    digest: file.digest ?? "",
    folded: said.some(isTombstone) ? own.folded() : "",
  };
  const texts = new Map(text === null ? [] : [[text, facts]]);
  for (const each of said.filter(isTextStatement))
    if (!texts.has(each.text) && each.text !== NO_TEXT && (own.isShared || isText(each)))
      // Another source of the same digest has the same body, so the same folded words were forgotten with it.
      texts.set(each.text, each.digest === facts.digest ? facts : { digest: each.digest, folded: "" });
  const sets = { statements: byHash(said), texts };
  return {
    ...{ sets, trust, counted, here, vouchedBy, tombstones, text },
    approvals: listApprovals(counted),
    ...told,
  };
}

export function byHash(said: readonly Statement[]): ReadonlyMap<string, Statement> {
  return new Map(said.map((each) => [each.hash, each]));
}

type Lookup = Pick<IdLedger, "text" | "trust" | "counted">;

/** Is the text of a statement here? Without a file only the statements matter, and they are taken at their word. */
function createLookup(
  { file, sets: own }: StandingInput,
  { text, trust, counted }: Lookup,
): (statement: TextStatement) => boolean {
  // In a shared root a text that a person replaced need not be looked for.
  const decided = new Set(own.isShared ? counted.filter(isDecision).flatMap(({ follows }) => follows) : []);
  return (each) =>
    file.digest === null ||
    (own.isShared ? each.digest : each.text) === text ||
    (counts(each, trust) && !decided.has(each.hash) && (text === null || own.hasText(each)));
}

function listApprovals(counted: readonly TextStatement[]): TextStatement[] {
  const approvals = counted.filter(isApproval).reverse();
  const isOver = createReplacing(approvals);
  return approvals.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)));
}
