// What several tests begin with, made once per process and put back for each: making machines that know each other, and letting
// them sync, costs far more than the files that come of it.

import { readSnapshot, restoreSnapshot, type Snapshot } from "../faults/snapshot.ts";
import type { Owner } from "../temp-dir.ts";

type Prepared<T> = {
  readonly value: T;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  isTaken: boolean;
};

const prepared = new Map<string, Prepared<unknown>[]>();

/** For whatever lives as long as the process. */
const PROCESS: Owner = { after: (cleanUp) => void process.once("exit", cleanUp) };

export type Preparation<T> = {
  readonly make: (owner: Owner) => Promise<T>;
  /** The directories that hold all of it. */
  readonly places: (value: T) => readonly string[];
};

/** Of a name one is made for all tests, and another for a test that takes a second one. */
export async function takePrepared<T>(
  owner: Owner,
  name: string,
  { make, places }: Preparation<T>,
): Promise<T> {
  // Of one name all are made alike.
  const made = (prepared.get(name) ?? []) as Prepared<T>[];
  const free = made.find(({ isTaken }) => !isTaken) ?? (await makeOne());
  free.isTaken = true;
  owner.after(() => {
    free.isTaken = false;
  });
  for (const [place, snapshot] of free.snapshots) restoreSnapshot(place, snapshot);
  return free.value;

  async function makeOne(): Promise<Prepared<T>> {
    const value = await make(PROCESS);
    const snapshots = new Map(places(value).map((place) => [place, readSnapshot(place)]));
    const one = { value, snapshots, isTaken: false };
    prepared.set(name, [...made, one]);
    return one;
  }
}
