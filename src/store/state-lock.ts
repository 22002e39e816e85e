// One writer of machine state's own files, those that belong to no root.

import { writing } from "./fs-failure.ts";
import { acquireLock } from "./lock.ts";
import { ensurePrivate } from "./state-directory.ts";

/** Of two who change such a file at once, the second reads what the first one wrote. */
export function withStateLock<Result>(state: string, work: () => Result): Result {
  const lock = acquireLock(ensurePrivate(state));
  try {
    return writing("machine state", work);
  } finally {
    lock.release();
  }
}
