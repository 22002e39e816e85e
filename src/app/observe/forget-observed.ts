// With the spool goes what the Observer took from it and has not finished: lines that were set aside, and answers that are not
// memories yet.

import { join } from "node:path";
import { listNames } from "../../observer/spool/spool-files.ts";
import type { ObserverPlace } from "./observer-place.ts";

const OF_SESSION = /^[0-9a-f]{32}\./;

/** Of one session, or of all. */
export function listObservedFiles({ aside, records }: ObserverPlace, key: string | null): string[] {
  const isMeant = (name: string): boolean => OF_SESSION.test(name) && name.startsWith(key ?? "");
  return [aside, records].flatMap((directory) =>
    listNames(directory)
      .filter(isMeant)
      .map((name) => join(directory, name)),
  );
}
