// Which statements count about one memory, and which of them are still in force.
//
// Attack: a statement of a stranger, moved from another place, hidden, or slipped in between two others, so that a
// negative act seems lifted or an old approval seems current. So a lift must be named directly, a replacement need
// not be, and nothing here looks at the time: order comes from parents.

import type { Scope, Status, Tier } from "../../src/memory/memory.ts";
import { ACTS, isApproval, isLowering, isNegative } from "./acts.ts";
import { type Attestation, kindOfSigner } from "./attestation.ts";
import { SET_ACTS } from "./sets/acts.ts";
import type { SaidWord } from "./sets/said.ts";
import type { TrustedFor } from "./sets/sets.ts";

/** What standing looks at in an attestation; its signature was checked before. */
export type Vouching = Pick<
  Attestation,
  "hash" | "root" | "scope" | "id" | "digest" | "act" | "time" | "signer" | "parents" | "test" | "set"
> & {
  /** A tombstone: whatever its parents vouched for is over, also after a person brought the memory back. */
  readonly ends?: true;
};

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
 * lies in the work tree. `version-1`: the same in an own root that was not upgraded yet, where a machine's no to an approved text is
 * no wish either.
 */
export type Range = "seen" | "tree" | "version-1";

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
  readonly hasText: (word: SaidWord) => boolean;
  /** The person has every text of the memory before them, and chooses. */
  readonly isChoice?: true;
  /** Memories that wait here for the person. */
  readonly held: () => ReadonlyMap<string, string>;
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
  readonly attestations: readonly Vouching[];
  /** Those this machine has ever seen for this id, whether they are still on disk or not. */
  readonly remembered: readonly Vouching[];
  readonly signers: readonly TrustedSigner[];
  /** More statements than any history has, or one that may not be read: none of them can be relied on. */
  readonly unreliable?: true;
  /** Nobody has had the time to find out whether this id was forgotten. */
  readonly unchecked?: true;
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
  /** On disk, and not ended by a tombstone. */
  readonly present: readonly Vouching[];
  /** Remembered by this machine and no longer found. */
  readonly gone: readonly Vouching[];
  readonly all: readonly Vouching[];
};

/** A standing and each of its dates ask for the same, one after the other; an input never changes. */
let last: { readonly input: SaidInput; readonly evidence: Evidence } | null = null;

/** Only what counts: statements of trusted signers about this very place. */
export function selectEvidence(input: SaidInput): Evidence {
  if (last?.input !== input) last = { input, evidence: select(input) };
  return last.evidence;
}

/** Does it speak for exactly the content of this file? */
export function vouchesFor(said: Vouching, { file }: StandingInput): boolean {
  return said.digest === file.digest && !isNegative(said);
}

/** Those that approve exactly this content. */
export function approvalsOf(digest: string | null, said: readonly Vouching[]): Vouching[] {
  return said.filter((each) => isApproval(each) && each.digest === digest);
}

/** What somebody trusted said for exactly this content, whatever became of it since. */
export function selectVouching(input: StandingInput): Vouching[] {
  return selectEvidence(input).all.filter((each) => vouchesFor(each, input));
}

function select(input: SaidInput): Evidence {
  const ended = findEnded(input);
  const isOver = (each: Vouching): boolean => ended.has(each.hash) && !isNegative(each);
  const counts = (attestation: Vouching): boolean => isTrusted(attestation, input);
  const onDisk = new Set(input.attestations.map((attestation) => attestation.hash));
  const present = inOrder(input.attestations.filter(counts));
  const gone = inOrder(input.remembered.filter((each) => !onDisk.has(each.hash) && counts(each)));
  const all = inOrder([...present, ...gone]);
  if (ended.size === 0) return { present, gone, all };
  return {
    present: present.filter((each) => !isOver(each)),
    gone: gone.filter((each) => !isOver(each)),
    all,
  };
}

function findEnded(input: SaidInput): ReadonlySet<string> {
  const tombstones = [...input.attestations, ...input.remembered].filter(
    (each) => each.ends === true && isTrusted(each, input),
  );
  return new Set(tombstones.flatMap(({ parents }) => parents));
}

function isTrusted(attestation: Vouching, input: SaidInput): boolean {
  const { root, scope, id } = input.place;
  if (attestation.root !== root || attestation.scope !== scope || attestation.id !== id) return false;
  if ((attestation.test === true) !== input.testState) return false;
  if (kindOfSigner(attestation.signer) === "machine" && !ACTS[attestation.act].byMachine) return false;
  return input.signers.some(
    (trusted) =>
      trusted.signer === attestation.signer &&
      isForRoot(trusted, input.place) &&
      (trusted.lost !== true || isNegative(attestation)) &&
      (trusted.proposes !== true || SET_ACTS[attestation.act].byProposer === true),
  );
}

/** What each of these may say. Whoever is known by a card and was typed besides may say all that the card lets them say. */
export function trustOf(
  known: readonly Pick<TrustedSigner, "signer" | "lost" | "proposes">[],
): ReadonlyMap<string, TrustedFor> {
  const pairs = known.map(({ signer, lost, proposes }): [string, TrustedFor] => {
    return [signer, lost === true ? "ended" : proposes === true ? "wrote" : "all"];
  });
  return new Map([...pairs, ...pairs.filter(([, what]) => what === "all")]);
}

/** Is it trusted there? */
export function isForRoot(
  { root }: Pick<TrustedSigner, "root">,
  place: Pick<StandingInput["place"], "root" | "scope">,
): boolean {
  return root === ALL_PROJECTS ? place.scope === "project" : root === null || root === place.root;
}

/** Negative acts in force for a file with this content. */
export function findUnlifted({ present, all }: Evidence, digest: string | null): Vouching[] {
  return all.filter((each) => isNegative(each) && !isLifted(each, present, digest));
}

/**
 * What a new statement has to name: the negative acts that still hold against the text they were about, and the
 * approvals that no later one replaced. Named directly, so that nobody undoes it by withholding what lies between.
 */
export function findInForce({ present, all }: Evidence): Vouching[] {
  const negatives = all.filter((each) => isNegative(each) && !isLifted(each, present, each.digest));
  const approvals = all.filter((each) => isApproval(each) && !findReplaced(each.digest, all).has(each.hash));
  return [...negatives, ...approvals.reverse()];
}

/**
 * An act lifts only what it names itself: reaching through a chain of parents would let a statement that arrives late
 * complete the chain and raise a standing. And against the very text it was about, a lowering is lifted by a word about
 * that text alone: restoring a repaired one says nothing in favour of the old.
 */
function isLifted(negative: Vouching, present: readonly Vouching[], digest: string | null): boolean {
  const isAboutThis = isLowering(negative) && negative.digest === digest;
  const { makes } = ACTS[negative.act];
  return present.some(
    (positive) =>
      ACTS[positive.act].lifts.some((each) => each === makes) &&
      positive.parents.includes(negative.hash) &&
      (!isAboutThis || positive.digest === digest),
  );
}

/**
 * Statements that a later approval of another text than this one replaced, by hash: an older text that comes back is a
 * change. Here a chain of parents does count, for it can only lower.
 */
export function findReplaced(digest: string | null, all: readonly Vouching[]): ReadonlySet<string> {
  const later = all.filter((each) => isApproval(each) && each.digest !== digest);
  return findAncestors(later, all);
}

/** Whatever these name, or is named by what they name, by hash. */
export function findAncestors(of: readonly Vouching[], all: readonly Vouching[]): ReadonlySet<string> {
  const byHash = new Map(all.map((each) => [each.hash, each]));
  const ancestors = new Set(of.flatMap(({ parents }) => parents));
  // A set goes on over what is added to it while it is walked.
  for (const hash of ancestors) {
    for (const parent of byHash.get(hash)?.parents ?? []) ancestors.add(parent);
  }
  return ancestors;
}

/** A fixed order, so that the same set always gives the same answer and the same sentence. */
export function inOrder(attestations: readonly Vouching[]): Vouching[] {
  return [...attestations].sort((a, b) => compare(a.time, b.time) || compare(a.hash, b.hash));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
