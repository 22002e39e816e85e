// One signed statement of version 3 about one memory, in a file named by its own hash. It says by itself what a reader would otherwise
// have to guess from three versions of a file: which memory (`born`), which bytes (`text`), what it replaces (`follows`), and which
// negative acts it takes back (`lifts`).
//
// Attack: as for versions 1 and 2, a statement that is moved, edited, re-signed or written in two ways. So what it is about is
// signed, the file must be canonical to the last byte, and what is not exactly this shape is no statement. An id that looks like the
// name of a waiting text is none, or a stranger's memory could take such a file's name.

import type { Origin, Scope } from "../../../src/memory/memory.ts";
import { type ErasingAct, isErasingAct, type SetAct } from "./acts.ts";

/** Where the words of a memory came from; in the first statement about it, and never changed. */
export type Source = {
  readonly origin: Origin | null;
  readonly session: string | null;
  readonly taint: readonly string[];
};

type Signed = {
  readonly v: 3;
  readonly root: string;
  readonly scope: Scope;
  readonly time: string;
  readonly signer: string;
  /** The machine's signer, also where the person signs: the chain of what was signed there. No rule reads it. */
  readonly device: string;
  readonly seq: number;
  readonly prev: string | null;
  readonly reason: string | null;
  readonly test?: true;
};

export type Word = Signed & {
  readonly act: Exclude<SetAct, ErasingAct>;
  /** 128 random bits, made with the memory and in every statement about it: two memories of one id are two. */
  readonly born: string;
  readonly id: string;
  /** What a person approves. */
  readonly digest: string;
  /** The whole source without what the view writes: unsigned fields and comments are covered by this. */
  readonly text: string;
  /** Statements whose texts it replaces, with those that they replaced. */
  readonly follows: readonly string[];
  /** Negative acts that it takes back; of `withdraw`, the statements of the same key that count no more. */
  readonly lifts: readonly string[];
  /** Rule ids: of a raising word those that the person took on, of a machine's `lower` those that failed the text. */
  readonly acknowledged: readonly string[];
  readonly source: Source | null;
};

export type Tombstone = Signed & {
  readonly act: ErasingAct;
  /** Null for a memory of version 1: its born is a function of its id, and would be a fast way to guess the words in it. */
  readonly born: string | null;
  /** The opaque id. */
  readonly id: string;
  /** Of every text that was known, as it was and folded. */
  readonly digests: readonly string[];
  readonly ends: readonly string[];
};

export type SetStatement = Word | Tombstone;

/** As the law reads it: its signature was checked before. */
export type Said = SetStatement & { readonly hash: string };
export type SaidWord = Word & { readonly hash: string };
export type SaidTombstone = Tombstone & { readonly hash: string };

export function isWord(said: Said): said is SaidWord {
  return !isErasingAct(said.act);
}

/** What a word of version 1 follows is found when it is asked for, and stays so here: all lists at once would fill the memory. */
export function changeWord(word: SaidWord, changes: Partial<Pick<SaidWord, "text" | "lifts">>): SaidWord {
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(word),
    ...Object.getOwnPropertyDescriptors(changes),
  });
}

const OTHER_NAME = /_other_[0-9a-f]{16,}$/;

/** Would a text that waits beside a memory be called so? Then nobody may make a memory of this id. */
export function isOtherName(id: string): boolean {
  return OTHER_NAME.test(id);
}
