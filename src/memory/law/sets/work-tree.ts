// What is said in a shared root, where files are changed by acts and git alone. Its texts are its files, told by their digests.
//
// Attack: whoever can commit deletes a statement, takes a text away, or brings an old one back. So a statement that is remembered and
// no longer there raises nothing and lifts nothing, but what took something out of use stays; and a text that a person replaced does
// not come back, whether the text in its place is here or not.

import { isApproval, STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, type Statement, type TextStatement } from "../statement.ts";
import { createEnding, isDecision, selectCounted, type Trust } from "./sets.ts";

type Tree = {
  readonly trust: Trust;
  /** Hashes of the statements that are there. */
  readonly present: ReadonlySet<string>;
  /** Does a file of the memory have this text? */
  readonly isFile: (statement: TextStatement) => boolean;
};

export type ToldInTree = {
  readonly said: readonly Statement[];
  /** Statements that count no more, because a person replaced them by a text that is no file here. */
  readonly replaced: readonly TextStatement[];
  /** Approvals that nothing replaced, and that are no longer there. */
  readonly lost: readonly TextStatement[];
  /** Statements that are there, and their texts are not, or count no more: whoever writes anew replaces them. */
  readonly elsewhere: readonly TextStatement[];
};

/** Stands for a text that is no file. */
export const NO_TEXT = "no file";

export function tellInTree(all: readonly Statement[], { trust, present, isFile }: Tree): ToldInTree {
  const isPresent = ({ hash }: Statement): boolean => present.has(hash);
  const inTree = new Set<Statement>(
    all.filter(isTextStatement).filter((each) => isPresent(each) && isFile(each)),
  );
  const counted = selectCounted(all, trust);
  const isEnded = createEnding(counted);
  const words = counted.filter(isTextStatement).filter((each) => isNaming(each) && !isEnded(each));
  // By an approval of another text that is no file here; where it is one, the law says what it replaces.
  const isOver = createReplacing(words.filter((each) => isApproval(each) && !inTree.has(each)));
  const over = new Set(words.filter(isOver).map(({ digest }) => digest));
  // A machine's statement brings no text back that a person replaced; theirs does.
  const replaced = new Set<Statement>(
    words.filter((each) => isOver(each) || (!isDecision(each) && over.has(each.digest))),
  );
  const toSaid = (each: Statement): Statement => {
    if (!isTextStatement(each)) return each;
    const text = inTree.has(each) && !replaced.has(each) ? each.digest : NO_TEXT;
    // To withdraw, too, takes something out of use.
    const isLifting = isPresent(each) || STATEMENT_KINDS[each.act].withdraws === true;
    return isLifting ? { ...each, text } : { ...each, text, lifts: [] };
  };
  return {
    said: all.map(toSaid),
    replaced: words.filter((each) => replaced.has(each)),
    elsewhere: words.filter((each) => isPresent(each) && (!inTree.has(each) || replaced.has(each))),
    lost: words.filter((each) => !isPresent(each) && isApproval(each) && !isOver(each)),
  };
}

function isNaming({ act }: TextStatement): boolean {
  return STATEMENT_KINDS[act].rank !== undefined;
}

/** Did one of these approve another text in its place? */
export function createReplacing(approvals: readonly TextStatement[]): (statement: TextStatement) => boolean {
  // Null: more than one text.
  const byName = new Map<string, string | null>();
  for (const { follows, digest } of approvals)
    for (const hash of follows)
      byName.set(hash, byName.has(hash) && byName.get(hash) !== digest ? null : digest);
  return ({ hash, digest }) => byName.has(hash) && byName.get(hash) !== digest;
}
