// Says when something in a place has changed. The system tells at once where it can; where it cannot, a look every two seconds
// at the times of the directories and files finds it. Nothing is read.

import { type FSWatcher, statSync, watch } from "node:fs";

const LOOK_MS = 2_000;
const SETTLE_MS = 150;

export type Watched<Kind extends string> = { readonly path: string; readonly kind: Kind };

/** @returns what ends it. `tell` gets each kind at most once, when it has settled. */
export function watchPlaces<Kind extends string>(
  places: readonly Watched<Kind>[],
  tell: (kinds: ReadonlySet<Kind>) => void,
): () => void {
  const changed = new Set<Kind>();
  const watchers = new Map<string, FSWatcher>();
  const marks = new Map(places.map(({ path }) => [path, markOf(path)]));
  let settling: NodeJS.Timeout | null = null;
  const note = (kind: Kind): void => {
    changed.add(kind);
    settling ??= setTimeout(() => {
      settling = null;
      const kinds = new Set(changed);
      changed.clear();
      tell(kinds);
    }, SETTLE_MS);
  };
  const look = (): void => {
    for (const { path, kind } of places) {
      if (!watchers.has(path)) listen(path, kind);
      const mark = markOf(path);
      if (mark !== marks.get(path)) note(kind);
      marks.set(path, mark);
    }
  };
  const listen = (path: string, kind: Kind): void => {
    try {
      const watcher = watch(path, { persistent: false }, () => note(kind));
      watchers.set(path, watcher);
      // It is gone, or too many are watched: the look finds what there is to find.
      watcher.on("error", () => watchers.delete(path) && watcher.close());
    } catch {
      // Not there yet, or the system watches no more: the same.
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (settling !== null) clearTimeout(settling);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Another one where anything was added, removed or written; empty where it is not there. */
function markOf(path: string): string {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    // Not there, or not ours to look at: either way there is nothing to tell until that changes.
    return "";
  }
}
