// Replays a recorded operation onto the disk that it began with, without a process: every disk that a kill or a power loss
// after any of its calls may leave is built and opened.
//
// SQLite and git write by themselves and sync by themselves, so what they had not synced is not known. Their files come in
// two forms: as they were at that call, and, after a power loss, as they were at the beginning, with all that was written since lost.
// The seen set comes in the first form only: its commits are synced.

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Owner } from "../temp-dir.ts";
import { createDisk, type Loss } from "./disk-model.ts";
import type { Operation } from "./operations.ts";
import { isOfOthers, type Recording, readOthers, type Step, toChanges } from "./recording.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import { filesOf, hasSameFiles, readSnapshot, restoreSnapshot, type Snapshot } from "./snapshot.ts";
import { assertNoneLost, assertNoneTorn, assertRepaired, assertRepeatable, readOps } from "./survival.ts";

export type Recorded = {
  readonly lane: Rehearsal;
  readonly recording: Recording;
  /** The journal before and after the operation. */
  readonly ops: { readonly before: readonly string[]; readonly after: readonly string[] };
};

/** A disk that the operation may leave. */
export type State = {
  readonly name: string;
  /** The same for states that are the same and must answer the same. */
  readonly key: string;
  readonly snapshot: Snapshot;
  /** The operation had ended, and said so. */
  readonly isAcknowledged: boolean;
  readonly losing: Losing;
};

type Losing = Loss & { readonly name: string };

const KILLED: Losing = { name: "killed", data: "kept", names: "kept" };
const POWER_LOSSES: readonly Losing[] = [
  { name: "data lost", data: "lost", names: "kept" },
  { name: "data torn", data: "torn", names: "kept" },
  { name: "data and names lost", data: "lost", names: "lost" },
  { name: "all lost but the last name", data: "lost", names: "last" },
];

export async function record(owner: Owner, operation: Operation): Promise<Recorded> {
  const steps: Step[] = [];
  const lane = await rehearse(owner, operation, (base, done) => {
    steps.push({ changes: toChanges(base, done), others: readOthers(base) });
  });
  const after = await readOps(lane);
  lane.rewind();
  const before = await readOps(lane);
  const others = new Map([...lane.end].filter(([name]) => isOfOthers(name)));
  return { lane, recording: { start: lane.start, steps, others }, ops: { before, after } };
}

/** Every different one, in the order of the calls. */
export function listStates({ start, steps, others: end }: Recording): State[] {
  const disk = createDisk(start);
  const atStart = new Map([...start].filter(([name]) => isOfOthers(name) && !isSeenSet(name)));
  const states = new Map<string, State>();
  for (let count = 0; count <= steps.length; count += 1) {
    for (const change of steps[count - 1]?.changes ?? []) disk.apply(change);
    const now = steps[count]?.others ?? end;
    const former = new Map([...atStart, ...[...now].filter(([name]) => isSeenSet(name))]);
    const losses = [KILLED, ...POWER_LOSSES].map((losing) => ({ losing, lost: disk.lose(losing) }));
    const forms = [
      ...losses.map((loss) => ({ ...loss, others: now, form: "" })),
      ...losses
        .slice(1)
        .map((loss) => ({ ...loss, others: former, form: ", databases as at the beginning" })),
    ];
    for (const { losing, lost, others, form } of forms) {
      const snapshot = withOthers(lost, others);
      const isAcknowledged = count === steps.length;
      const key = `${isAcknowledged} ${losing.names === "last"} ${hashOf(snapshot)}`;
      const name = `after ${describe(steps, count)}: ${losing.name}${form}`;
      if (!states.has(key)) states.set(key, { name, key, snapshot, isAcknowledged, losing });
    }
  }
  return [...states.values()];
}

/** It is on disk when a commit returns (PRAGMA synchronous = EXTRA), so it is never older than a file written after that. */
function isSeenSet(name: string): boolean {
  return name.endsWith("/ledger.sqlite");
}

/** The files that the replay of all calls makes otherwise than the operation did: what was not recorded. */
export function replayWhole({ lane, recording }: Recorded): string[] {
  const disk = createDisk(recording.start);
  for (const { changes } of recording.steps) for (const change of changes) disk.apply(change);
  const [made, meant] = [disk.lose(KILLED), lane.end];
  const names = new Set([...made.keys(), ...meant.keys()]);
  return [...names].filter(
    (name) => !isOfOthers(name) && !isDeepStrictEqual(made.get(name), meant.get(name)),
  );
}

/** Each fault of the states, in one line. */
export async function findFaults(
  recorded: Recorded,
  operation: Operation,
  states: readonly State[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const state of states) {
    try {
      await assertSurvived(recorded, operation, state);
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      faults.push(error.message.split("\n+ actual", 1)[0] ?? "");
    }
  }
  return faults;
}

async function assertSurvived(recorded: Recorded, operation: Operation, state: State): Promise<void> {
  const { lane, ops } = recorded;
  const { name: where, snapshot, isAcknowledged, losing } = state;
  restoreSnapshot(lane.project.base, snapshot);
  assertNoneTorn(lane, where);
  assertStateWhole(lane, where);
  // Where the name that is taken away arrives before the new one, its text waits under its staged name until it is mended.
  if (losing.names !== "last") assertNoneLost(lane, operation, where);
  await assertRepaired(lane, where);
  const journaled = await readOps(lane);
  if (isAcknowledged) assertKept(lane, operation, where);
  if (isAcknowledged || hasSameFiles(lane.files(), lane.after)) {
    assert.deepEqual(journaled, ops.after, `it is done, and the journal does not say so: ${where}`);
  } else if (hasSameFiles(lane.files(), lane.before)) {
    assert.deepEqual(journaled, ops.before, `it is not done, and the journal says so: ${where}`);
  }
  await assertRepeatable(lane, operation, where);
}

/** What the machine keeps besides: each file the old or the new one, and a backup with all that belongs to it. */
function assertStateWhole({ project, start, end }: Rehearsal, where: string): void {
  const now = readSnapshot(project.base);
  for (const [name, text] of ownFiles(now)) {
    if (!/^credence\/state\/backups\//.test(name) || /\.tmp(?:\/|$)/.test(name)) continue;
    assert.ok(text === start.get(name)?.text || text === end.get(name)?.text, `${name} is torn: ${where}`);
  }
  for (const name of end.keys()) {
    const backup = /^credence\/state\/backups\/[^/]+\/[^/]+\//.exec(name)?.[0];
    if (backup !== undefined && now.has(backup)) assert.ok(now.has(name), `${name} is missing: ${where}`);
  }
}

/**
 * What was acknowledged is on disk as it was then: memories, statements, journal, backups, and nothing that was erased.
 * A ledger differs from run to run, so it is read for the words that are meant to be gone.
 */
function assertKept(lane: Rehearsal, { gone }: Operation, where: string): void {
  const disk = readSnapshot(lane.project.base);
  for (const [name, { text }] of disk) {
    const left = isSeenSet(name) ? gone.filter((word) => text.includes(word)) : [];
    assert.deepEqual(left, [], `${name} still says ${left.join(", ")}: ${where}`);
  }
  const [now, then] = [ownFiles(disk), ownFiles(lane.end)];
  for (const [name, text] of then) assert.equal(now.get(name), text, `${name} was not kept: ${where}`);
  for (const name of now.keys()) assert.ok(then.has(name), `${name} came back: ${where}`);
}

/**
 * Not what is derived: index.md is written again, and the cache filled again, by the next question. Nor the chain of
 * what was signed: no rule reads it, and one that is lost begins anew.
 */
function ownFiles(snapshot: Snapshot): Map<string, string> {
  return new Map(
    [...filesOf(snapshot)].filter(
      ([name]) => !isOfOthers(name) && !/\/index\.md$|^credence\/cache\/|\/chain\.json$/.test(name),
    ),
  );
}

function withOthers(snapshot: Snapshot, others: Snapshot): Snapshot {
  const mixed = new Map([...snapshot].filter(([name]) => !isOfOthers(name)));
  for (const [name, entry] of others) if (mixed.has(`${dirname(name)}/`)) mixed.set(name, entry);
  return mixed;
}

/** Of each text once: from state to state few of them change. */
const digests = new Map<string, string>();

function hashOf(snapshot: Snapshot): string {
  const lines = [...snapshot].map(([name, { text, mode }]) => `${name}\0${mode}\0${digestOf(text)}`);
  return hash("sha256", lines.sort().join("\n"));
}

function digestOf(text: string): string {
  const known = digests.get(text) ?? hash("sha256", Buffer.from(text, "latin1"));
  digests.set(text, known);
  return known;
}

function describe(steps: readonly Step[], count: number): string {
  const change = steps[count - 1]?.changes.at(-1);
  const what = change === undefined ? "" : ` (${change.kind} ${change.path})`;
  return `call ${count} of ${steps.length}${what}`;
}
