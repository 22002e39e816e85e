// What becomes of a version that a remote has and this machine may take: into which directory it goes, and what keeps it out.
//
// Attack: whoever holds the remote brings a text back that was forgotten, moves one out of quarantine, or moves one there before this
// machine has ever seen it, so that what a colleague wrote is never shown; or breaks that text, or puts a secret beside it, so that
// this machine speaks against a memory that it has never seen. So a file leaves quarantine by a person's word alone, a new one is where
// the statements about it put it, and about one that fails nothing is signed. Fails closed.

import { blobOid } from "../../../git/object-store.ts";
import { isErasing } from "../../../memory/law/acts.ts";
import { selectVouching } from "../../../memory/law/evidence.ts";
import { computeStanding } from "../../../memory/law/standing.ts";
import { findWaiting, isInUseBeside } from "../../change/merge/waiting-seconds.ts";
import { findHardFail, type HardFail } from "../judge-texts.ts";
import { inputFor, type Meeting, type Version, type Versions } from "../meeting.ts";
import { leave, leftApart, type Plan, remove, replace } from "./decision.ts";
import { findTaken, isForgottenText, sayTaken } from "./find-forgotten.ts";
import { isInUse, isLoweredBySomebody, isSame, mayLeaveQuarantine } from "./hold-memory.ts";

/** Theirs, where nothing here speaks against it. */
export async function take(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const { id, ours } = versions;
  const placed = { ...theirs, directory: "memories" as const, path: `memories/${id}.md` };
  const isMoved = ours?.directory !== "quarantine" && isMisplaced(meeting, id, theirs);
  if (!isMoved || (await failOf(meeting, versions, placed)) !== null)
    return takeAsIs(meeting, versions, theirs);
  const plan = await takeAsIs(meeting, versions, placed);
  return plan.kind === "taken" ? { ...plan, kind: "merged" } : plan;
}

export async function restore(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const plan = await take(meeting, versions, theirs);
  return plan.kind === "taken" ? { ...plan, kind: "came-back" } : plan;
}

async function takeAsIs(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const { id, ours } = versions;
  if (theirs.text === null) return { kind: "same" };
  const taken = ours === null ? findTaken(meeting, versions, theirs) : null;
  if (taken !== null && isErasing(taken))
    return sendAway(meeting, versions, { theirs, kind: "held", why: sayTaken(taken) });
  if (isForgottenText(meeting, id, theirs)) return leave(versions, "exactly this text was forgotten here");
  const isLeaving = ours?.directory === "quarantine" && theirs.directory === "memories";
  if (isLeaving && !mayLeaveQuarantine(id, inputFor(meeting, { id, ...theirs })))
    return keepIn(meeting, versions, { ours, theirs });
  if (ours === null && isSpare(meeting, id, theirs)) {
    return sendAway(meeting, versions, { theirs, kind: "sent", why: "its text is in use under another id" });
  }
  const fail = await failOf(meeting, versions, theirs);
  if (fail === null || (theirs.directory === "quarantine" && !fail.isSecret)) {
    const dropped = findSpare(meeting, id, theirs);
    const gone = dropped === null ? [] : [remove(dropped, dropped.text ?? "")];
    const changes = [...replace(ours, theirs.path, theirs.text), ...gone];
    return { kind: "taken", changes, ...(dropped && { dropped }) };
  }
  // Our own version stays, and so does theirs, where it is.
  if (ours !== null || theirs.directory === "quarantine") return leave(versions, fail.reason);
  const path = `quarantine/${id}.md`;
  const written = { ours: blobOid(new TextEncoder().encode(theirs.text)), theirs: null };
  const apart = new Map([...leftApart(versions), [path, written] as const]);
  return { kind: "quarantined", why: fail.reason, changes: replace(null, path, theirs.text), apart };
}

/** Ours came from there and fails validation, and nobody trusted here lowered the memory: one that is in use has its place. */
export async function takeInPlace(meeting: Meeting, versions: Versions): Promise<Plan | null> {
  const { id, base, ours, theirs } = versions;
  if (ours?.directory !== "quarantine" || theirs?.directory !== "memories") return null;
  const isTheirs = isSame(ours, base) || meeting.apart.get(ours.path)?.ours === ours.oid;
  if (!isTheirs) return null;
  const other = inputFor(meeting, { id, ...theirs });
  if (ours.text === null || theirs.text === null || !isInUse(other)) return null;
  const [failed, fails] = [await failOf(meeting, versions, ours), await failOf(meeting, versions, theirs)];
  if (failed === null || fails !== null) return null;
  return { kind: "taken", changes: replace(ours, theirs.path, theirs.text) };
}

/**
 * Somebody trusted here vouches for it, nobody trusted lowered it, and it does not even say so: only whoever holds the remote can
 * have moved it before this machine saw it, or saw what else was said about it.
 */
function isMisplaced(meeting: Meeting, id: string, { text, directory }: Version): boolean {
  const input = inputFor(meeting, { id, text, directory: "memories" });
  const isVouched = selectVouching(input).length > 0;
  return directory === "quarantine" && isVouched && computeStanding(input).standing !== "quarantined";
}

/** It was put beside a memory while nobody had vouched for it, and is by now in use there. */
export function isSpare(meeting: Meeting, id: string, version: Version): boolean {
  const input = inputFor(meeting, { id, ...version });
  const { digest } = input.file;
  if (digest === null || selectVouching(input).length > 0) return false;
  return isInUseBeside(meeting.workspace, meeting.root, { id, digest });
}

/** What was put beside the memory and has just this text, which is in use now. */
function findSpare({ workspace, root, ...meeting }: Meeting, id: string, theirs: Version): Version | null {
  const input = inputFor({ workspace, root, ...meeting }, { id, ...theirs });
  const { digest } = input.file;
  const found = digest === null || !isInUse(input) ? null : findWaiting(workspace, root, { id, digest });
  if (found?.text == null) return null;
  const { directory, id: name } = found.file;
  const oid = blobOid(new TextEncoder().encode(found.text));
  return { directory, path: `${directory}/${name}.md`, oid, text: found.text };
}

/** It goes there, too, once; whoever does not trust the word brings it back, and then it is left. */
function sendAway(
  { held }: Meeting,
  versions: Versions,
  { theirs, kind, why }: { readonly theirs: Version } & Required<Pick<Plan, "kind" | "why">>,
): Plan {
  const pair = `gone:${theirs.path}:${theirs.oid}`;
  return held.has(pair) ? leave(versions, why) : { kind, why: `${why}, and goes from there`, held: pair };
}

/** Where somebody signed that it is in quarantine, mine goes there again, once; otherwise neither side changes. */
function keepIn(
  meeting: Meeting,
  versions: Versions,
  { ours, theirs }: { readonly ours: Version; readonly theirs: Version },
): Plan {
  const why = "nobody trusted here lets it out of quarantine";
  const { id } = versions;
  const [mine, other] = [inputFor(meeting, { id, ...ours }), inputFor(meeting, { id, ...theirs })];
  const pair = `lowered:${ours.oid}:${theirs.oid}`;
  const isAgain =
    isLoweredBySomebody(other) && mine.file.digest === other.file.digest && !meeting.held.has(pair);
  return isAgain ? { kind: "held", why, held: pair } : leave(versions, why);
}

export async function failOf(
  meeting: Meeting,
  { id }: Versions,
  { text, directory }: Version,
): Promise<HardFail | null> {
  const input = inputFor(meeting, { id, text, directory });
  return findHardFail(meeting.workspace, { id, text: text ?? "", input });
}
