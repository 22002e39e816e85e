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
  const settling = createSettling(tell);
  const watchers = new Map<string, FSWatcher>();
  const marks = new Map(places.map(({ path }) => [path, markOf(path)]));
  const look = (): void => {
    for (const { path, kind } of places) {
      if (!watchers.has(path)) listen(watchers, path, () => settling.note(kind));
      const mark = markOf(path);
      if (mark !== marks.get(path)) settling.note(kind);
      marks.set(path, mark);
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    settling.end();
    for (const watcher of watchers.values()) watcher.close();
  };
}

type Settling<Kind> = { readonly note: (kind: Kind) => void; readonly end: () => void };

/** What comes in a burst is told once. */
function createSettling<Kind>(tell: (kinds: ReadonlySet<Kind>) => void): Settling<Kind> {
  let changed = new Set<Kind>();
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    const kinds = changed;
    [changed, timer] = [new Set(), undefined];
    tell(kinds);
  };
  return {
    note: (kind) => {
      changed.add(kind);
      timer ??= setTimeout(settle, SETTLE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

function listen(watchers: Map<string, FSWatcher>, path: string, note: () => void): void {
  try {
    const watcher = watch(path, { persistent: false }, note);
    watchers.set(path, watcher);
    watcher.on("error", () => watchers.delete(path) && watcher.close());
  } catch {
    // Not there yet, or the system watches no more: the look finds what there is to find, and tries again.
    watchers.delete(path);
  }
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
