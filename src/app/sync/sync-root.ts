// One root meets its remote: fetch and look, decide, write, commit on top of theirs, push; once more if somebody else pushed in
// between. Whatever ends it, at any instant, the root has whole operations and the remote a whole commit: the last agreement is
// only moved after both, and one that is too old makes the next sync compare more, never lose anything.

import { join } from "node:path";
import { makeStore, readBase, tidyStore, writeBase, writeCommit } from "../../git/object-store.ts";
import { GitFailure, type Plumbing } from "../../git/plumbing.ts";
import type { RemoteUrl } from "../../git/remote-url.ts";
import { type Limits, pushTo, type Remote } from "../../git/transport.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { removeTree, temporaryBeside } from "../../store/durable.ts";
import { codeOf, toWriteFailure, writing } from "../../store/fs-failure.ts";
import { acquireLock, type Lock } from "../../store/lock.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { findAbandoned, findLeftOf } from "../../store/temporary-files.ts";
import { withLock } from "../change/change-root.ts";
import { followCards } from "../people/team/follow-cards.ts";
import { publishKept } from "../people/team/own-card.ts";
import { type OpenRoot, refuseUnreadableRecord, type Workspace } from "../workspace/workspace.ts";
import { readAgreement, writeAgreement } from "./agreement.ts";
import { applyMeeting, type Decided, type Met } from "./apply-meeting.ts";
import { agreeOn, composeCommit } from "./compose-commit.ts";
import { decideMemory } from "./decide/decide-memory.ts";
import { decidePapers, readCards } from "./decide/decide-papers.ts";
import { findSecretInOurs } from "./decide/decide-settings.ts";
import { type Fetched, fetchIncoming, noRoom } from "./fetch-incoming.ts";
import { findLocalChanges } from "./local-files.ts";
import { arrangeMeeting, gatherVersions, listChangedIds, type Meeting, planVisit } from "./meeting.ts";
import { findRemote, rememberRemote, syncDirectory } from "./named-remote.ts";
import { addReports, renderReport, type SyncReport } from "./report.ts";

export type SyncRequest = {
  readonly dryRun: boolean;
  readonly pullOnly: boolean;
  readonly pushOnly: boolean;
  /** A person's word. */
  readonly acceptRewrite: boolean;
  /** A person's word, too. */
  readonly acceptSettings: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<Limits>;
  /** What is under way, for whoever waits. */
  readonly onStage?: (stage: string) => void;
};

export const LIMITS: Limits = {
  bytesMax: 1024 * 1024 * 1024,
  // A root of the largest size with a long history has fewer.
  objectsMax: 4_000_000,
  idleMs: 60_000,
  totalMs: 1_800_000,
};
/** Somebody else may push, or write here, in between. */
const TRIES = { pushes: 2, writes: 3 };

type Sync = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly directory: string;
  readonly store: Plumbing;
  readonly remote: Remote;
  readonly request: SyncRequest;
};

export async function syncRoot(
  workspace: Workspace,
  { root, url }: { readonly root: OpenRoot; readonly url: RemoteUrl },
  request: SyncRequest,
): Promise<SyncReport> {
  if (workspace.seenIn(root).unreadable !== null) refuseUnreadableRecord(root);
  const directory = ensurePrivate(syncDirectory(workspace, root));
  const lock = lockSync(directory);
  const { env, limits } = request;
  const remote: Remote = { ...url, env, limits: { ...LIMITS, ...limits }, onWait: beatOf(lock) };
  const known = findRemote(workspace, root);
  // Another remote is tried beside the one that is known, which stays until the other was reached and fits.
  const isTried = known?.url !== url.url && (known !== null || request.dryRun);
  const place = isTried ? join(directory, "next") : directory;
  const remember = (): void => {
    if (!request.dryRun) rememberRemote(workspace, root, { url, place });
  };
  try {
    // What a person said of their machines while no remote was at hand goes with this sync.
    if (!request.dryRun && !request.pullOnly) publishKept(workspace, root);
    const path = join(directory, "repo");
    const left = [path, `${path}-incoming`, join(directory, "agreement")].flatMap(findLeftOf);
    writing("machine state", () => [...findAbandoned(directory), ...left].forEach(removeTree));
    if (isTried) writing("machine state", () => removeTree(place));
    const report = await meetIn({ workspace, root, directory: ensurePrivate(place), remote, request });
    remember();
    return report;
  } catch (error) {
    if (error instanceof CredenceError && error.code === "PUSH_FAILED") remember();
    throw explainFailure(error);
  } finally {
    if (isTried) removeTree(place);
    lock.release();
  }
}

async function meetIn(sync: Omit<Sync, "store">): Promise<SyncReport> {
  const path = join(sync.directory, "repo");
  try {
    return await meet({ ...sync, store: makeStore(path, temporaryBeside(path)) });
  } catch (error) {
    if (!isStoreDamaged(error)) throw error;
    // It holds nothing that the root and the remote have not.
    removeTree(path);
    return meet({ ...sync, store: makeStore(path, temporaryBeside(path)) });
  }
}

/** Git could not use it, or a file of it that should be there is not. */
function isStoreDamaged(error: unknown): boolean {
  if (error instanceof GitFailure) return !error.isFull;
  if (error instanceof CredenceError || !/^E(?!RR_)/.test(codeOf(error))) return false;
  return !(toWriteFailure(error, "machine state") instanceof CredenceError);
}

function explainFailure(error: unknown): unknown {
  if (error instanceof GitFailure && error.isFull) return noRoom();
  if (isStoreDamaged(error))
    return new CredenceError(
      "REMOTE_FAILED",
      "git could not use its local store, though it was made anew",
      "see that the disk has room and that git works, then run credence sync again",
    );
  return error instanceof CredenceError || !/^E(?!RR_)/.test(codeOf(error))
    ? error
    : toWriteFailure(error, "machine state");
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
  let report: SyncReport | null = null;
  for (let left = TRIES.pushes; left > 0; left -= 1) {
    const outcome = await meetOnce(sync);
    const isFirst = report === null;
    report = report === null ? outcome.report : addReports(report, outcome.report);
    // What came instead of a forgotten text is taken once the old one is gone.
    const isForgotten = outcome.report.memories.some((each) => each.outcome === "forgotten");
    if (outcome.kind === "done" && (!isFirst || !isForgotten || sync.request.dryRun)) return report;
  }
  throw new CredenceError(
    "PUSH_FAILED",
    "somebody else pushed to the remote each time; what came from there is taken",
  );
}

type Outcome = { readonly kind: "done" | "rejected"; readonly report: SyncReport };

async function meetOnce(sync: Sync): Promise<Outcome> {
  const { workspace, root, store, remote, request } = sync;
  request.onStage?.(`asking ${remote.url}`);
  const fetched = await fetchIncoming({ workspace, root, store, base: readBase(store), remote });
  if (fetched.rewrite !== null && !request.acceptRewrite) throw refuseRewrite(fetched);
  if (request.pushOnly && fetched.incoming.changes.size > 0) {
    throw new CredenceError(
      "PUSH_FAILED",
      "the remote has changes, so nothing is pushed",
      "run credence sync without --push-only",
    );
  }
  // Before anybody reads what came: what somebody took off their card in the same breath has nothing new to say.
  const followed = followCards(workspace, request.dryRun ? [] : readCards(fetched.incoming));
  const met = await decideAndWrite({ ...sync, workspace: followed }, fetched);
  const { decisions, papers } = met.decided;
  const isBlocked = [...decisions, papers.settings].some(({ kind }) => kind === "blocked");
  const isHeld = request.pullOnly || isBlocked;
  const files = isHeld ? new Map() : composeCommit(met);
  const report = renderReport(met, { remote: remote.url, isDry: request.dryRun, files });
  if (request.dryRun) return { kind: "done", report };
  const { commit: theirs } = fetched.incoming;
  if (theirs !== null) writeBase(store, theirs);
  if (files.size === 0) {
    writeAgreement(sync.directory, agreeOn(met, { base: theirs, isSent: !isHeld }));
    return { kind: "done", report };
  }
  return push(sync, met, { report, files });
}

async function decideAndWrite(sync: Sync, { base, incoming }: Fetched): Promise<Met> {
  const { workspace, root, store, directory, request } = sync;
  const agreement = readAgreement(directory);
  for (let left = TRIES.writes; left > 0; left -= 1) {
    request.onStage?.("comparing");
    const local = withLock(root, () =>
      findLocalChanges({ root: root.path, store, base, agreement, nowMs: Date.now() }),
    );
    const apart = agreement.base === base ? agreement.apart : new Map();
    const visit = planVisit({ workspace, root }, agreement);
    const place = { workspace, root, store, base, local, incoming, apart, ...visit };
    const meeting = arrangeMeeting({ ...place, acceptsSettings: request.acceptSettings });
    const decided = await decide(meeting, request);
    if (request.dryRun) return { meeting, decided, written: new Map() };
    request.onStage?.("writing");
    const written = applyMeeting(meeting, decided);
    if (written !== null) return { meeting, decided, written };
  }
  throw new CredenceError(
    "SYNC_BUSY",
    "the memories changed while they were compared",
    "run credence sync again",
  );
}

const SPOKEN_EVERY = 500;

async function decide(meeting: Meeting, { onStage }: SyncRequest): Promise<Decided> {
  const ids = listChangedIds(meeting);
  const decisions = [];
  for (const versions of gatherVersions(meeting, ids)) {
    if (decisions.length % SPOKEN_EVERY === 0) onStage?.(`checking ${decisions.length} of ${ids.length}`);
    decisions.push(await decideMemory(meeting, versions));
  }
  const dropped = new Set(decisions.flatMap((each) => each.dropped?.path ?? []));
  const left = decisions.filter(
    ({ id }) => !["memories", "quarantine"].some((directory) => dropped.has(`${directory}/${id}.md`)),
  );
  const papers = decidePapers(meeting, left);
  const why = papers.settings.kind === "nothing" ? await findSecretInOurs(meeting) : null;
  return {
    papers: why === null ? papers : { ...papers, settings: { kind: "blocked", why } },
    decisions: left,
  };
}

type Sending = { readonly report: SyncReport; readonly files: Parameters<typeof writeCommit>[1]["files"] };

async function push(sync: Sync, met: Met, { report, files }: Sending): Promise<Outcome> {
  const { workspace, store, remote, request, directory } = sync;
  const theirs = met.meeting.incoming.commit;
  request.onStage?.(`sending ${pluralize(files.size, "file", "files")}`);
  const commit = writeCommit(store, {
    parent: theirs,
    files,
    message: "Sync memories\n",
    atMs: workspace.now,
  });
  const pushed = await pushTo(store, remote, { commit, onto: theirs });
  if (pushed.kind === "pushed") {
    writeBase(store, commit);
    writeAgreement(directory, agreeOn(met, { base: commit, isSent: true }));
    tidyStore(store);
    return { kind: "done", report: { ...report, pushed: true } };
  }
  if (theirs !== null) writeAgreement(directory, agreeOn(met, { base: theirs, isSent: false }));
  if (pushed.kind === "failed") throw pushed.isFull ? noRoom() : new CredenceError("PUSH_FAILED", pushed.why);
  return { kind: "rejected", report };
}

const NAMED_MAX = 5;

function refuseRewrite({ rewrite }: Fetched): CredenceError {
  const list = (paths: readonly string[]): string => {
    const names = paths.slice(0, NAMED_MAX).join(", ");
    const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : "";
    return paths.length === 0 ? "nothing" : `${names}${more}`;
  };
  const { vanished = [], returning = [] } = rewrite ?? {};
  return new CredenceError(
    "HISTORY_REWRITTEN",
    `the history of the remote was rewritten, so it is not followed; gone from it: ${list(vanished)}; new in it: ${list(returning)}`,
  );
}
