// What becomes of one memory when a root and its remote meet. A version that only one side changed is taken as it is; where both
// did, the two are merged; a file that is gone is gone only where somebody trusted here signed that it should be, and comes back
// otherwise. What this machine does not take it leaves in the remote, so that two machines that trust different people do not
// undo each other's syncs for ever.

import { relative } from "node:path";
import { blobOid } from "../../git/object-store.ts";
import { mergeMemory } from "../../memory/file/merge-memory.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { renderDay } from "../../memory/instant.ts";
import { findUnlifted, selectEvidence, type Vouching } from "../../memory/law/evidence.ts";
import { computeStanding } from "../../memory/law/standing.ts";
import { findArchived, findFile, nameArchived, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { type JudgedJoin, judgeJoin } from "../change/merge/join-memory.ts";
import { computeOpaqueId } from "../memories/forgotten.ts";
import type { Apart } from "./agreement.ts";
import { findHardFail, type HardFail } from "./judge-texts.ts";
import { inputFor, type Meeting, type Version, type Versions } from "./meeting.ts";

export type Decision = {
  readonly id: string;
  readonly kind:
    | "same"
    /** Ours goes there. */
    | "sent"
    | "taken"
    /** It was deleted on one side without a statement that counts here. */
    | "came-back"
    /** A statement that counts here took it out of use, and its file with it. */
    | "archived"
    | "forgotten"
    | "merged"
    | "kept-both"
    /** Theirs fails validation: it waits here, in quarantine. */
    | "quarantined"
    /** Ours fails validation, so it is not sent. */
    | "blocked"
    /** Not taken, and left there. */
    | "left";
  readonly why?: string;
  /** What has to be so under the lock: by path the content that was looked at. */
  readonly expects: ReadonlyMap<string, string | null>;
  readonly changes: readonly Change[];
  readonly join?: JudgedJoin;
  /** A validator's word about the quarantined text. */
  readonly lower?: HardFail & { readonly text: string };
  readonly apart: ReadonlyMap<string, Apart>;
};

type Plan = Pick<Decision, "kind"> & Partial<Omit<Decision, "kind" | "id" | "expects">>;

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
          : isSame(ours, base)
            ? await decideTheirs(meeting, versions)
            : await decideBoth(meeting, versions);
  const paths = [`memories/${id}.md`, `quarantine/${id}.md`];
  const expects = new Map(paths.map((path) => [path, ours?.path === path ? ours.oid : null]));
  return { id, changes: [], apart: new Map(), ...plan, expects };
}

/**
 * Its statements went there because of a tombstone that has come, or, where it had none that a tombstone could name, the opaque id
 * tells. What was begun here under the same id is another memory, and stays.
 */
function isForgottenThere(meeting: Meeting, { id, base, ours, theirs }: Versions): boolean {
  if (meeting.forgotten.has(id)) return ours === null ? theirs === null : !isSame(ours, theirs);
  if (base === null || ours === null || theirs !== null || meeting.arrived.size === 0) return false;
  return meeting.arrived.has(computeOpaqueId(meeting.workspace, meeting.root, id));
}

function isSame(one: Version | null, other: Version | null): boolean {
  return one?.path === other?.path && one?.oid === other?.oid;
}

/** Only ours differs from the base. */
async function decideOurs(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { ours, theirs } = versions;
  if (ours !== null) return send(meeting, versions, ours);
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

/** Only theirs differs from the base. */
async function decideTheirs(meeting: Meeting, versions: Versions): Promise<Plan> {
  const { ours, theirs } = versions;
  if (theirs !== null) return take(meeting, versions, theirs);
  return ours === null ? { kind: "same" } : giveUp(meeting, versions, ours);
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
  const merged = mergeMemory(id, { base: base?.text ?? null, a: mine, b: other });
  // A version that is no memory is not merged into one that is.
  if (merged.kind === "unreadable" || (fail !== null && ours.directory === "memories")) {
    return leave(versions, fail?.reason ?? "it is not a memory");
  }
  const isOut =
    [ours, theirs].some(({ directory }) => directory === "quarantine") || isQuarantined(merged.text);
  if (isOut) {
    const second =
      merged.kind === "two" && findFile(meeting.root.path, merged.second.id) === null ? [merged.second] : [];
    const beside = second.map(
      (each): Change => ({ kind: "write", path: `quarantine/${each.id}.md`, text: each.text }),
    );
    return {
      kind: merged.kind === "two" ? "kept-both" : "merged",
      changes: [...replace(ours, `quarantine/${id}.md`, merged.text), ...beside],
    };
  }
  const join = await judgeJoin(meeting.workspace, { id, versions: [mine, other], merged, command: "sync" });
  return { kind: merged.kind === "two" ? "kept-both" : "merged", join };
}

function isQuarantined(text: string): boolean {
  return /^trust-level: quarantined$/m.test(text.slice(0, text.indexOf("\n---", 3)));
}

/** We deleted it, and they changed it. */
async function takeAgain(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const taken = findTaken(meeting, versions, theirs);
  if (taken === null) return take(meeting, versions, theirs);
  // Both knew it, so it goes there, too, once; whoever does not trust the word brings it back, and then it is left.
  return versions.base === null ? leave(versions, sayTaken(taken)) : { kind: "sent" };
}

async function take(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const { id, ours } = versions;
  if (theirs.text === null) return { kind: "same" };
  const taken = ours === null ? findTaken(meeting, versions, theirs) : null;
  if (taken?.act === "forget") return leave(versions, sayTaken(taken));
  if (ours?.directory === "quarantine" && theirs.directory === "memories" && !isLifted(meeting, id, theirs)) {
    return leave(versions, "nobody trusted here lets it out of quarantine");
  }
  const fail = await failOf(meeting, versions, theirs);
  if (fail === null || (theirs.directory === "quarantine" && !fail.isSecret)) {
    return { kind: "taken", changes: replace(ours, theirs.path, theirs.text) };
  }
  // Our own version stays, and so does theirs, where it is.
  if (ours !== null || theirs.directory === "quarantine") return leave(versions, fail.reason);
  const path = `quarantine/${id}.md`;
  const written = { ours: blobOid(new TextEncoder().encode(theirs.text)), theirs: null };
  const apart = new Map([...leftApart(versions), [path, written] as const]);
  const changes = replace(null, path, theirs.text);
  return { kind: "quarantined", why: fail.reason, changes, apart, lower: { ...fail, text: theirs.text } };
}

/** A file leaves quarantine by a person's word alone, and never because a remote moved it. */
function isLifted(meeting: Meeting, id: string, { text, directory }: Version): boolean {
  const input = inputFor(meeting, { id, text, directory });
  const isApproved = selectEvidence(input).present.some(
    ({ act, digest }) => act === "approve" && digest === input.file.digest,
  );
  return isApproved && computeStanding(input).standing !== "quarantined";
}

async function failOf(
  meeting: Meeting,
  { id }: Versions,
  { text, directory }: Version,
): Promise<HardFail | null> {
  const input = inputFor(meeting, { id, text, directory });
  return findHardFail(meeting.workspace, { id, text: text ?? "", input });
}

async function restore(meeting: Meeting, versions: Versions, theirs: Version): Promise<Plan> {
  const plan = await take(meeting, versions, theirs);
  return plan.kind === "taken" ? { ...plan, kind: "came-back" } : plan;
}

/** They deleted it. */
function giveUp(meeting: Meeting, versions: Versions, ours: Version): Plan {
  const { id, base } = versions;
  const taken = findTaken(meeting, versions, ours);
  // It was never there: it is new.
  if (base === null && taken === null) return { kind: "sent" };
  if (taken === null) return { kind: "came-back" };
  if (taken.act === "forget") {
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

/**
 * The word of somebody trusted here that takes this text out of use. What was forgotten under its id was the same memory if both
 * sides knew one, or if the text is the same; another that was begun elsewhere is taken, and waits for a person by its standing.
 */
function findTaken(
  meeting: Meeting,
  { id, base }: Versions,
  { text, directory }: Version,
): Pick<Vouching, "act"> | null {
  const input = inputFor(meeting, { id, text, directory });
  const isEnded = [...input.attestations, ...input.remembered].some(({ hash }) => meeting.ended.has(hash));
  if (isEnded) return { act: "forget" };
  const isMeant = ({ act, digest }: Vouching): boolean =>
    act !== "forget" || base !== null || digest === input.file.digest;
  const negative = findUnlifted(selectEvidence(input), input.file.digest).filter(isMeant);
  return negative.find(({ act }) => act === "forget") ?? negative[0] ?? null;
}

function sayTaken({ act }: Pick<Vouching, "act">): string {
  return act === "forget" ? "it was forgotten here" : "it was taken out of use here";
}

function leave(versions: Versions, why: string): Plan {
  return { kind: "left", why, apart: leftApart(versions) };
}

/** Both places of the id, as they are on either side. */
function leftApart({ id, ours, theirs }: Versions): Map<string, Apart> {
  const at = (version: Version | null, path: string): string | null =>
    version?.path === path ? version.oid : null;
  const paths = [`memories/${id}.md`, `quarantine/${id}.md`];
  return new Map(paths.map((path) => [path, { ours: at(ours, path), theirs: at(theirs, path) }] as const));
}

function replace(ours: Version | null, path: string, text: string): Change[] {
  const write: Change = { kind: "write", path, text };
  return ours === null || ours.path === path || ours.text === null
    ? [write]
    : [write, remove(ours, ours.text)];
}

function remove({ path }: Version, text: string): Change {
  return { kind: "remove", path, sha256: sha256Hex(text) };
}
