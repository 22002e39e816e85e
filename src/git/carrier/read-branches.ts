// Brings the branches of machines into a quarantine of its own and looks at their trees, before anything of it becomes part of the
// store. Contents are looked at when they are read (`carrier.ts`).
//
// Attack: one machine, or the remote, offers what git or a limit refuses: objects that are no objects, millions of names in a few
// bytes, more than a root can be. So branches that cannot be taken together are tried in halves: whoever is at fault is left out by
// name, and the others come. Fails closed.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Known, MACHINE } from "../../memory/carried.ts";
import { CredenceError } from "../../memory/errors.ts";
import { adoptPacks, countObjects, makeQuarantine, measurePacks } from "../object-store.ts";
import { GitFailure, type Plumbing } from "../plumbing.ts";
import { fetchInto, type Remote, type TransportFailure } from "../transport.ts";
import { type Look, type Looking, lookAt } from "./look-at.ts";
import type { Remembered } from "./remembered.ts";

export type Place = {
  readonly store: Plumbing;
  readonly remote: Remote;
  /** A name that whoever sweeps machine state takes for a process's own. */
  readonly temporaryBeside: (path: string) => string;
};

type Reading = Place &
  Looking & {
    /** Commits of which the remote need not send anything. */
    readonly haves: readonly string[];
  };

type Branches = {
  /** Until when, by the clock of this process, and how much more may come. */
  readonly untilMs: number;
  bytesLeft: number;
  readonly looks: Map<string, Look>;
  /** By machine: why nothing of its branch is taken. */
  readonly unreadable: Map<string, string>;
};

export type Around = Pick<Branches, "looks" | "unreadable"> & {
  /** Branches beyond the limit, and branches named after no machine. */
  readonly leftOut: number;
  readonly odd: number;
};

const BRANCHES_MAX = 256;

/** Looks at every branch that changed; with `known` null at every branch. */
export async function lookAround(
  place: Place & { readonly me: string; readonly first: ReadonlySet<string> },
  from: {
    readonly heads: ReadonlyMap<string, string>;
    readonly remembered: Remembered;
    readonly known: Known | null;
  },
): Promise<Around> {
  const { remembered, known } = from;
  const { own, taken } = remembered;
  const { chosen, leftOut, odd } = chooseBranches(from.heads, (name) =>
    name === place.me ? 0 : place.first.has(name) ? 1 : taken.has(name) ? 2 : 3,
  );
  const ours = own === null ? [] : [own];
  const common = own ?? [...taken.values()][0] ?? null;
  const reading: Reading = {
    ...place,
    haves: [...new Set([...ours, ...taken.values()])],
    // What another branch has was taken with it.
    baseOf: (machine) => (known === null ? null : (taken.get(machine) ?? common)),
    isHere: (name) => known?.has(name) ?? false,
  };
  const { totalMs, bytesMax } = place.remote.limits;
  const [looks, unreadable] = [new Map<string, Look>(), new Map<string, string>()];
  const branches = { untilMs: performance.now() + totalMs, bytesLeft: bytesMax, looks, unreadable };
  const isChanged = ([machine, commit]: readonly [string, string]): boolean =>
    commit !== taken.get(machine) && !(machine === place.me && commit === own);
  const unchanged = known === null ? chosen.filter((each) => !isChanged(each)) : [];
  for (const [machine, look] of lookAt(place.store, unchanged, reading)) looks.set(machine, look);
  const changed = chosen.filter(isChanged).map(([machine]) => machine);
  const ended = await readBranches(reading, changed, branches);
  if (ended !== null) throw explainTransport(ended);
  return { looks, unreadable, leftOut, odd };
}

/** Our own first, then those that are trusted, those that we know, and by name: whoever makes branches by the thousand displaces nobody. */
function chooseBranches(
  heads: ReadonlyMap<string, string>,
  rank: (machine: string) => number,
): {
  readonly chosen: readonly (readonly [string, string])[];
  readonly leftOut: number;
  readonly odd: number;
} {
  const named = [...heads].filter(([name]) => name.startsWith("m/"));
  const machines = named
    .map(([name, commit]) => [name.slice("m/".length), commit] as const)
    .filter(([machine]) => MACHINE.test(machine))
    .toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return {
    chosen: machines.slice(0, BRANCHES_MAX),
    leftOut: Math.max(0, machines.length - BRANCHES_MAX),
    odd: named.length - machines.length,
  };
}

/** Those that can be read. @returns what ended it before its end. */
async function readBranches(
  reading: Reading,
  machines: readonly string[],
  branches: Branches,
): Promise<TransportFailure | null> {
  if (machines.length === 0) return null;
  const failure = await readTogether(reading, machines, branches);
  if (failure === null) return null;
  if (failure.isFull || failure.isLate) return failure;
  const [only] = machines;
  if (only !== undefined && machines.length === 1) {
    branches.unreadable.set(only, failure.why);
    return null;
  }
  const half = Math.ceil(machines.length / 2);
  return (
    (await readBranches(reading, machines.slice(0, half), branches)) ??
    (await readBranches(reading, machines.slice(half), branches))
  );
}

async function readTogether(
  reading: Reading,
  machines: readonly string[],
  branches: Branches,
): Promise<TransportFailure | null> {
  const totalMs = branches.untilMs - performance.now();
  if (totalMs <= 0) return { ...fail("the remote took too long"), isLate: true };
  const limits = { ...reading.remote.limits, totalMs, bytesMax: branches.bytesLeft };
  const remote = { ...reading.remote, limits };
  return inQuarantine(reading, async (quarantine) => {
    const what = machines.map((each) => `+refs/heads/m/${each}:${incomingOf(each)}`);
    const fetched = await fetchInto(quarantine, remote, { what });
    if (fetched.kind === "failed") return fetched;
    if (countObjects(quarantine) > limits.objectsMax) return fail("it has more objects than a root");
    const found = lookAt(
      quarantine,
      machines.map((machine) => [machine, incomingOf(machine)]),
      {
        baseOf: (machine) => reading.baseOf(machine) ?? firstOf(branches.looks),
        isHere: reading.isHere,
      },
    );
    branches.bytesLeft -= measurePacks(quarantine);
    adoptPacks(quarantine, reading.store);
    for (const [machine, look] of found) branches.looks.set(machine, look);
    return null;
  });
}

/** What one branch has is listed with it: another need not list it again. */
function firstOf(looks: ReadonlyMap<string, Look>): string | null {
  const [first] = looks.values();
  return first?.commit ?? null;
}

function incomingOf(machine: string): string {
  return `refs/credence/incoming/${machine}`;
}

function fail(why: string): TransportFailure {
  return { kind: "failed", why, isFull: false, isLate: false };
}

/** A disk of this machine that is full is not the remote's fault. */
export function explainTransport(
  { why, isFull }: Pick<TransportFailure, "why" | "isFull">,
  code: "REMOTE_FAILED" | "PUSH_FAILED" = "REMOTE_FAILED",
): CredenceError {
  return isFull
    ? new CredenceError("DISK_FULL", "no space left to write machine state")
    : new CredenceError(code, why);
}

/** It borrows what the store has, and is gone afterwards. */
export async function inQuarantine<Result>(
  { store, temporaryBeside, haves }: Omit<Place, "remote"> & { readonly haves: readonly string[] },
  work: (quarantine: Plumbing) => Promise<Result>,
): Promise<Result | TransportFailure> {
  const path = temporaryBeside(`${store.store}-incoming`);
  try {
    const quarantine = makeQuarantine(store, path);
    const refs = haves.map((commit, number) => `${commit} refs/credence/have/${number}\n`);
    writeFileSync(join(path, "packed-refs"), refs.join(""));
    return await work(quarantine);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { ...fail(error.message), isFull: error.isFull };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
