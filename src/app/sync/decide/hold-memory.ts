// A memory that is in use here stays in use, and a text that somebody trusted here vouched for stays, in use or not, until somebody
// whom this machine trusts signs otherwise.
//
// Attack: whoever can write to the remote changes a word of what a person approved, lowers its tier, retires it, moves it to
// quarantine, or puts an older text in its place; or rewrites what is retired or in quarantine, under the person's name and reason,
// for the day it is brought back. Nobody trusted signed any of it. So mine stays where and as it is, and goes there again; words that
// nobody signed are kept beside it, foreign, for a person to decide. A signed word counts as always: what it takes out of use is not
// in use here by then. Fails closed.

import { digestMemory } from "../../../memory/file/digest.ts";
import { withoutExtras } from "../../../memory/file/frontmatter-extras.ts";
import { makeSecond, type SecondMemory } from "../../../memory/file/merge-memory.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { isSecondOf, stemOfSecond } from "../../../memory/file/second-id.ts";
import { isApproval, isLowering } from "../../../memory/law/acts.ts";
import {
  approvalsOf,
  findAncestors,
  findReplaced,
  findUnlifted,
  selectEvidence,
  selectVouching,
  type Vouching,
  vouchesFor,
} from "../../../memory/law/evidence.ts";
import { computeStanding, type StandingInput } from "../../../memory/law/standing.ts";
import type { Directory } from "../../../memory/law/transitions.ts";
import { inputFor, type Meeting, type Version } from "../meeting.ts";
import { type IsAllowed, isHarmless, type Values } from "./own-changes.ts";

export type Hold =
  /** Mine goes there again. */
  | { readonly kind: "again"; readonly why: string }
  /** The same, and their text is kept beside it. */
  | { readonly kind: "beside"; readonly second: SecondMemory; readonly directory: Directory }
  /** Theirs, without what stands beside its fields and not in mine. */
  | { readonly kind: "cleaned"; readonly text: string }
  /** Somebody signed the words there, so neither side changes. */
  | { readonly kind: "apart"; readonly why: string };

export type Differing = {
  readonly id: string;
  readonly base: Version | null;
  readonly ours: Version;
  readonly theirs: Version;
};

/** @returns null when theirs is a memory, and nobody trusted here ever vouched for ours or somebody does for theirs. */
export function findHold(meeting: Meeting, differing: Differing): Hold | null {
  const { id, ours, theirs } = differing;
  const mine = inputFor(meeting, { id, ...ours });
  const other = inputFor(meeting, { id, ...theirs });
  const second = makeSecond(id, theirs.text ?? "");
  if (second === null) return { kind: "again", why: "what is there is no memory" };
  const isUsed = isInUse(mine);
  if (!isUsed && !isKept(id, mine)) return null;
  if (mine.file.digest === other.file.digest) {
    const lowering = isUsed ? (findRelation(ours, theirs) ?? findLowering(mine, other)) : null;
    return lowering ?? findUnsigned(meeting, differing, { mine, other });
  }
  const vouched = selectVouching(other);
  // What is out of use on one side and was changed here is merged, with the signed word that took it out of use.
  const isAsAgreed = isUsed || isSame(ours, differing.base);
  const isReplay = isAsAgreed && isReplayed(meeting, differing, { mine, other });
  if (vouched.length > 0 && isReplay) return { kind: "again", why: "an older text is there" };
  if (isInUse(other) || (!isUsed && (vouched.length > 0 || isLoweredThere(differing, other)))) return null;
  // Whoever has these words in use brings them back as they were.
  if (vouched.length > 0) return { kind: "apart", why: sayState(other) };
  if (other.attestations.some((each) => vouchesFor(each, other)))
    return { kind: "apart", why: "somebody whom you do not trust changed it there" };
  return { kind: "beside", second, directory: directoryOf(theirs, second) };
}

export function isSame(one: Version | null, other: Version | null): boolean {
  return one?.path === other?.path && one?.oid === other?.oid;
}

/** In use or not: somebody trusted here vouched for it, or it was put beside another and its id tells its text. */
function isKept(id: string, mine: StandingInput): boolean {
  return selectVouching(mine).length > 0 || isTold(id, mine);
}

function isTold(id: string, { file: { digest } }: StandingInput): boolean {
  const stem = stemOfSecond(id);
  return stem !== null && digest !== null && isSecondOf(stem, { id, digest });
}

/**
 * It waits beside another memory, and nobody trusted here ever said a word about it. So no mark of it is anybody's, and the version
 * with fewer of them is the one that all machines end with.
 */
function isWaitingUnsaid(id: string, input: StandingInput): boolean {
  return isTold(id, input) && selectEvidence(input).all.length === 0;
}

/** A trusted word that took it out of use holds, other than one that retired it. */
export function isLoweredBySomebody(input: StandingInput): boolean {
  return findUnlifted(selectEvidence(input), input.file.digest).some(isLowering);
}

/** The words that both sides had, which nobody vouched for and somebody trusted lowered: mine are new, and theirs are not. */
function isLoweredThere({ base }: Differing, other: StandingInput): boolean {
  const before = parseMemory(base?.text ?? "");
  const isAsBefore = before.kind === "memory" && digestMemory(before.memory) === other.file.digest;
  return isAsBefore && isLoweredBySomebody(other);
}

/** The same words, marked here alone, which a person whom this machine trusts let out of quarantine, or nobody said a word about. */
export function isRestored(meeting: Meeting, { id, ours, theirs }: Omit<Differing, "base">): boolean {
  const [mine, other] = [inputFor(meeting, { id, ...ours }), inputFor(meeting, { id, ...theirs })];
  return isMarkedAlone(mine, other) && mayLeaveQuarantine(id, other);
}

/** By a person's word alone, and never because a remote moved it, unless nobody could use it anyway. */
export function mayLeaveQuarantine(id: string, input: StandingInput): boolean {
  return isWaitingUnsaid(id, input) || isLetOut(input);
}

/** Are the words in quarantine here, and the same ones not there? */
function isMarkedAlone(mine: StandingInput, other: StandingInput): boolean {
  return isMarkedOut(mine) && !isMarkedOut(other) && mine.file.digest === other.file.digest;
}

function isMarkedOut({ file: { directory, tier } }: StandingInput): boolean {
  return directory === "quarantine" || tier === "quarantined";
}

/** A person whom this machine trusts approved exactly this text, and nobody trusted has lowered it since. */
function isLetOut(input: StandingInput): boolean {
  const approvals = approvalsOf(input.file.digest, selectEvidence(input).present);
  return approvals.length > 0 && computeStanding(input).standing !== "quarantined";
}

/** Whoever vouched for ours had seen theirs, or nobody has signed anything for it since both sides agreed on ours. */
function isReplayed(
  meeting: Meeting,
  differing: Differing,
  { mine, other }: { readonly mine: StandingInput; readonly other: StandingInput },
): boolean {
  const vouched = selectVouching(mine);
  // Words that nobody vouched for follow on no others.
  if (vouched.length === 0) return false;
  if (isOlder(selectVouching(other), mine)) return true;
  return !isNews(meeting, differing, other) && !isOlder(vouched, other);
}

/** Somebody has vouched for theirs since both sides agreed on ours. */
function isNews({ incoming }: Meeting, { id, base }: Differing, other: StandingInput): boolean {
  const arrived = new Set(incoming.statements.get(id)?.map(({ hash }) => hash));
  return base === null || selectVouching(other).some(({ hash }) => arrived.has(hash));
}

/** Would a model be shown it? */
export function isInUse(input: StandingInput): boolean {
  return rankOf(input) > 0;
}

/** As far as its own marks say: whoever trusts another signer than this machine may be using it. */
export function isActive(input: StandingInput): boolean {
  const { digest, status } = input.file;
  return digest !== null && status === "active" && !isMarkedOut(input);
}

function rankOf(input: StandingInput): number {
  return ["inferred", "verified"].indexOf(computeStanding(input).standing) + 1;
}

/** No signature covers it, and it is never added: what says that it replaces another is only a proposal. */
function findRelation(ours: Version, theirs: Version): Hold | null {
  const [mine, other] = [ours, theirs].map(({ text }) => {
    const parsed = parseMemory(text ?? "");
    return parsed.kind === "memory" ? parsed.memory.supersedes : null;
  });
  const isAdded = other != null && other !== mine;
  return isAdded
    ? { kind: "again", why: "it says there that it replaces another, and nobody signed that" }
    : null;
}

/** The same words, with less trust than the statements give them. */
function findLowering(mine: StandingInput, other: StandingInput): Hold | null {
  const isMerged = isInUse(other) && isContested(mine);
  if (rankOf(other) < rankOf(mine) && !isMerged) return { kind: "again", why: sayState(other) };
  // Archiving is only a mark, so an honest one cannot be told from another: each machine keeps its own.
  const isArchived = other.file.status === "archived" && mine.file.status !== "archived";
  return isArchived ? { kind: "apart", why: sayState(other) } : null;
}

/** Two approved different words, and neither had seen the other's: whoever joined the two says that neither is a fact. */
function isContested(input: StandingInput): boolean {
  const { digest } = input.file;
  const { all } = selectEvidence(input);
  const seen = [findAncestors(selectVouching(input), all), findReplaced(digest, all)];
  const others = all.filter((each) => isApproval(each) && each.digest !== digest);
  return others.some(({ hash }) => seen.every((hashes) => !hashes.has(hash)));
}

// The same words, and something otherwise beside them: a reason, a path, a date. No signature covers these, so they are taken only
// together with a new word of somebody trusted about the memory. A comment, or a key that we do not know, is not taken even then: it
// can only go, so all machines end with the same.

function findUnsigned(
  meeting: Meeting,
  { id, base, ours, theirs }: Differing,
  { mine, other }: { readonly mine: StandingInput; readonly other: StandingInput },
): Hold | null {
  const arrived = new Set(meeting.incoming.statements.get(id)?.map(({ hash }) => hash));
  const isNew = selectEvidence(other).all.some(({ hash }) => arrived.has(hash));
  // A word that lets it out of quarantine may have come before the file that it is about.
  const isSigned = base === null || isNew || (isMarkedAlone(mine, other) && isLetOut(other));
  const clean = withoutExtras(theirs.text ?? "", ours.text ?? "");
  if (isSigned && clean !== null && clean !== theirs.text) return { kind: "cleaned", text: clean };
  if (isSigned || meeting.held.has(nameByHand(ours, theirs))) return null;
  if (ours.path === theirs.path && withoutExtras(ours.text ?? "", theirs.text ?? "") === theirs.text)
    return null;
  // A merge marks a memory lower than its statements do, and whoever has it otherwise brings the mark back.
  const isRaised = rankOf(other) > rankOf(mine) && !isContested(mine);
  // Mine may lack the mark of a signed word that came with words which nobody signed, and which were left out.
  const negative = findUnlifted(selectEvidence(mine), mine.file.digest);
  const isBacked = negative.length > 0;
  const isOut = negative.some(isLowering);
  const isUnsaid = isWaitingUnsaid(id, mine);
  const isAllowed: IsAllowed = (key, { from, to }) =>
    (isUnsaid && ((key === "trust-level" && to === "inferred") || (to === null && MARKS.has(key)))) ||
    (isRaised && (key === "trust-level" || (to === null && MARKS.has(key)))) ||
    (isBacked && isMarked(key, { from, to }) && negative.some((said) => isMarkOf(said, key))) ||
    // Whoever let it out meanwhile wrote down when, and it is not out.
    (isOut && key === "last-verified");
  const isFreed = isUnsaid && theirs.directory === "memories";
  const isThere = isRaised || isOut || isFreed || ours.path === theirs.path;
  if (isThere && isHarmless(ours.text ?? "", theirs.text ?? "", isAllowed)) return null;
  const what = ours.path === theirs.path ? "changed there beside its text" : "moved there";
  return { kind: "again", why: `${what}, and nobody you trust signed that` };
}

const MARKS: ReadonlySet<string> = new Set([
  ...["status", "retired-at", "retired-reason", "archived-at", "archived-reason"],
  ...["quarantined-at", "quarantined-by", "quarantine-reason"],
]);

/** A word that retires a memory puts nothing into quarantine. */
function isMarkOf(said: Vouching, key: string): boolean {
  return isLowering(said) || (key !== "trust-level" && !key.startsWith("quarantine"));
}

/** Taken out of use, and never put back. */
function isMarked(key: string, { from, to }: Values): boolean {
  return key === "trust-level" ? to === "quarantined" : from === null && to !== null && MARKS.has(key);
}

/** So whoever changes them by hand gets back what was there, where the others do not take it. */
export function isChangedByHand(
  meeting: Meeting,
  { id, base, ours }: { readonly id: string; readonly base: Version; readonly ours: Version },
): boolean {
  const { digest } = inputFor(meeting, { id, ...ours }).file;
  const before = parseMemory(base.text ?? "");
  if (digest === null || before.kind === "broken" || digestMemory(before.memory) !== digest) return false;
  const isSaid = (path: string): boolean => path.startsWith(`attest/${id}/`);
  return ![...meeting.local.changed].some(([path, { was }]) => was === null && isSaid(path));
}

export function nameByHand(ours: Version, before: Version): string {
  return `by-hand:${ours.oid}:${before.path}:${before.oid}`;
}

function sayState(input: StandingInput): string {
  const { status } = input.file;
  const state = isMarkedOut(input) ? "put into quarantine" : status === "active" ? "lowered" : status;
  return `${state} there, and nobody you trust signed that`;
}

/** Did whoever vouched for theirs know ours? Then theirs follows from it, whatever the two had in common. */
export function isFollowed(meeting: Meeting, { id, ours, theirs }: Omit<Differing, "base">): boolean {
  const [mine, other] = [inputFor(meeting, { id, ...ours }), inputFor(meeting, { id, ...theirs })];
  if (!isInUse(other)) return false;
  // The same words, out of use here by a mark that nobody signed.
  if (mine.file.digest === other.file.digest) return !isInUse(mine);
  return isOlder(selectVouching(mine), other);
}

/** Whoever vouched for mine had seen each of these. */
function isOlder(vouched: readonly Vouching[], mine: StandingInput): boolean {
  const ancestors = findAncestors(selectVouching(mine), selectEvidence(mine).all);
  return vouched.length > 0 && vouched.every(({ hash }) => ancestors.has(hash));
}

/** Of a file and what it says, the one with less trust. */
export function directoryOf({ directory }: Pick<Version, "directory">, { text }: SecondMemory): Directory {
  const parsed = parseMemory(text);
  const isOut = parsed.kind === "memory" && parsed.memory.tier === "quarantined";
  return isOut ? "quarantine" : directory;
}
