// What a standing is computed from: the file, the statements about its id, and whom this machine trusts.

import type { Scope, Status, Tier } from "../memory.ts";
import { mayOf, narrowest } from "./sets/policy.ts";
import type { Names, Trust } from "./sets/sets.ts";
import type { Statement, TextStatement } from "./statement.ts";

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
  /** The person whose key it is, or who owns the machine by a statement: a person withdraws what these sign. */
  readonly owner?: string;
};

/** Decisions of a person at this machine's terminal that are not signed: the text is hidden here, their no is final, or they are
 * asked again in a week. */
export const ANSWERS = ["hidden", "no", "later"] as const;
export type Answer = (typeof ANSWERS)[number];

/** How a file lies in its root, and which other texts are here. */
export type FileInSets = {
  /** In a shared root files change by acts and git alone: texts are told by their digests, and what vouches counts while it is there. */
  readonly isShared: boolean;
  /** Without its ending; of a text that waits beside a memory not the memory's id. */
  readonly name: string;
  /** The hash of the file's source; null where it is no memory. */
  readonly text: string | null;
  /** Of the file that has the memory's own name, where this one has another: its digest. */
  readonly first: () => string | null;
  /** Of its body; asked only where something was forgotten. */
  readonly folded: () => string;
  /** Is the text of a statement here that is not the file's? */
  readonly hasText: (statement: TextStatement) => boolean;
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

/** Of an id of which there may be no file, or of which only the statements matter. */
export const NO_FILE: StandingInput["file"] = {
  digest: null,
  tier: null,
  status: "active",
  directory: "memories",
};

/** What each of these may say. */
export function trustOf(
  known: readonly Pick<TrustedSigner, "signer" | "lost" | "proposes" | "owner">[],
): Trust {
  return narrowest(
    known.map(({ owner, ...each }) => ({
      signer: each.signer,
      may: mayOf(each),
      ...(owner !== undefined && { owner }),
    })),
  );
}

/** Is it trusted there? */
export function isForRoot(
  { root }: Pick<TrustedSigner, "root">,
  place: Pick<StandingInput["place"], "root" | "scope">,
): boolean {
  return root === ALL_PROJECTS ? place.scope === "project" : root === null || root === place.root;
}

/** A fixed order, so that the same set always gives the same answer and the same sentence. */
export function inOrder<Any extends Pick<Statement, "time" | "hash">>(statements: Iterable<Any>): Any[] {
  return [...statements].sort((a, b) => compare(a.time, b.time) || compare(a.hash, b.hash));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The same for how it lies: then statements are taken at their word. */
export const NO_FILE_IN_SETS: FileInSets = {
  isShared: false,
  name: "",
  text: null,
  first: () => null,
  folded: () => "",
  hasText: () => true,
  held: () => new Map(),
  me: null,
};
