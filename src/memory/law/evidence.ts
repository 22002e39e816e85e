// Which statements count about one memory, and which of them are still in force.
//
// Attack: a statement of a stranger, moved from another place, hidden, or slipped in between two others, so that a
// negative act seems lifted or an old approval seems current. So a lift must be named directly, a replacement need
// not be, and nothing here looks at the time: order comes from what statements name.

import type { Scope, Status, Tier } from "../memory.ts";
import { isApproval, isLowering, isNegative, STATEMENT_KINDS } from "./kinds.ts";
import { mayOf, narrowest } from "./sets/policy.ts";
import type { Names, TrustedFor } from "./sets/sets.ts";
import {
  isTextStatement,
  isTombstone,
  kindOfSigner,
  type Statement,
  type TextStatement,
  type Tombstone,
} from "./statement.ts";

/** In the place of a root's id: every project root, now and later, and never the user root. */
export const ALL_PROJECTS = "projects";

export type TrustedSigner = {
  readonly signer: string;
  /** The root it is trusted for, or all roots of projects; null for this machine's own keys. */
  readonly root: string | null;
  /** A name typed here, or how this machine calls itself. */
  readonly petname: string;
  readonly own: boolean;
  /** Its key is gone: what it took out of use stays out, and it vouches for nothing. */
  readonly lost?: true;
  /** A machine's key that a person typed, of a hub or of CI: its texts are advice here, and it says nothing else. */
  readonly proposes?: true;
};

/** What somebody at this machine's terminal said of a text, and nobody signed: it is hidden here, their no is final, or they are
 * asked again in a week. */
export const ANSWERS = ["hidden", "no", "later"] as const;
export type Answer = (typeof ANSWERS)[number];

/**
 * What counts. `seen`: in an own root, all that this machine ever saw, with every text that it keeps. `tree`: in a shared root, what
 * lies in the work tree.
 */
export type Range = "seen" | "tree";

/** What the law of sets looks at besides the statements. */
export type FileInSets = {
  readonly range: Range;
  /** Without its ending; of a text that waits beside a memory not the memory's id. */
  readonly name: string;
  /** The hash of the file's source; null where it is no memory. */
  readonly text: string | null;
  /** Of the file that has the memory's own name, where this one has another: its digest. */
  readonly first: () => string | null;
  /** Of its body; asked only where something was forgotten. */
  readonly folded: () => string;
  /** Is the text of a word here that is not the file's? */
  readonly hasText: (word: TextStatement) => boolean;
  /** The person has every text of the memory before them, and chooses. */
  readonly isChoice?: true;
  /** Memories that wait here for the person. */
  readonly held: () => Names;
  /** This machine's signer. */
  readonly me: string | null;
};

export type StandingInput = {
  readonly place: { readonly root: string; readonly scope: Scope; readonly id: string };
  readonly file: {
    /** Null when the file hard-fails: nothing in it can be vouched for. */
    readonly digest: string | null;
    readonly tier: Tier | null;
    readonly status: Status;
    readonly directory: "memories" | "quarantine";
    /** It is there, and may not or cannot be read. */
    readonly unreadable?: true;
    /** Where git's conflict markers begin in it. */
    readonly conflictLine?: number;
  };
  /** Those on disk whose signature holds. */
  readonly attestations: readonly Statement[];
  /** Those this machine has ever seen for this id, whether they are still on disk or not. */
  readonly remembered: readonly Statement[];
  readonly signers: readonly TrustedSigner[];
  /** More statements than any history has, or one that may not be read: none of them can be relied on. */
  readonly unreliable?: true;
  /** What this machine has seen of the root cannot be read: a negative act may be in it. */
  readonly recordUnreadable?: true;
  /** This root's id was seen at another location, and no person has looked yet. */
  readonly rootWaits: boolean;
  readonly testState: boolean;
  /** About exactly this text. */
  readonly answered?: Answer;
  readonly sets: FileInSets;
};

/** Whose word counts is asked without a file, too. */
export type SaidInput = Omit<StandingInput, "sets">;

/** Of an id of which there may be no file, or of which only the statements matter. */
export const NO_FILE: StandingInput["file"] = {
  digest: null,
  tier: null,
  status: "active",
  directory: "memories",
};

export type Evidence = {
  /** On disk, and about a memory that was not forgotten. */
  readonly present: readonly TextStatement[];
  /** Remembered by this machine and no longer found. */
  readonly gone: readonly TextStatement[];
  readonly all: readonly TextStatement[];
  /** Of this memory, or of its text. */
  readonly tombstones: readonly Tombstone[];
};

/** A standing and each of its dates ask for the same, one after the other; an input never changes. */
let last: { readonly input: SaidInput; readonly evidence: Evidence } | null = null;

/** Only what counts: statements of trusted signers about this very place. */
export function selectEvidence(input: SaidInput): Evidence {
  if (last?.input !== input) last = { input, evidence: select(input) };
  return last.evidence;
}

/** All that count, tombstones too, oldest first. */
export function selectCounting(input: SaidInput): readonly Statement[] {
  const { all, tombstones } = selectEvidence(input);
  return tombstones.length === 0 ? all : inOrder<Statement>([...all, ...tombstones]);
}

/** Does it speak for exactly the content of this file? */
export function vouchesFor(said: TextStatement, { file }: StandingInput): boolean {
  return said.digest === file.digest && !isNegative(said);
}

/** Those that approve exactly this content. */
export function approvalsOf(digest: string | null, said: readonly TextStatement[]): TextStatement[] {
  return said.filter((each) => isApproval(each) && each.digest === digest);
}

/** What somebody trusted said for exactly this content, whatever became of it since. */
export function selectVouching(input: StandingInput): TextStatement[] {
  return selectEvidence(input).all.filter((each) => vouchesFor(each, input));
}

function select(input: SaidInput): Evidence {
  const counts = (statement: Statement): boolean => isTrusted(statement, input);
  const onDisk = new Set(input.attestations.map(({ hash }) => hash));
  const known = [...input.attestations, ...input.remembered.filter(({ hash }) => !onDisk.has(hash))];
  const tombstones = inOrder(known.filter(isTombstone).filter(counts));
  const ended = new Set(tombstones.map(({ born }) => born));
  const isOver = (each: TextStatement): boolean => ended.has(each.born) && !isNegative(each);
  const text = known.filter(isTextStatement).filter(counts);
  const here = inOrder(text.filter(({ hash }) => onDisk.has(hash)));
  const lost = inOrder(text.filter(({ hash }) => !onDisk.has(hash)));
  return {
    present: here.filter((each) => !isOver(each)),
    gone: lost.filter((each) => !isOver(each)),
    all: inOrder([...here, ...lost]),
    tombstones,
  };
}

function isTrusted(statement: Statement, input: SaidInput): boolean {
  const { root, scope, id } = input.place;
  if (statement.root !== root || statement.scope !== scope) return false;
  if (isTextStatement(statement) && statement.id !== id) return false;
  if ((statement.test === true) !== input.testState) return false;
  const { byMachine, byProposer } = STATEMENT_KINDS[statement.act];
  if (kindOfSigner(statement.signer) === "machine" && !byMachine) return false;
  return input.signers.some(
    (trusted) =>
      trusted.signer === statement.signer &&
      isForRoot(trusted, input.place) &&
      (trusted.lost !== true || isNegative(statement)) &&
      (trusted.proposes !== true || byProposer === true),
  );
}

/** What each of these may say. */
export function trustOf(
  known: readonly Pick<TrustedSigner, "signer" | "lost" | "proposes">[],
): ReadonlyMap<string, TrustedFor> {
  return narrowest(known.map((each) => [each.signer, mayOf(each)]));
}

/** Is it trusted there? */
export function isForRoot(
  { root }: Pick<TrustedSigner, "root">,
  place: Pick<StandingInput["place"], "root" | "scope">,
): boolean {
  return root === ALL_PROJECTS ? place.scope === "project" : root === null || root === place.root;
}

/** Negative statements in force for a file with this content. */
export function findUnlifted(
  { present, all, tombstones }: Evidence,
  digest: string | null,
): readonly Statement[] {
  const negatives = [...tombstones, ...all.filter(isNegative)];
  return negatives.filter((each) => !isLifted(each, present, digest));
}

/** The approvals that no later approval of another text replaced, newest first. */
export function findApprovalsInForce({ all }: Evidence): TextStatement[] {
  const isReplaced = (each: TextStatement): boolean =>
    all.some(
      (later) => isApproval(later) && later.digest !== each.digest && later.follows.includes(each.hash),
    );
  return all.filter((each) => isApproval(each) && !isReplaced(each)).reverse();
}

/**
 * A statement lifts only what it names itself: reaching through a chain would let a statement that arrives late complete the chain and
 * raise a standing. And against the very text it was about, a lowering is lifted by a statement about that text alone: restoring a
 * repaired one says nothing in favour of the old.
 */
function isLifted(negative: Statement, present: readonly TextStatement[], digest: string | null): boolean {
  const isAboutThis =
    isLowering(negative) &&
    (isTombstone(negative) || (isTextStatement(negative) && negative.digest === digest));
  const { makes } = STATEMENT_KINDS[negative.act];
  return present.some(
    (positive) =>
      STATEMENT_KINDS[positive.act].lifts?.some((each) => each === makes) === true &&
      positive.lifts.includes(negative.hash) &&
      (!isAboutThis || positive.digest === digest),
  );
}

/** A fixed order, so that the same set always gives the same answer and the same sentence. */
export function inOrder<Any extends Pick<Statement, "time" | "hash">>(statements: readonly Any[]): Any[] {
  return [...statements].sort((a, b) => compare(a.time, b.time) || compare(a.hash, b.hash));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
