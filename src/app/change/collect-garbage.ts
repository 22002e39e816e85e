// Garbage collection: deletes memories that were retired longer ago than the grace period. A person's act; the signed
// `retire` stays as a tombstone, so that a merge cannot bring the memory back into use.
//
// Attack: a pulled branch marks an approved memory as retired long ago, and the next routine run deletes it. What counts
// is a trusted statement and its time, not what the file says.

import { CredenceError } from "../../memory/errors.ts";
import { daysSince, type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { isLowering, isNegative } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import { reload } from "../memories/find-memory.ts";
import { eraseTexts } from "../memories/kept/retained-texts.ts";
import { listMemories } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { readRootConfig } from "../workspace/read-config.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { commitChanges, withLock } from "./change-root.ts";
import { eraseFile } from "./removed/copies.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";

export type GarbageRequest = {
  readonly dryRun: boolean;
  /** Those a person was shown: what fell due since then waits for the next time. */
  readonly only?: readonly string[];
};

export function collectGarbage(
  workspace: Workspace,
  root: OpenRoot,
  { dryRun, only }: GarbageRequest,
): string[] {
  if (!dryRun && actorOf(workspace) !== "person") {
    throw new CredenceError("NEEDS_PERSON", "only a person can delete memories");
  }
  const { config } = readRootConfig(workspace.config.config, root.path);
  const graceDays = config["delete.grace_period_days"];
  const due = listMemories(
    workspace,
    [root],
    (memory) => isDue(memory, workspace.now, graceDays) && only?.includes(memory.file.id) !== false,
  );
  // Looked for without the lock, because a large root takes its time; each is looked at again under it.
  if (!dryRun) {
    for (const memory of due) withLock(root, () => collect(workspace, reload(workspace, memory, null)));
  }
  return due.map((memory) => memory.file.id);
}

/** A memory without a plausible date of its retirement is never due: better kept too long than lost. */
function isDue({ standing, input }: LoadedMemory, now: Instant, graceDays: number): boolean {
  if (standing.standing !== "retired" || CAUSES[standing.cause].isUnsigned === true) return false;
  const times = gather(input)
    .counted.filter((each) => isNegative(each) && !isLowering(each))
    .map(({ time }) => parseInstant(time) ?? Number.POSITIVE_INFINITY);
  const at = Math.max(...times);
  return isPlausible(at, now) && daysSince(at, now) >= graceDays;
}

function collect(workspace: Workspace, target: LoadedMemory): void {
  const { root, file, input } = target;
  const digest = contentDigest(target);
  const reason = "deleted after the grace period";
  // First: what dies in between is still there to be deleted again.
  eraseTexts(workspace, root, input);
  commitChanges(workspace, root, {
    record: { command: "gc", id: file.id, actor: "person", digest, reason },
    changes: [attestAct(workspace, input, { act: "retire", digest, reason }), eraseFile(target)],
  });
}
