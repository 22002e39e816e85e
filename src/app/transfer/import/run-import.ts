// Imports the records of another system, or reports what would become of each. Records are handled in batches: judged
// without the lock, then stored together under it, so that other writers get their turn, and a kill at any moment loses
// nothing: a second run finds the stored memories and continues.

import { CredenceError } from "../../../memory/errors.ts";
import { renderInstant } from "../../../memory/instant.ts";
import { BODY_CHARS_MIN } from "../../../memory/limits.ts";
import { type MemoryType, TYPE_TRAITS } from "../../../memory/memory.ts";
import { pluralize } from "../../../memory/pluralize.ts";
import { backUpRoot } from "../../../store/backup.ts";
import { findFile } from "../../../store/memory-files.ts";
import type { SigningPreview } from "../../change/sign/signing-preview.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { createRecordJudge, type JudgedRecord, leaveOut, showRecord } from "./judge-record.ts";
import type { ImportRecord, ImportSource } from "./record.ts";
import {
  type AskedRecord,
  archiveOldSummaries,
  type Fate,
  foreseeRecords,
  type ImportItem,
  type ReadyRecord,
  storeRecords,
  toItem,
} from "./store-records.ts";

/** The batch size: at most a second's work, because other writers wait five seconds for the lock. */
const BATCH = 200;

/** The user's decision about one memory: it is right, it is advice, it stays out, or stop the import. */
export type ImportChoice = "yes" | "no" | "skip" | "quit";

export type ImportRequest = {
  readonly source: ImportSource;
  readonly rootFor: (type: MemoryType) => OpenRoot;
  readonly execute: boolean;
  /** True when the user decides about each memory, now or in the real run: then their own words may be short. */
  readonly asks: boolean;
  /** Asks the user about one memory, which may be unfit to be a fact; null when the user is not asked. */
  readonly confirm: ((showing: SigningPreview, canBeFact: boolean) => Promise<ImportChoice>) | null;
  readonly onProgress: (done: number, total: number) => void;
};

export type ImportReport = {
  readonly dryRun: boolean;
  readonly backups: readonly string[];
  readonly counts: Readonly<Record<Fate["kind"], number>>;
  /** True when the user stopped the import, so that there are more records than these. */
  readonly stopped: boolean;
  readonly items: readonly ImportItem[];
};

export async function runImport(workspace: Workspace, request: ImportRequest): Promise<ImportReport> {
  const { source, execute, confirm, onProgress } = request;
  const judge = createRecordJudge(workspace, request);
  const decider = execute ? createStorer(workspace) : createForesight(workspace);
  const items: ImportItem[] = [];
  const withSummaries = new Set<OpenRoot>();
  let stopped = false;
  for (const batch of inBatches(source.records, confirm === null ? BATCH : 1)) {
    const asked: AskedRecord[] = [];
    for (const judged of await judge(batch)) {
      const answer = await ask(workspace, confirm, judged);
      stopped = answer === null;
      if (answer !== null) asked.push(answer);
    }
    const fates = tellingStored(items, () => decideAll(decider, asked));
    for (const each of asked) if (isSummary(each)) withSummaries.add(each.root);
    items.push(...asked.map((each) => toItem(each, fates)));
    onProgress(items.length, Math.max(source.total(), items.length + 1));
    if (stopped) break;
  }
  onProgress(items.length, items.length);
  const backups = decider.finish(withSummaries);
  const counts = { new: 0, here: 0, skipped: 0 };
  for (const { kind } of items) counts[kind] += 1;
  return { dryRun: !execute, backups, counts, stopped, items };
}

/** A full disk later in the run leaves the memories stored before it. */
function tellingStored<Result>(items: readonly ImportItem[], store: () => Result): Result {
  try {
    return store();
  } catch (error) {
    const stored = items.filter(({ kind }) => kind === "new").length;
    if (!(error instanceof CredenceError) || error.code !== "DISK_FULL" || stored === 0) throw error;
    const hint = `${pluralize(stored, "memory is", "memories are")} stored; free some space and run it again, it goes on there`;
    throw new CredenceError(error.code, error.message, hint);
  }
}

/** If the user is asked, no memory enters without a key press, not even as advice. A record whose id is taken cannot enter,
 * so the user is not asked about it.
 * @returns null when the user stops the import. */
async function ask(
  workspace: Workspace,
  confirm: ImportRequest["confirm"],
  judged: JudgedRecord,
): Promise<AskedRecord | null> {
  if (judged.kind !== "ready") return judged;
  const { source, id, root, given } = judged;
  const left = { kind: "skipped", source, id, given } as const;
  if (confirm === null || findFile(root.path, id) !== null) return { ...judged, confirmed: false };
  const canBeFact = isFit(judged);
  const answer = isOwn(judged) && !canBeFact ? "no" : await confirm(showRecord(workspace, judged), canBeFact);
  if (answer === "quit") return null;
  if (answer === "skip") return { ...left, why: "you left it out", fix: null };
  if (answer === "no" && isOwn(judged)) return { ...left, ...leaveOut(TOO_SHORT) };
  return { ...judged, confirmed: answer === "yes" };
}

const TOO_SHORT = new CredenceError(
  "INVALID_MEMORY",
  `with fewer than ${BODY_CHARS_MIN} characters it can only be your own word, a fact`,
);

/** True for a text that is only acceptable as the user's own words. */
function isOwn({ given }: Extract<JudgedRecord, { kind: "ready" }>): boolean {
  return given.draft.origin === "user";
}

/** False for a memory that can at most be kept as advice: out of use, of doubtful type, a mere pointer, or flagged. */
function isFit(judged: Extract<JudgedRecord, { kind: "ready" }>): boolean {
  const { given, judgement } = judged;
  const isSure = given.isClear && !TYPE_TRAITS[given.draft.type].isPointer;
  return given.keys["status"] === undefined && (isSure || isOwn(judged)) && judgement.flags.length === 0;
}

/** Includes summaries that exist already, because the run that imported them may have been killed before its end. */
function isSummary(asked: AskedRecord): asked is Exclude<AskedRecord, { kind: "skipped" }> {
  return asked.kind !== "skipped" && asked.given.draft.category === "session_summary";
}

function decideAll(decider: Decider, asked: readonly AskedRecord[]): Map<ReadyRecord, Fate> {
  const ready = asked.filter((each) => each.kind === "ready");
  const fates = new Map<ReadyRecord, Fate>();
  for (const root of new Set(ready.map((each) => each.root))) {
    const own = ready.filter((each) => each.root === root);
    for (const [index, fate] of decider.decide(root, own).entries()) {
      const record = own[index];
      if (record !== undefined) fates.set(record, fate);
    }
  }
  return fates;
}

function* inBatches(records: Iterable<ImportRecord>, size: number): Generator<ImportRecord[]> {
  let batch: ImportRecord[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

// Decides about records that are ready: one implementation stores them, the other only foresees the outcome.

type Decider = {
  readonly decide: (root: OpenRoot, records: readonly ReadyRecord[]) => Fate[];
  /** Called after the last record, with the roots that have session summaries of this source. @returns the paths of the
   * backups. */
  readonly finish: (withSummaries: ReadonlySet<OpenRoot>) => string[];
};

function createForesight(workspace: Workspace): Decider {
  const isLimited = workspace.presence.kind !== "person";
  const byRoot = new Map<OpenRoot, (record: ReadyRecord) => Fate>();
  return {
    decide: (root, records) => {
      const foresee = byRoot.get(root) ?? foreseeRecords(workspace, root, isLimited);
      byRoot.set(root, foresee);
      return records.map(foresee);
    },
    finish: () => [],
  };
}

/** Backs a root up before its first change; a run with nothing to store leaves no backup. */
function createStorer(workspace: Workspace): Decider {
  const backups = new Map<OpenRoot, string>();
  return {
    decide: (root, records) => {
      if (!backups.has(root)) backups.set(root, backUp(workspace, root));
      return storeRecords(workspace, root, records);
    },
    finish: (withSummaries) => {
      for (const root of withSummaries) archiveOldSummaries(workspace, root);
      return [...backups.values()];
    },
  };
}

export function backUp(workspace: Workspace, root: OpenRoot): string {
  const time = renderInstant(workspace.now).replaceAll(":", "");
  return backUpRoot(workspace.state.path, root, time);
}
