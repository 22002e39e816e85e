// The locks of this process, by root: whoever changes a root is asked for one, and whoever computes for long under it keeps it alive.

import type { Lock } from "../../../store/lock.ts";

const held = new Map<string, { readonly lock: Lock; at: number }>();

export function holding<Result>(root: string, lock: Lock, work: () => Result): Result {
  held.set(root, { lock, at: performance.now() });
  try {
    return work();
  } finally {
    held.delete(root);
    lock.release();
  }
}

export function findHeld(root: string): Lock | null {
  return held.get(root)?.lock ?? null;
}

/** Far below the time after which a lock without a sign is another's. */
const BEAT_MS = 5_000;

/** Also where nobody holds it. Refuses where it was lost meanwhile. */
export function keepHeld(root: string): void {
  const own = held.get(root);
  if (own === undefined || performance.now() - own.at < BEAT_MS) return;
  own.at = performance.now();
  own.lock.beat();
}
