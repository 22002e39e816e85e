// Under a lock: of two who pause at once neither loses the other's pause.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { acquireLock } from "../../store/lock.ts";
import { PAUSE_FILE, type Pause, readPauses } from "./pause.ts";

/** Gives all that is paused from now on. Of two pauses of the same the one that lasts longer holds. */
export function addPause(state: string, pause: Pause, now: Instant): readonly Pause[] {
  return locked(state, () => {
    const there = readPauses(state, now);
    const same = there.filter(({ session }) => session === pause.session);
    const pauses = [
      ...there.filter((each) => !same.includes(each)),
      same.reduce((longest, each) => (endOf(each) > endOf(longest) ? each : longest), pause),
    ];
    const rows = pauses.map(({ until, session }) => ({
      until: until === null ? null : renderInstant(until),
      session,
    }));
    replaceFile(join(state, PAUSE_FILE), `${JSON.stringify({ v: 2, pauses: rows })}\n`, 0o600);
    return pauses;
  });
}

/** All of them. */
export function endPauses(state: string): void {
  locked(state, () => rmSync(join(state, PAUSE_FILE), { force: true }));
}

function endOf({ until }: Pause): number {
  return until ?? Number.POSITIVE_INFINITY;
}

function locked<Result>(state: string, work: () => Result): Result {
  const lock = acquireLock(state);
  try {
    return writing("machine state", work);
  } finally {
    lock.release();
  }
}
