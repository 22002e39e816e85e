// What somebody trusted here took out of use or forgot, when a remote still has it or has it again.
//
// Attack: the remote puts a forgotten text and its approvals back, beside the tombstone or without it, under its id or another, so
// that a machine keeps or takes what a person erased; or puts back only the statements, so that what somebody else began under the
// id is erased with it. So a tombstone ends every text that was vouched for before it, and no other.

import { digestFolded } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { isErasing, isNegative } from "../../../memory/law/acts.ts";
import {
  approvalsOf,
  findAncestors,
  findUnlifted,
  selectEvidence,
  selectVouching,
  type Vouching,
} from "../../../memory/law/evidence.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { computeOpaqueId } from "../../memories/forgotten.ts";
import { inputFor, type Meeting, type Version, type Versions } from "../meeting.ts";
import { isSame } from "./hold-memory.ts";

/**
 * Its statements went there because of a tombstone that has come, or are still there and vouch for the text here; or, where it had
 * none that a tombstone could name, the opaque id tells. What was begun here under the same id is another memory, and stays.
 */
export function isForgottenThere(meeting: Meeting, { id, base, ours, theirs }: Versions): boolean {
  if (meeting.lingering.has(id))
    return ours !== null && isEndedText(meeting, inputFor(meeting, { id, ...ours }));
  if (meeting.forgotten.has(id)) return ours === null ? theirs === null : !isSame(ours, theirs);
  if (base === null || ours === null || theirs !== null || meeting.arrived.size === 0) return false;
  return meeting.arrived.has(computeOpaqueId(meeting.workspace, meeting.root, id));
}

/** Under whatever id, unless somebody trusted here vouches for it under this one. */
export function isForgottenText(meeting: Meeting, id: string, { text, directory }: Version): boolean {
  const parsed = meeting.tombstones.length === 0 || text === null ? null : parseMemory(text);
  if (parsed?.kind !== "memory") return false;
  const input = inputFor(meeting, { id, text, directory });
  const folded = digestFolded(parsed.memory);
  const isSame = meeting.tombstones.some(
    (each) => each.digest === input.file.digest || each.folded === folded,
  );
  return isSame && selectVouching(input).length === 0;
}

/**
 * The word of somebody trusted here that takes this text out of use. What was forgotten under its id was the same memory if both
 * sides knew one, or if the text is the same; another that was begun elsewhere is taken, and waits for a person by its standing.
 */
export function findTaken(
  meeting: Meeting,
  { id, base }: Versions,
  { text, directory }: Version,
): Pick<Vouching, "act"> | null {
  const input = inputFor(meeting, { id, text, directory });
  const isOver = base === null ? isEndedText(meeting, input) : isEnded(meeting, input);
  if (isOver || (input.file.digest === null && isBuried(meeting, id))) return { act: "forget" };
  const isMeant = (each: Vouching): boolean =>
    !isErasing(each) || base !== null || each.digest === input.file.digest;
  const negative = findUnlifted(selectEvidence(input), input.file.digest).filter(isMeant);
  return negative.find(isErasing) ?? negative[0] ?? null;
}

/** A tombstone ends what was said for it, and no person who knew that tombstone wrote this text anew. */
function isEnded({ tombstones }: Meeting, input: StandingInput): boolean {
  const said = [...input.attestations, ...input.remembered].filter((each) => !isNegative(each));
  const hashes = new Set(said.map(({ hash }) => hash));
  const ending = tombstones.filter(({ parents }) => parents.some((each) => hashes.has(each)));
  const lifts = approvalsOf(input.file.digest, selectEvidence(input).present);
  return !ending.every((each) => lifts.some(({ parents }) => parents.includes(each.hash)));
}

/** The same of this very text alone: a tombstone ends what vouched for it, or for what it was made from. */
function isEndedText({ tombstones }: Meeting, input: StandingInput): boolean {
  const { all, present } = selectEvidence(input);
  const vouched = selectVouching(input);
  const said = new Set([...vouched.map(({ hash }) => hash), ...findAncestors(vouched, all)]);
  const lifts = approvalsOf(input.file.digest, present);
  return tombstones.some(
    ({ hash, digest, parents }) =>
      (digest === input.file.digest || parents.some((each) => said.has(each))) &&
      !lifts.some((each) => each.parents.includes(hash)),
  );
}

/** Of a file that is no memory nobody has asked whether its id was forgotten. */
function isBuried({ workspace, root, tombstones }: Meeting, id: string): boolean {
  if (tombstones.length === 0) return false;
  const opaque = computeOpaqueId(workspace, root, id);
  return tombstones.some((each) => each.id === opaque);
}

export function sayTaken(taken: Pick<Vouching, "act">): string {
  return isErasing(taken) ? "it was forgotten here" : "it was taken out of use here";
}
