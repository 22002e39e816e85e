// One signed statement about one memory, in a file named by its own hash. A statement says by itself which memory it is about (`born`),
// which bytes (`text`), which statements it replaces (`follows`) and which negative ones it takes back (`lifts`).
//
// Attack: a statement is moved to another root, scope or memory, edited, re-signed, or written in two ways that hash differently. So
// everything it is about is signed, the file must be canonical to the last byte, and a file of any other shape is no statement. An id
// that looks like the name of a conflict copy is refused, or an untrusted signer's memory could take such a file's name.

import { renderCanonical } from "../file/digest.ts";
import { sha256Hex } from "../file/sha256.ts";
import { isRecord } from "../json.ts";
import { ENDED_MAX, FOLLOWS_MAX, SESSION_CHARS_MAX, TAINT_CHARS_MAX, TAINTS_MAX } from "../limits.ts";
import { ORIGINS, type Origin, parseMemoryId, type Scope } from "../memory.ts";
import {
  type ErasingKind,
  isEnforcingKind,
  isErasingKind,
  isStatementKind,
  STATEMENT_KINDS,
  type StatementKind,
} from "./kinds.ts";
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
  type UnreadStatement,
} from "./statement-form.ts";

export type KeyKind = "machine" | "person";

/** Where the words of a memory came from: said in the first statement about it, and never changed. */
export type Source = {
  readonly origin: Origin | null;
  readonly session: string | null;
  readonly taint: readonly string[];
};

type Signed = {
  readonly v: 1;
  /** The root's random id, so that a statement about one root says nothing in another. */
  readonly root: string;
  readonly scope: Scope;
  /** 128 random bits, made with the memory and in every statement about it: two memories of one id are two. */
  readonly born: string;
  readonly source: Source | null;
  readonly time: string;
  /** `machine:` or `person:` and the key's fingerprint. */
  readonly signer: string;
  /** The machine's signer, also if the person signs: the chain of what was signed there. No rule reads it. */
  readonly device: string;
  readonly seq: number;
  readonly prev: string | null;
  readonly reason: string | null;
  /** Only in a throw-away state; trusted by no other. */
  readonly test?: true;
};

export type TextContent = Signed & {
  readonly act: Exclude<StatementKind, ErasingKind>;
  readonly id: string;
  /** What a person approves. */
  readonly digest: string;
  /** Hash of the whole source without what the view prints: unsigned fields and comments are covered by it. */
  readonly text: string;
  /** Statements whose texts this one replaces, with those that they replaced. */
  readonly follows: readonly string[];
  /** Negative statements that this one takes back; of `withdraw`, the statements that count no more. */
  readonly lifts: readonly string[];
  /** Rule ids: of a raising statement those that the person took on, of a machine's `lower` those that failed the text. */
  readonly acknowledged: readonly string[];
  /** Of an `enforce`, and of no other kind. */
  readonly level?: EnforceLevel;
};

/** How a memory speaks at the act, the more it stops the later in the list. */
export const ENFORCE_LEVELS = ["off", "remind", "once", "ask", "deny"] as const;
export type EnforceLevel = (typeof ENFORCE_LEVELS)[number];

export type TombstoneContent = Signed & {
  readonly act: ErasingKind;
  /** Of every text that was known, as it was and folded. */
  readonly digests: readonly string[];
};

/** The fields that a key signs. */
export type StatementContent = TextContent | TombstoneContent;

/** A statement whose signature was checked before. `hash` is SHA-256 of its file, and the file's name. */
export type TextStatement = TextContent & { readonly hash: string };
export type Tombstone = TombstoneContent & { readonly hash: string };
export type Statement = TextStatement | Tombstone;

/** The public key, so that a person elsewhere can come to trust it; the fingerprint in `signer` binds the key. */
export type Proof = { readonly key: string; readonly signature: string };

export type SignedStatement = Statement & Proof;
export type SignedTextStatement = TextStatement & Proof;

export function isTombstone<Any extends Statement>(statement: Any): statement is Any & Tombstone {
  return isErasingKind(statement.act);
}

export function isTextStatement<Any extends Statement>(statement: Any): statement is Any & TextStatement {
  return !isErasingKind(statement.act);
}

/** A memory is a uuid under an id: what is said of the uuid under another id is about another memory. */
export type MemoryName = `${string} ${string}`;

export function nameMemory({ born, id }: Pick<TextStatement, "born" | "id">): MemoryName {
  return `${born} ${id}`;
}

export function idOfName(name: MemoryName): string {
  return name.slice(name.indexOf(" ") + 1);
}

export function isMemoryName(name: unknown): name is MemoryName {
  if (typeof name !== "string") return false;
  const [born, id, ...more] = name.split(" ");
  return matches(born, HEX_32) && id !== undefined && parseMemoryId(id) === id && more.length === 0;
}

/** Every statement that this one names. */
export function namedBy(statement: Statement): readonly string[] {
  return isTextStatement(statement) ? [...statement.follows, ...statement.lifts] : [];
}

/** @returns the hash of the text that it is about; null for a tombstone. */
export function textNamedBy(statement: Statement): string | null {
  return isTextStatement(statement) ? statement.text : null;
}

/** @returns the hash of the text that it vouches for, or found as a hand edit; null for every other kind. */
export function textVouchedBy(statement: Statement): string | null {
  return STATEMENT_KINDS[statement.act].rank === undefined ? null : textNamedBy(statement);
}

/** What a signer string says of its key. */
export function kindOfSigner(signer: string): KeyKind {
  return signer.startsWith("person:") ? "person" : "machine";
}

/** The bytes that a key signs. */
export function renderSigned(content: StatementContent): string {
  return `credence-statement-1\n${renderCanonical(contentOf(content))}`;
}

export function renderStatement(
  content: StatementContent,
  { key, signature }: Proof,
): { readonly hash: string; readonly text: string } {
  const text = `${renderCanonical({ ...contentOf(content), key, signature })}\n`;
  return { hash: sha256Hex(text), text };
}

/** The signed fields alone: a statement that was read has more. */
function contentOf(from: StatementContent): StatementContent {
  const { hash: _, key: __, signature: ___, ...content } = from as SignedStatement;
  return content;
}

/** Reads one file. The signature is not checked here: that needs a key, and only a trusted one is worth the time. */
export function parseStatement(text: string, hash: string): SignedStatement | UnreadStatement {
  const value = readCanonical(text, hash, (read) => {
    return findNewer(read, 1) ?? findProblem(read, checksOf(read["act"]));
  });
  // Every key was checked above.
  return "kind" in value ? value : { ...(value.read as StatementContent & Proof), hash };
}

const OTHER_NAME = /_other_[0-9a-f]{16,}$/;

/** Would a conflict copy be called so? Then no memory may have this id. */
export function isOtherName(id: string): boolean {
  return OTHER_NAME.test(id);
}

/** The id that a file of this name is about: of a conflict copy the memory's, as far as it fitted into the name. */
export function stemOfOther(name: string): string {
  return name.replace(OTHER_NAME, "");
}

const SIGNED_CHECKS: Checks = {
  ...COMMON_CHECKS,
  v: (value) => value === 1,
  born: (value) => matches(value, HEX_32),
  source: (value) => value === null || isSource(value),
  device: (value) => COMMON_CHECKS.signer(value) && String(value).startsWith("machine:"),
  seq: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  prev: (value) => value === null || matches(value, HEX_64),
};

const TEXT_CHECKS: Checks = {
  ...SIGNED_CHECKS,
  act: isStatementKind,
  id: (value) => typeof value === "string" && parseMemoryId(value) === value && !isOtherName(value),
  digest: (value) => matches(value, HEX_64),
  text: (value) => matches(value, HEX_64),
  follows: (value) => isSortedList(value, HEX_64, FOLLOWS_MAX),
  lifts: (value) => isSortedList(value, HEX_64, FOLLOWS_MAX),
};

const ENFORCE_CHECKS: Checks = {
  ...TEXT_CHECKS,
  act: isEnforcingKind,
  level: (value) => ENFORCE_LEVELS.some((each) => each === value),
};

const { acknowledged: _, ...TOMBSTONE_COMMON } = SIGNED_CHECKS;

const TOMBSTONE_CHECKS: Checks = {
  ...TOMBSTONE_COMMON,
  act: isErasingKind,
  digests: (value) => isSortedList(value, HEX_64, ENDED_MAX),
};

function checksOf(act: unknown): Checks {
  if (isErasingKind(act)) return TOMBSTONE_CHECKS;
  return isEnforcingKind(act) ? ENFORCE_CHECKS : TEXT_CHECKS;
}

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
