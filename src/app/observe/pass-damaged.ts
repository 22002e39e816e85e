// Damaged lines at the end of a file are read by nobody, and would wait for ever. Once a session was read to its end they count
// as read, too. Only the place moves and not the line that was read last: one that turns out to be whole is still found.

import { type Cursors, readPending } from "../../observer/spool/pending.ts";
import { listSpool } from "../../observer/spool/spool-files.ts";
import { listWaiting } from "./due.ts";
import type { ObserverPlace } from "./observer-place.ts";
import { readProgress, writeProgress } from "./progress.ts";

export function passDamaged(place: ObserverPlace): void {
  const keys = new Set(listWaiting(place).map(({ key }) => key));
  const all = listSpool(place.spool);
  for (const key of keys) {
    const files = all.filter((file) => file.key === key);
    const progress = readProgress(place, key);
    const { lines, seen } = readPending(files, progress.files, 1);
    // Left for later, or captured just now.
    if (lines.length > 0) continue;
    const moved: Cursors = Object.fromEntries(
      Object.entries(seen).map(([number, end]) => [number, { id: progress.files[number]?.id ?? "", end }]),
    );
    writeProgress(place, key, { ...progress, files: moved });
  }
}
