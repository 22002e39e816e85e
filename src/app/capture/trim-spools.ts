// What was captured goes after its time in every root of this machine, whether or not anything is captured there now. Fails
// open: what cannot be removed is tried again at the next session start.

import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Instant } from "../../memory/instant.ts";
import { placeSpool } from "../../observer/spool/spool-files.ts";
import { AGE_BOUND, trimSpool } from "../../observer/spool/trim.ts";
import { codeOf } from "../../store/fs-failure.ts";

export function trimSpools(state: string, now: Instant): void {
  for (const rootId of listSpools(state)) {
    attempt(() => trimSpool(placeSpool(state, rootId), now, { keep: null, bound: AGE_BOUND }));
  }
}

function listSpools(state: string): string[] {
  const names = attempt(() => readdirSync(dirname(placeSpool(state, "any")), { withFileTypes: true })) ?? [];
  return names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function attempt<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch (error) {
    // Absent as a rule, or a directory that is closed.
    if (codeOf(error) === "") throw error;
    return null;
  }
}
