// What a proposed memory becomes. Nobody asked a person yet, so the table is cautious: what a person removed stays
// removed, what is known is not stored twice, and a veto says why.

import type { Category } from "../memory.ts";
import { type Described, findCandidates, type KnownDescription } from "./candidates.ts";

export type KnownMemory = KnownDescription & {
  readonly digest: string | null;
  /** Removed: in quarantine, or forgotten. */
  readonly removed: boolean;
  /** A person approved it, so a proposal cannot change it. */
  readonly approved: boolean;
};

export type Proposal = Described & {
  readonly digest: string;
  /** The session says that the matter is over: resolved, removed, reversed, superseded. */
  readonly ends: boolean;
};

export type ProposalOutcome =
  | { readonly kind: "create"; readonly supersedes: string | null }
  | { readonly kind: "update"; readonly id: string }
  | { readonly kind: "retire"; readonly id: string }
  | { readonly kind: "no-op"; readonly why: string };

/** Their history is worth keeping: the end of the matter is an update. */
const NEVER_RETIRED: ReadonlySet<Category | null> = new Set(["decision", "preference", "session_summary"]);

export function decideProposal(proposal: Proposal, known: readonly KnownMemory[]): ProposalOutcome {
  const same = known.find((each) => each.digest === proposal.digest);
  if (same !== undefined) {
    return {
      kind: "no-op",
      why: same.removed ? `you removed this (${same.id})` : `${same.id} says this already`,
    };
  }
  const best = findCandidates(proposal, known)[0]?.known;
  if (best === undefined) {
    if (proposal.ends) return { kind: "no-op", why: "nothing here is about the matter that ended" };
    return { kind: "create", supersedes: null };
  }
  if (best.removed) return { kind: "no-op", why: `you removed this (${best.id})` };
  if (best.approved) return { kind: "create", supersedes: best.id };
  const retires = proposal.ends && !NEVER_RETIRED.has(proposal.category);
  return { kind: retires ? "retire" : "update", id: best.id };
}
