// What is said in a work tree, where files are changed by acts and git alone: in a shared root, and in an own one that was not upgraded
// yet. Its texts are its files, told by their digest.
//
// Attack: whoever can commit deletes a statement, takes a text away, or brings an old one back. So a statement that is remembered and
// no longer there raises nothing and lifts nothing, but what took something out of use stays; and a text that a person replaced does
// not come back, whether the text in its place is here or not.

import { SET_ACTS } from "./acts.ts";
import { changeWord, isWord, type Said, type SaidWord } from "./said.ts";
import { createEnding, isDecision, selectCounted, type Trust } from "./sets.ts";

type Tree = {
  readonly trust: Trust;
  /** Hashes of the statements that are there. */
  readonly present: ReadonlySet<string>;
  /** Does a file of the memory have this text? */
  readonly isFile: (word: SaidWord) => boolean;
};

export type ToldInTree = {
  readonly said: readonly Said[];
  /** Words that count no more, because a person replaced them by a text that is no file here. */
  readonly replaced: readonly SaidWord[];
  /** Approvals that nothing replaced, and that are no longer there. */
  readonly lost: readonly SaidWord[];
  /** Words that are there, and their texts are not, or count no more: whoever writes anew replaces them. */
  readonly elsewhere: readonly SaidWord[];
};

/** Stands for a text that is no file. */
const NO_TEXT = "no file";

export function tellInTree(all: readonly Said[], { trust, present, isFile }: Tree): ToldInTree {
  const isPresent = ({ hash }: Said): boolean => present.has(hash);
  const named = all.map((each) => (isWord(each) ? nameByDigest(each, isPresent(each), isFile) : each));
  const counted = selectCounted(named, trust);
  // Whoever asks has found the tombstones of this id.
  const isEnded = createEnding(counted, () => counted.find((each) => !isWord(each))?.id ?? null);
  const words = counted.filter(isWord).filter((each) => isVouching(each) && !isEnded(each));
  const isOver = createReplacing(words);
  const over = new Set(words.filter(isOver).map(({ digest }) => digest));
  const replaced = new Set<Said>(words.filter((each) => isOver(each) || isBroughtBack(each, over)));
  return {
    said: named.map((each) =>
      replaced.has(each) && isWord(each) ? changeWord(each, { text: NO_TEXT }) : each,
    ),
    replaced: words.filter((each) => replaced.has(each)),
    elsewhere: words.filter((each) => isPresent(each) && (each.text === NO_TEXT || replaced.has(each))),
    lost: words.filter((each) => !isPresent(each) && isApproval(each) && !isOver(each)),
  };
}

function nameByDigest(word: SaidWord, isPresent: boolean, isFile: (word: SaidWord) => boolean): SaidWord {
  if (isPresent) return changeWord(word, { text: isFile(word) ? word.digest : NO_TEXT });
  // To withdraw, too, takes something out of use.
  return changeWord(word, { text: NO_TEXT, ...(SET_ACTS[word.act].withdraws !== true && { lifts: [] }) });
}

/** By an approval of another text that is no file here; where it is one, the law says what it replaces. */
function createReplacing(words: readonly SaidWord[]): (word: SaidWord) => boolean {
  const elsewhere = words.filter((each) => isApproval(each) && each.text === NO_TEXT);
  // Null: by more than one.
  const byName = new Map<string, string | null>();
  for (const { follows, digest } of elsewhere)
    for (const hash of follows)
      byName.set(hash, byName.has(hash) && byName.get(hash) !== digest ? null : digest);
  return ({ hash, digest }) => byName.has(hash) && byName.get(hash) !== digest;
}

/** A machine's word brings no text back that a person replaced; theirs does. */
function isBroughtBack(word: SaidWord, over: ReadonlySet<string>): boolean {
  return !isDecision(word) && over.has(word.digest);
}

function isVouching({ act }: SaidWord): boolean {
  return SET_ACTS[act].rank !== undefined;
}

function isApproval({ act }: SaidWord): boolean {
  return SET_ACTS[act].approves === true;
}
