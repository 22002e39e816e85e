// Stores judged records in one root: under its lock and as one transaction, so that each memory exists whole or not at all.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { platform, release } from "node:os";
import { join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import type { Category, MemoryType, Scope } from "../../../memory/memory.ts";
import { commitOperations, type Operation, withLock } from "../../change/change-root.ts";
import { creationsLeft, overDailyLimit } from "../../change/daily-limit.ts";
import { lookAround, type Surroundings, withSurroundings } from "../../change/removed/removed-memories.ts";
import { retainSummaries } from "../../change/retain-summaries.ts";
import { planCreation } from "../../change/write-text.ts";
import { actorOf, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { type JudgedRecord, leaveOut, renderImported } from "./judge-record.ts";

export type ReadyRecord = Extract<JudgedRecord, { kind: "ready" }> & {
  /** True when the user read and confirmed it. */
  readonly confirmed: boolean;
};

/** The outcome for each record: stored, already here, or left out for a reason. */
export type Fate =
  | { readonly kind: "new" }
  | { readonly kind: "here"; readonly why: string }
  | { readonly kind: "skipped"; readonly why: string; readonly fix: string | null };

export function storeRecords(workspace: Workspace, root: OpenRoot, records: readonly ReadyRecord[]): Fate[] {
  return withLock(root, () => {
    const operations: Operation[] = [];
    const counts = actorOf(workspace) !== "person";
    const ids = records.map(({ id }) => id);
    const fates = withSurroundings(workspace, { root, ids }, (around) =>
      records.map((record) => {
        const planned = plan(workspace, root, { record, around, counts });
        if ("operation" in planned) operations.push(planned.operation);
        return planned.fate;
      }),
    );
    commitOperations(workspace, root, { operations, syncTogether: () => syncDisk(root.path) });
    return fates;
  });
}

/** Foresees the outcomes without the lock and without writing. */
export function foreseeRecords(
  workspace: Workspace,
  root: OpenRoot,
  isLimited: boolean,
): (record: ReadyRecord) => Fate {
  const around = lookAround(workspace, root);
  let left = isLimited ? creationsLeft(workspace, root) : Number.POSITIVE_INFINITY;
  return (record) => {
    const { fate } = plan(workspace, root, { record, around, counts: false });
    if (fate.kind !== "new") return fate;
    left -= 1;
    return left >= 0 ? fate : { kind: "skipped", ...leaveOut(overDailyLimit()) };
  };
}

type RecordPlan = { readonly fate: Fate } | { readonly fate: Fate; readonly operation: Operation };

function plan(
  workspace: Workspace,
  root: OpenRoot,
  context: { readonly record: ReadyRecord; readonly around: Surroundings; readonly counts: boolean },
): RecordPlan {
  const { record, around, counts } = context;
  const { id, confirmed, given } = record;
  const { judged } = record.judgement;
  const by = confirmed ? "person" : "machine";
  const text = confirmed ? renderImported(workspace, given, "verified") : judged.text;
  try {
    const planned = { id, text, judged, by, command: "import", counts, around } as const;
    const creation = planCreation(workspace, root, planned);
    if (creation.kind === "operation") return { fate: { kind: "new" }, operation: creation.operation };
    return { fate: { kind: "here", why: creation.why } };
  } catch (error) {
    return { fate: { kind: "skipped", ...leaveOut(error) } };
  }
}

/** Called after the last record: the newest few summaries stay in use, and each archived one has an entry in the journal. */
export function archiveOldSummaries(workspace: Workspace, root: OpenRoot): void {
  withLock(root, () => {
    const operations = retainSummaries(workspace, root, 0).map((change): Operation => {
      if (change.kind !== "write") throw new CredenceError("INTERNAL", "a summary was not archived in place");
      const id = change.path.replace(/^.*[/\\]|\.md$/g, "");
      const reason = "a newer session summary took its place";
      return {
        record: { command: "archive", id, actor: "machine", digest: null, reason },
        changes: [change],
      };
    });
    commitOperations(workspace, root, { operations });
  });
}

// The report about one record: its present state here, its outcome, or the reason why it is left out.

export type ImportItem = {
  readonly source: string;
  readonly id: string | null;
  readonly scope: Scope | null;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly kind: Fate["kind"];
  /** The standing or status of a new memory. */
  readonly becomes: "verified" | "inferred" | "archived" | "retired" | null;
  /** Why it is not new. */
  readonly reason: string | null;
  /** The remedy for a record that was left out; null when nothing is lost. */
  readonly fix: string | null;
  /** Rules of the injection check that flag it. */
  readonly flags: readonly string[];
};

/** A record that is ready may have been shown to the user before it is stored. */
export type AskedRecord = Exclude<JudgedRecord, { kind: "ready" }> | ReadyRecord;

/** `fates` are the outcomes of the records that were ready. */
export function toItem(judged: AskedRecord, fates: ReadonlyMap<ReadyRecord, Fate>): ImportItem {
  const { source, id, given } = judged;
  const fate: Fate = judged.kind === "ready" ? (fates.get(judged) ?? { kind: "new" }) : judged;
  const isNew = fate.kind === "new";
  return {
    source,
    id,
    scope: judged.kind === "skipped" ? null : judged.root.scope,
    type: given?.draft.type ?? null,
    category: given?.draft.category ?? null,
    kind: fate.kind,
    becomes: isNew && judged.kind === "ready" ? becomes(judged) : null,
    reason: isNew ? null : fate.why,
    fix: fate.kind === "skipped" ? fate.fix : null,
    flags: judged.kind === "ready" ? judged.judgement.flags : [],
  };
}

function becomes({ given, confirmed }: ReadyRecord): NonNullable<ImportItem["becomes"]> {
  const status = given.keys["status"];
  if (status === "archived" || status === "retired") return status;
  return confirmed ? "verified" : "inferred";
}

// Flushes a whole root to disk at once with the system's own `sync`, because each of hundreds of new files would otherwise
// wait for the disk separately. Fails closed: if it does not succeed, each file is synced separately.

/** Absolute paths, because another program of that name on the PATH would have to be trusted. */
const PROGRAMS = ["/usr/bin/sync", "/bin/sync"];

/** On Linux `sync` waits for one file system; elsewhere it only requests that all of them be written. */
export function syncDisk(root: string, kernel: string = release()): boolean {
  if (platform() !== "linux" || !tellsFailures(kernel)) return false;
  const program = PROGRAMS.find((path) => existsSync(path));
  if (program === undefined) return false;
  const directories = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = [...directories.map(({ name }) => join(root, name)), root];
  // One path per file system; for the root's own file system, the root.
  const bySystem = new Map(paths.map((path) => [statSync(path).dev, path]));
  return spawnSync(program, ["-f", ...bySystem.values()], { stdio: "ignore" }).status === 0;
}

/** Before Linux 5.8, the system reports success even if the disk failed. */
function tellsFailures(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 8);
}
