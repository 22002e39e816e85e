// What becomes of one memory when a root and its remote meet. A version that only one side changed is taken as it is; where both
// did, the two are merged; a file that is gone is gone only where somebody trusted here signed that it should be, and comes back
// otherwise. What this machine does not take it leaves in the remote, so that two machines that trust different people do not
// undo each other's syncs for ever.

import { relative } from "node:path";
import { blobOid } from "../../../git/object-store.ts";
import { type MergedMemory, makeSecond, mergeMemory } from "../../../memory/file/merge-memory.ts";
import { sha256Hex } from "../../../memory/file/sha256.ts";
import { renderDay } from "../../../memory/instant.ts";
import { isErasing } from "../../../memory/law/acts.ts";
import { computeStanding } from "../../../memory/law/standing.ts";
import { findArchived, findFile, nameArchived, readFileContent } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { judgeJoin, judgeSecond, leaveSecond } from "../../change/merge/join-memory.ts";
import { listSeconds, SECONDS_MAX } from "../../change/merge/waiting-seconds.ts";
import { findHardFail } from "../judge-texts.ts";
import { inputFor, type Meeting, type Version, type Versions } from "../meeting.ts";
import { type Decision, leave, type Plan, remove, replace } from "./decision.ts";
import { findTaken, isForgottenText, isForgottenThere, sayTaken } from "./find-forgotten.ts";
import { findOverlooked, type Overlooked } from "./find-overlooked.ts";
import {
  directoryOf,
  findHold,
  type Hold,
  isActive,
  isChangedByHand,
  isFollowed,
  isInUse,
  isRestored,
  isSame,
  nameByHand,
} from "./hold-memory.ts";
import { failOf, isSpare, restore, take, takeInPlace } from "./take-memory.ts";

export async function decideMemory(meeting: Meeting, versions: Versions): Promise<Decision> {
  const { id, base, ours, theirs, isUnclear } = versions;
  const plan = isUnclear
    ? leave(versions, "it lies in two places, or cannot be read here: credence doctor --repair")
    : isForgottenThere(meeting, versions)
      ? forgetHere(meeting, id, ours)
      : isSame(ours, theirs)
        ? ({ kind: "same" } as const)
        : isSame(theirs, base)
          ? await decideOurs(meeting, versions)
          : ((await takeInPlace(meeting, versions)) ??
            (await hold(meeting, versions)) ??
            (await decideChanged(meeting, versions)));
  const paths = [`memories/${id}.md`, `quarantine/${id}.md`];
  const expects = new Map(paths.map((path) => [path, ours?.path === path ? ours.oid : null]));
  if (plan.dropped !== undefined) expects.set(plan.dropped.path, plan.dropped.oid);
  return { id, changes: [], apart: new Map(), ...plan, expects };
}

/** Only ours differs from the base. */
async function decideOurs(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { base, ours, theirs } = versions;
  if (ours !== null) {
    const plan = await send(meeting, versions, ours);
    const isByHand =
      plan.kind === "sent" && base !== null && isChangedByHand(meeting, { id: versions.id, base, ours });
    return isByHand ? { ...plan, held: nameByHand(ours, base) } : plan;
  }
  if (theirs === null || findTaken(meeting, versions, theirs) !== null) return { kind: "sent" };
  return theirs.text === null ? { kind: "same" } : restore(meeting, versions, theirs);
}

async function send(meeting: Meeting, versions: Versions, ours: Version): Promise<Plan> {
  const { id } = versions;
  if (ours.text === null) return leave(versions, "it is not text");
  const input = inputFor(meeting, { id, text: ours.text, directory: ours.directory });
  const fail = await findHardFail(meeting.workspace, { id, text: ours.text, input });
  if (fail === null || (ours.directory === "quarantine" && !fail.isSecret)) return { kind: "sent" };
  // What is in quarantine with a secret in it stays here, and only what was said about it travels.
  if (ours.directory === "quarantine") return leave(versions, fail.reason);
  return { kind: "blocked", why: fail.reason };
}

/** @returns null where somebody trusted here vouches for theirs, or nobody for ours. */
async function hold(meeting: Meeting, versions: Versions): Promise<Plan | null> {
  const { id, base, ours, theirs } = versions;
  if (ours?.text == null || theirs?.text == null) return null;
  const held = findHold(meeting, { id, base, ours, theirs });
  if (held === null) return null;
  if (held.kind === "cleaned") return decideCleaned(meeting, versions, { ...theirs, text: held.text });
  const sent = await send(meeting, versions, ours);
  if (sent.kind !== "sent") return sent;
  const fail = held.kind === "again" ? null : await failOf(meeting, versions, theirs);
  const pair = findUntold(meeting, { id, ours, theirs });
  if (held.kind === "apart" || pair === null)
    return { ...leave(versions, fail?.reason ?? sayHeld(held)), kind: "held" };
  if (held.kind === "again" || fail !== null)
    return { kind: "held", why: fail?.reason ?? sayHeld(held), held: pair };
  const { second, directory } = held;
  const waiting = listSeconds(meeting.workspace, meeting.root, id).length;
  if (waiting >= SECONDS_MAX && findFile(meeting.root.path, second.id) === null) {
    const why = `its other text is left out, because ${waiting} others of it wait already: credence review`;
    return { kind: "held", why, held: pair };
  }
  const of = { id, versions: [ours.text, theirs.text] as const, command: "sync" };
  const join = await judgeSecond(meeting.workspace, { ...of, second, directory });
  return { kind: "held", why: sayHeld(held), held: pair, join };
}

/** How often mine goes there again in the place of what nobody can be using. */
const AGAIN_MAX = 4;

/** Whoever brings theirs back once more has it in use, if anybody can: neither undoes the other's syncs for ever. @returns null
 * where mine went there often enough. */
function findUntold(
  meeting: Meeting,
  { id, ours, theirs }: { readonly id: string; readonly ours: Version; readonly theirs: Version },
): string | null {
  const pair = `${ours.oid}:${theirs.path}:${theirs.oid}`;
  const times = isActive(inputFor(meeting, { id, ...theirs })) ? 1 : AGAIN_MAX;
  const names = Array.from({ length: times }, (_, time) => (time === 0 ? pair : `${pair}:${time}`));
  return names.find((each) => !meeting.held.has(each)) ?? null;
}

/** As if theirs were so, which goes there, too. */
async function decideCleaned(
  meeting: Meeting,
  versions: Versions,
  theirs: Version & { readonly text: string },
): Promise<Plan> {
  const oid = blobOid(new TextEncoder().encode(theirs.text));
  const plan = await decideChanged(meeting, { ...versions, theirs: { ...theirs, oid } });
  return plan.kind === "taken" ? { ...plan, kind: "merged" } : plan;
}

function sayHeld(held: Exclude<Hold, { readonly kind: "cleaned" }>): string {
  return held.kind === "beside" ? `its other text waits as ${held.second.id}: credence review` : held.why;
}

async function decideChanged(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { id, base, ours, theirs } = versions;
  const differing = ours === null || theirs === null ? null : { id, ours, theirs };
  const isNext =
    differing !== null &&
    (isRestored(meeting, differing) || (base === null && isFollowed(meeting, differing)));
  if (isNext || isSame(ours, base)) return decideTheirs(meeting, versions);
  return (await yieldTo(meeting, versions)) ?? decideBoth(meeting, versions);
}

/** Only theirs differs from the base. */
async function decideTheirs(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { ours, theirs } = versions;
  if (theirs === null) return ours === null ? { kind: "same" } : giveUp(meeting, versions, ours);
  const plan = await take(meeting, versions, theirs);
  return plan.kind === "taken" || plan.kind === "merged" ? keepOurs(meeting, versions, plan) : plan;
}

/** Theirs does not follow from ours: it has the id all the same, and ours is kept beside it. */
async function keepOurs(meeting: Meeting, versions: Versions, plan: Plan): Promise<Plan> {
  const { id, ours, theirs } = versions;
  const overlooked = findOverlooked(meeting, versions);
  if (overlooked === null || ours?.text == null || theirs?.text == null) return plan;
  const { second, isSure, isKept } = overlooked;
  const of = { id, versions: [ours.text, theirs.text] as const, command: "sync" };
  const join = await judgeSecond(meeting.workspace, { ...of, second, directory: directoryOf(ours, second) });
  return { ...plan, kind: isKept ? plan.kind : "kept-both", join: isSure ? join : leaveSecond(join) };
}

async function decideBoth(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { id, base, ours, theirs } = versions;
  if (ours === null) return theirs === null ? { kind: "same" } : takeAgain(meeting, versions, theirs);
  const sent = await send(meeting, versions, ours);
  if (sent.kind !== "sent") return sent;
  if (theirs === null) return giveUp(meeting, versions, ours);
  const [mine, other] = [ours.text, theirs.text];
  if (mine === null || other === null) return leave(versions, "it is not text");
  const fail = await failOf(meeting, versions, theirs);
  const merge = (isUnsigned: boolean): MergedMemory =>
    mergeMemory(id, { base: base?.text ?? null, a: mine, b: other, isUnsigned });
  const isOut = [ours, theirs].some(({ directory }) => directory === "quarantine") || isLowered(merge(false));
  const overlooked = findOverlooked(meeting, versions);
  // No machine vouches for words that are out of use, and words that nobody vouches for no other machine takes in their place.
  const plain = merge(isOut);
  const merged = addOurs(id, plain, overlooked);
  // A version that is no memory is not merged into one that is.
  if (merged.kind === "unreadable" || (fail !== null && ours.directory === "memories")) {
    return leave(versions, fail?.reason ?? "it is not a memory");
  }
  if (isOut) return setAside(meeting, { id, ours, merged });
  const judged = await judgeJoin(meeting.workspace, { id, versions: [mine, other], merged, command: "sync" });
  const join = merged === plain || overlooked?.isSure === true ? judged : leaveSecond(judged);
  return { kind: merged.kind === "two" ? "kept-both" : "merged", join };
}

/** Into quarantine, with what is put beside it, and unsigned. */
function setAside(
  { root }: Meeting,
  {
    id,
    ours,
    merged,
  }: {
    readonly id: string;
    readonly ours: Version;
    readonly merged: Exclude<MergedMemory, { readonly kind: "unreadable" }>;
  },
): Plan {
  const second =
    merged.kind === "two" && findFile(root.path, merged.second.id) === null ? [merged.second] : [];
  const beside = second.map(
    (each): Change => ({ kind: "write", path: `quarantine/${each.id}.md`, text: each.text }),
  );
  return {
    kind: merged.kind === "two" ? "kept-both" : "merged",
    changes: [...replace(ours, `quarantine/${id}.md`, merged.text), ...beside],
  };
}

/** What both agreed on is no version that theirs was made from, so what it says of their words and ours is not so. */
function addOurs(id: string, merged: MergedMemory, overlooked: Overlooked | null): MergedMemory {
  if (merged.kind !== "one" || overlooked === null || overlooked.isKept) return merged;
  const { second } = overlooked;
  return makeSecond(id, merged.text)?.id === second.id ? merged : { kind: "two", text: merged.text, second };
}

/** Somebody trusted here vouches for theirs, and nobody for ours: theirs has the id, and ours is kept beside it. */
async function yieldTo(meeting: Meeting, versions: Versions): Promise<Plan | null> {
  const { id, ours, theirs } = versions;
  if (ours?.text == null || theirs?.text == null) return null;
  const [mine, other] = [inputFor(meeting, { id, ...ours }), inputFor(meeting, { id, ...theirs })];
  const isForeign = computeStanding(mine).standing === "foreign" && mine.file.digest !== other.file.digest;
  const second = isForeign && isInUse(other) ? makeSecond(id, ours.text) : null;
  if (second === null || (await send(meeting, versions, ours)).kind !== "sent") return null;
  if ((await failOf(meeting, versions, theirs)) !== null) return null;
  const of = { id, versions: [ours.text, theirs.text] as const, command: "sync" };
  const join = await judgeSecond(meeting.workspace, { ...of, second, directory: directoryOf(ours, second) });
  return { kind: "kept-both", changes: replace(ours, theirs.path, theirs.text), join };
}

function isLowered(merged: MergedMemory): boolean {
  if (merged.kind === "unreadable") return false;
  return /^trust-level: quarantined$/m.test(merged.text.slice(0, merged.text.indexOf("\n---", 3)));
}

/** We deleted it, and they changed it. */
async function takeAgain(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const taken = findTaken(meeting, versions, theirs);
  if (taken === null) return take(meeting, versions, theirs);
  // Both knew it, so it goes there, too, once; whoever does not trust the word brings it back, and then it is left.
  return versions.base === null ? leave(versions, sayTaken(taken)) : { kind: "sent" };
}

/** They deleted it. */
function giveUp(meeting: Meeting, versions: Versions, ours: Version): Plan {
  const { id, base } = versions;
  const taken = findTaken(meeting, versions, ours);
  if (isSpare(meeting, id, ours)) return { kind: "taken", changes: [remove(ours, ours.text ?? "")] };
  // Under another id somebody forgot exactly this text, and nobody vouches for it under this one.
  if (base !== null && isForgottenText(meeting, id, ours)) return forgetHere(meeting, id, ours);
  // It was never there: it is new.
  if (base === null && taken === null) return { kind: "sent" };
  if (taken === null) return { kind: "came-back" };
  if (isErasing(taken)) {
    return forgetHere(meeting, id, ours);
  }
  const { workspace, root } = meeting;
  const to = nameArchived(root.path, renderDay(workspace.now).slice(0, 7), id);
  return { kind: "archived", changes: [{ kind: "move", from: ours.path, to }] };
}

/** Also what was moved to the archive before. */
function forgetHere({ root }: Meeting, id: string, ours: Version | null): Plan {
  const copies = findArchived(root.path, id).flatMap((path): Change[] => {
    const content = readFileContent(path);
    if (content.kind === "refused") return [];
    return [{ kind: "remove", path: relative(root.path, path), sha256: sha256Hex(content.bytes) }];
  });
  const own = ours === null || ours.text === null ? [] : [remove(ours, ours.text)];
  return { kind: "forgotten", changes: [...own, ...copies] };
}
