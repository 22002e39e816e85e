// The locks of this process, by root: an operation that changes a root is asked for one.

import type { Lock } from "../../../store/lock.ts";

const locks = new Map<string, Lock>();

export function holding<Result>(root: string, lock: Lock, work: () => Result): Result {
  locks.set(root, lock);
  try {
    return work();
  } finally {
    locks.delete(root);
    lock.release();
  }
}

export function findHeld(root: string): Lock | null {
  return locks.get(root) ?? null;
}
