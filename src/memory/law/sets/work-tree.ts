// What is said in a work tree, where files are changed by acts and git alone: in a shared root, and in an own one that was not upgraded
// yet. Its texts are its files, told by their digest.
//
// Attack: whoever can commit deletes a statement, takes a text away, or brings an old one back. So a statement that is remembered and
// no longer there raises nothing and lifts nothing, but what took something out of use stays; and a text that a person replaced does
// not come back, whether the text in its place is here or not.

import { STATEMENT_KINDS } from "../kinds.ts";
import { isTextStatement, type Statement, type TextStatement } from "../statement.ts";
import { createEnding, isDecision, selectCounted, type Trust } from "./sets.ts";

type Tree = {
  readonly trust: Trust;
  /** Hashes of the statements that are there. */
  readonly present: ReadonlySet<string>;
  /** Does a file of the memory have this text? */
  readonly isFile: (word: TextStatement) => boolean;
};

export type ToldInTree = {
  readonly said: readonly Statement[];
  /** Words that count no more, because a person replaced them by a text that is no file here. */
  readonly replaced: readonly TextStatement[];
  /** Approvals that nothing replaced, and that are no longer there. */
  readonly lost: readonly TextStatement[];
  /** Words that are there, and their texts are not, or count no more: whoever writes anew replaces them. */
  readonly elsewhere: readonly TextStatement[];
};

/** Stands for a text that is no file. */
const NO_TEXT = "no file";

export function tellInTree(all: readonly Statement[], { trust, present, isFile }: Tree): ToldInTree {
  const isPresent = ({ hash }: Statement): boolean => present.has(hash);
  const named = all.map((each) =>
    isTextStatement(each) ? nameByDigest(each, isPresent(each), isFile) : each,
  );
  const counted = selectCounted(named, trust);
  const isEnded = createEnding(counted);
  const words = counted.filter(isTextStatement).filter((each) => isVouching(each) && !isEnded(each));
  const isOver = createReplacing(words);
  const over = new Set(words.filter(isOver).map(({ digest }) => digest));
  const replaced = new Set<Statement>(words.filter((each) => isOver(each) || isBroughtBack(each, over)));
  return {
    said: named.map((each) =>
      replaced.has(each) && isTextStatement(each) ? { ...each, text: NO_TEXT } : each,
    ),
    replaced: words.filter((each) => replaced.has(each)),
    elsewhere: words.filter((each) => isPresent(each) && (each.text === NO_TEXT || replaced.has(each))),
    lost: words.filter((each) => !isPresent(each) && isApproval(each) && !isOver(each)),
  };
}

function nameByDigest(
  word: TextStatement,
  isPresent: boolean,
  isFile: (word: TextStatement) => boolean,
): TextStatement {
  if (isPresent) return { ...word, text: isFile(word) ? word.digest : NO_TEXT };
  // To withdraw, too, takes something out of use.
  return { ...word, text: NO_TEXT, ...(STATEMENT_KINDS[word.act].withdraws !== true && { lifts: [] }) };
}

/** By an approval of another text that is no file here; where it is one, the law says what it replaces. */
function createReplacing(words: readonly TextStatement[]): (word: TextStatement) => boolean {
  const elsewhere = words.filter((each) => isApproval(each) && each.text === NO_TEXT);
  // Null: by more than one.
  const byName = new Map<string, string | null>();
  for (const { follows, digest } of elsewhere)
    for (const hash of follows)
      byName.set(hash, byName.has(hash) && byName.get(hash) !== digest ? null : digest);
  return ({ hash, digest }) => byName.has(hash) && byName.get(hash) !== digest;
}

/** A machine's word brings no text back that a person replaced; theirs does. */
function isBroughtBack(word: TextStatement, over: ReadonlySet<string>): boolean {
  return !isDecision(word) && over.has(word.digest);
}

function isVouching({ act }: TextStatement): boolean {
  return STATEMENT_KINDS[act].rank !== undefined;
}

function isApproval({ act }: TextStatement): boolean {
  return STATEMENT_KINDS[act].approves === true;
}
