// One root meets its remote: what is there comes here and is admitted, and what is here goes there. Nothing is compared with what both
// once agreed on, and nobody pushes over anybody: a kill at any instant leaves less admitted, or less sent, and the next sync does the
// rest.

import { join } from "node:path";
import { openCarrier } from "../../git/carrier/carrier.ts";
import type { Remote } from "../../git/transport.ts";
import { openHubCarrier } from "../../hub/hub-carrier.ts";
import type { Carrier, Difference } from "../../memory/carried.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { RemoteUrl } from "../../memory/remote-url.ts";
import { removeTree, temporaryBeside } from "../../store/durable.ts";
import { codeOf, toWriteFailure, writing } from "../../store/fs-failure.ts";
import { acquireLock, type Lock } from "../../store/lock.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { findAbandoned, findLeftOf } from "../../store/temporary-files.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { isTrustedIn } from "../memories/known-signers.ts";
import { followPeople } from "../people/follow-people.ts";
import { publishOwn } from "../people/own-statements.ts";
import { absorbEdits, type LeftEdit } from "../survey/absorb-edits.ts";
import { type OpenRoot, refuseUnreadableRecord, type Workspace } from "../workspace/workspace.ts";
import { requireHubToken } from "./hub-token.ts";
import { findRemote, syncDirectory } from "./known-remote.ts";
import { listLost } from "./lost-texts.ts";
import { addressOf, frontOf, rememberRemote, rootOnHub } from "./named-remote.ts";
import { gatherOffer, nameBuried, nameSigners } from "./offer.ts";
import { hasYoungPapers, readPeople } from "./papers.ts";
import { NEWER } from "./receive.ts";
import {
  compareViews,
  countUnseen,
  listOutOfUse,
  listWaiting,
  type SyncedMemory,
  type SyncReport,
  tellSettings,
} from "./report.ts";
import { type Sent, sendOffer } from "./send-offer.ts";
import { LIMITS, type Sync, type SyncRequest, UNATTENDED } from "./sync-request.ts";
import { type SyncState, stateOrNothing, writeSyncState } from "./sync-state.ts";
import { hasIn, type Taken, takeOffered } from "./take-offered.ts";

export async function syncRoot(
  workspace: Workspace,
  { root, url: given }: { readonly root: OpenRoot; readonly url: RemoteUrl },
  request: SyncRequest,
): Promise<SyncReport> {
  const url = addressOf(given, root);
  if (workspace.seenIn(root).unreadable !== null) refuseUnreadableRecord(root);
  const directory = ensurePrivate(syncDirectory(workspace, root));
  const lock = lockSync(directory);
  const { env, isUnattended = false } = request;
  const limits = { ...(isUnattended ? UNATTENDED : LIMITS), ...request.limits };
  const since = isUnattended ? { unattendedSince: performance.now() } : {};
  const remote: Remote = { ...url, ...since, env, limits, onWait: beatOf(lock) };
  const known = findRemote(workspace, root);
  // Another remote is tried beside the one that is known, which stays until the other was reached and fits.
  const isTried = known?.url !== url.url && (known !== null || request.dryRun);
  const place = isTried ? join(directory, "next") : directory;
  const remember = (): void => {
    if (!request.dryRun) rememberRemote(workspace, root, { url, place });
  };
  try {
    // What a person said of their machines while no remote was at hand goes with this sync.
    if (!request.dryRun && !request.pullOnly) publishOwn(workspace, root);
    const left = findLeftOf(join(directory, "carrier"));
    writing("machine state", () => [...findAbandoned(directory), ...left].forEach(removeTree));
    if (isTried) writing("machine state", () => removeTree(place));
    const carrier = openOwn(workspace, root, { directory: ensurePrivate(place), remote });
    const report = await meet({ workspace, root, directory: place, carrier, remote, request });
    remember();
    return report;
  } catch (error) {
    if (error instanceof CredenceError && error.code === "PUSH_FAILED") remember();
    throw error instanceof CredenceError || !/^E(?!RR_)/.test(codeOf(error))
      ? error
      : toWriteFailure(error, "machine state");
  } finally {
    if (isTried) removeTree(place);
    lock.release();
  }
}

function openOwn(
  workspace: Workspace,
  root: OpenRoot,
  at: { readonly directory: string; readonly remote: Remote },
): Carrier {
  const me = workspace.keys.machine.signer.slice("machine:".length);
  if (at.remote.kind === "hub") return openOnHub(workspace, root, { ...at, me });
  const trusted = workspace.signers.filter((each) => isTrustedIn(each, root));
  const first = new Set(trusted.map(({ signer }) => signer.slice(signer.indexOf(":") + 1)));
  return openCarrier({ ...at, me, first, now: () => workspace.now, front: frontOf(root), temporaryBeside });
}

type OnHub = { readonly directory: string; readonly remote: Remote; readonly me: string };

function openOnHub(workspace: Workspace, root: OpenRoot, { directory, remote, me }: OnHub): Carrier {
  if (rootOnHub(remote) !== root.id)
    throw new CredenceError("REMOTE_FAILED", "that address is of another root on the hub");
  const { url, limits, onWait, unattendedSince } = remote;
  return openHubCarrier({
    directory: join(directory, "carrier"),
    hub: { url, token: requireHubToken(workspace, remote), limits, onWait, unattendedSince },
    me,
    objectsMax: limits.objectsMax,
    listHere: () => gatherOffer(workspace, root, 0).items.keys(),
    temporaryBeside,
  });
}

function lockSync(directory: string): Lock {
  try {
    return acquireLock(directory, { waitMs: 0 });
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code !== "LOCK_TIMEOUT") throw error;
    throw new CredenceError("SYNC_BUSY", "another process is syncing this root");
  }
}

const BEAT_MS = 5_000;

/** A fetch may take longer than a lock lives without a sign. */
function beatOf(lock: Lock): () => void {
  let last = performance.now();
  return () => {
    if (performance.now() - last < BEAT_MS) return;
    last = performance.now();
    lock.beat();
  };
}

async function meet(sync: Sync): Promise<SyncReport> {
  const { root, carrier, remote, request, directory } = sync;
  const { dryRun, pushOnly, onStage } = request;
  const state = stateOrNothing(directory);
  const edits = dryRun ? [] : await absorbEdits(sync.workspace, root);
  onStage?.(`asking ${remote.url}`);
  // Before anybody reads what came: what somebody took off their card in the same breath has nothing new to say.
  const first = await carrier.diff({ has: hasIn(sync), list: () => [] });
  const workspace = followPeople(sync.workspace, dryRun ? [] : readPeople(first.papers));
  const now: Sync = { ...sync, workspace };
  // Of those who were strangers only so much was taken: now that others are trusted all of it is looked at again.
  const isTrustNew = nameSigners(workspace, root) !== state.signers;
  const lost = pushOnly ? [] : listLost(workspace, root);
  const isAll = !pushOnly && (isTrustNew || (lost.length > 0 && lost.join(" ") !== state.lost));
  const difference = isAll ? await carrier.diff(null) : first;
  // What is missing there now is sent again, also what another branch had: and by the next sync, where this one is killed.
  const sending = first.isLess ? { ...state, position: 0 } : state;
  if (first.isLess && !dryRun) writeSyncState(directory, sending);
  // What is on our own branch and not ours would be gone with the next publish.
  const isTaken = !pushOnly || first.own === "other";
  const taken = isTaken ? await takeOffered(now, { difference, state, isTrustNew }) : null;
  const maySend = taken?.papers.settings.kind !== "blocked" && isToSend(now);
  // A remote that lost our branch is not one that nobody has sent anything to.
  const isEmpty = state.position === 0 && first.own === "absent" && first.papers.size === 0;
  const sent = maySend ? await sendOffer(now, { state: sending, isEmpty }) : null;
  const next = renewState(now, { before: sending, taken, sent, lost: lost.join(" ") });
  const report = composeReport(now, { difference, taken, sent, edits });
  // An empty root leaves no trace in an empty remote: whoever sends one first is the first.
  if (!dryRun && (!isEmpty || sent?.isPushed === true))
    writeSyncState(directory, { ...next, ...countUnseen(report, request) });
  return report;
}

type Renewed = {
  readonly before: SyncState;
  readonly taken: Taken | null;
  readonly sent: Sent | null;
  readonly lost: string;
};

function renewState({ workspace, root }: Sync, { before, taken, sent, lost }: Renewed): SyncState {
  const { strangers } = taken?.admitted ?? before;
  return {
    ...before,
    ...taken?.papers.state,
    ...(taken !== null && { strangers, signers: nameSigners(workspace, root), lost }),
    ...(sent?.isWhole === true && { position: sent.position, buried: nameBuried(workspace, root) }),
  };
}

function isToSend({ workspace, root, request }: Sync): boolean {
  return !request.pullOnly && !(request.isUnattended === true && hasYoungPapers(root, workspace.now));
}

// A sync in the words of its report.

type Done = {
  readonly difference: Difference;
  readonly taken: Taken | null;
  readonly sent: Sent | null;
  readonly edits: readonly LeftEdit[];
};

function composeReport(sync: Sync, done: Done): SyncReport {
  const { workspace, root, remote, request } = sync;
  const { taken, sent } = done;
  const place = { workspace, root };
  const views = taken?.admitted ?? { before: [], after: [] };
  const memories = listMemories(sync, done);
  const waits = listWaiting(place, views);
  const papers = taken?.papers;
  const cards =
    papers?.changes.filter((each) => "path" in each && each.path.startsWith("attest/people/")) ?? [];
  const statements = [...(sent?.add.keys() ?? [])].filter((each) => each.startsWith("s/"));
  return {
    root: root.shown,
    kind: root.kind,
    remote: remote.url,
    dryRun: request.dryRun,
    memories,
    isWhole:
      taken === null ||
      (done.difference.unreadable.size + done.difference.leftOut === 0 && !taken.left.has(NEWER)),
    refused: listRefused(sync, done),
    outOfUse: listOutOfUse(place, views),
    statements: { taken: taken?.admitted.taken.length ?? 0, sent: statements.length },
    cards: { taken: cards.length, sent: 0 },
    settings: papers === undefined ? null : tellSettings(papers.settings, isForAgent(workspace)),
    waits,
    waiting: waits.length,
    quarantined: memories.filter(({ outcome }) => outcome === "quarantined").length,
    pushed: sent?.isPushed ?? false,
  };
}

function listMemories({ workspace, root }: Sync, { taken, sent, edits }: Done): SyncedMemory[] {
  const name = (id: string): string => nameOfId(workspace, root, id);
  const tell = (ids: readonly string[], outcome: SyncedMemory["outcome"]): SyncedMemory[] =>
    ids.map((id) => ({ id: name(id), outcome, why: null }));
  const back = taken?.admitted.back ?? [];
  const changed = taken === null ? [] : compareViews({ workspace, root }, taken.admitted);
  const isBack = ({ id, outcome }: SyncedMemory): boolean =>
    outcome === "taken" && back.some((each) => name(each) === id);
  // By somebody who is trusted only now.
  const told = new Set(changed.flatMap(({ id, outcome }) => (outcome === "forgotten" ? [id] : [])));
  const forgotten = taken?.admitted.forgotten.filter((id) => !told.has(name(id))) ?? [];
  return [
    ...changed.filter((each) => !isBack(each)),
    ...tell(forgotten, "forgotten"),
    ...tell(back, "came-back"),
    ...tell(taken?.admitted.held ?? [], "held"),
    ...[...(taken?.secret ?? [])].map(
      (id): SyncedMemory => ({ id: name(id), outcome: "left", why: "it contains a secret" }),
    ),
    ...tell(sent?.ids.filter((id) => id !== FORGOTTEN) ?? [], "sent"),
    ...[...(sent?.blocked ?? []), ...edits].map(
      ({ id, why }): SyncedMemory => ({ id: name(id), outcome: "blocked", why }),
    ),
  ];
}

/** A path is a stranger's words, which no agent is shown. */
function listRefused({ workspace }: Sync, { difference, taken }: Done): SyncReport["refused"] {
  const branches = [...difference.unreadable].map(([machine, why]) => ({ path: `m/${machine}`, why }));
  const counted = (count: number, [one, many]: readonly [string, string], why: string) =>
    count === 0 ? [] : [{ path: pluralize(count, one, many), why }];
  const left = [...(taken?.left ?? [])].flatMap(([why, count]) => counted(count, ["object", "objects"], why));
  const others = [
    ...counted(taken?.admitted.strange ?? 0, ["statement", "statements"], "beyond the share of strangers"),
    ...counted(
      taken?.admitted.excess ?? 0,
      ["statement", "statements"],
      "more than one signer may say of a memory",
    ),
    ...counted(difference.leftOut, ["branch", "branches"], "more than there may be"),
    ...counted(difference.odd, ["branch", "branches"], "named after no machine"),
  ];
  return [...branches, ...left, ...others, ...(isForAgent(workspace) ? [] : (taken?.papers.refused ?? []))];
}
