// One signed statement of version 3 about one memory, in a file named by its own hash. It says by itself what a reader would otherwise
// have to guess from three versions of a file: which memory (`born`), which bytes (`text`), what it replaces (`follows`), and which
// negative acts it takes back (`lifts`).
//
// Attack: as for versions 1 and 2, a statement that is moved, edited, re-signed or written in two ways. So what it is about is
// signed, the file must be canonical to the last byte, and what is not exactly this shape is no statement. An id that looks like the
// name of a waiting text is none, or a stranger's memory could take such a file's name.

import { renderCanonical } from "../../file/digest.ts";
import { sha256Hex } from "../../file/sha256.ts";
import { isRecord } from "../../json.ts";
import { ENDED_MAX, FOLLOWS_MAX, SESSION_CHARS_MAX, TAINT_CHARS_MAX, TAINTS_MAX } from "../../limits.ts";
import { ORIGINS, type Origin, parseMemoryId, type Scope } from "../../memory.ts";
import {
  type Checks,
  COMMON_CHECKS,
  findNewer,
  findProblem,
  HEX_32,
  HEX_64,
  isSortedList,
  matches,
  readCanonical,
  type UnreadAttestation,
} from "../statement-form.ts";
import { type ErasingAct, isErasingAct, isSetAct, type SetAct } from "./acts.ts";

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

export type Proof = { readonly key: string; readonly signature: string };

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

export function renderSetSigned(statement: SetStatement): string {
  return `credence-attest-v3\n${renderCanonical(statement)}`;
}

export function renderSetStatement(
  statement: SetStatement,
  proof: Proof,
): { readonly hash: string; readonly text: string } {
  const text = `${renderCanonical({ ...statement, ...proof })}\n`;
  return { hash: sha256Hex(text), text };
}

export type ReadStatement = { readonly said: Said; readonly statement: SetStatement; readonly proof: Proof };

/** Reads one file; whether the signature holds is for whoever has the key. */
export function parseSetStatement(text: string, hash: string): ReadStatement | UnreadAttestation {
  const value = readCanonical(text, hash, (read) => {
    const checks = isErasingAct(read["act"]) ? TOMBSTONE_CHECKS : WORD_CHECKS;
    return findNewer(read, 3) ?? findProblem(read, checks);
  });
  if ("kind" in value) return value;
  // Every key was checked above.
  const { key, signature, ...rest } = value.read as SetStatement & Proof;
  const statement = rest as SetStatement;
  return { statement, said: { ...statement, hash }, proof: { key, signature } };
}

const OTHER_NAME = /_other_[0-9a-f]{16,}$/;

/** Would a text that waits beside a memory be called so? Then nobody may make a memory of this id. */
export function isOtherName(id: string): boolean {
  return OTHER_NAME.test(id);
}

/** The id that a file of this name is about: of a text that waits beside a memory the memory's, as far as it fitted into the name. */
export function stemOfOther(name: string): string {
  return name.replace(OTHER_NAME, "");
}

const SIGNED_CHECKS: Checks = {
  ...COMMON_CHECKS,
  v: (value) => value === 3,
  device: (value) => COMMON_CHECKS.signer(value) && String(value).startsWith("machine:"),
  seq: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  prev: (value) => value === null || matches(value, HEX_64),
};

const WORD_CHECKS: Checks = {
  ...SIGNED_CHECKS,
  act: isSetAct,
  born: (value) => matches(value, HEX_32),
  id: (value) => typeof value === "string" && parseMemoryId(value) === value && !isOtherName(value),
  digest: (value) => matches(value, HEX_64),
  text: (value) => matches(value, HEX_64),
  follows: (value) => isSortedList(value, HEX_64, FOLLOWS_MAX),
  lifts: (value) => isSortedList(value, HEX_64, FOLLOWS_MAX),
  source: (value) => value === null || isSource(value),
};

const { acknowledged: _, ...TOMBSTONE_COMMON } = SIGNED_CHECKS;

const TOMBSTONE_CHECKS: Checks = {
  ...TOMBSTONE_COMMON,
  act: isErasingAct,
  born: (value) => value === null || matches(value, HEX_32),
  id: (value) => matches(value, HEX_64),
  digests: (value) => isSortedList(value, HEX_64, ENDED_MAX),
  ends: (value) => isSortedList(value, HEX_64, ENDED_MAX),
};

/** In the order of the canonical form. */
const SOURCE_KEYS = "origin session taint";

function isSource(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).join(" ") !== SOURCE_KEYS) return false;
  const { origin, session, taint } = value;
  return (
    (origin === null || ORIGINS.some((each) => each === origin)) &&
    (session === null || isShort(session, SESSION_CHARS_MAX)) &&
    Array.isArray(taint) &&
    taint.length <= TAINTS_MAX &&
    taint.every((each) => isShort(each, TAINT_CHARS_MAX))
  );
}

function isShort(value: unknown, charsMax: number): boolean {
  return typeof value === "string" && value.isWellFormed() && [...value].length <= charsMax;
}
