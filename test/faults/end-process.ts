// A command that runs inside the test's own process cannot die. After it failed, what it left behind is made to look as if
// the process had ended.

import { spawnSync } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { readSnapshot } from "./snapshot.ts";

/** The number of a process that is gone. */
export const GONE = spawnSync(process.execPath, ["-e", ""]).pid;

/** What bears the number of this process gets that of one which is gone. */
export function endProcess(base: string): void {
  const mine = new RegExp(`\\.${process.pid}(?=[.-][^/]+$)`);
  const bearing = readSnapshot(base, (name) => name.includes(`.${process.pid}`));
  // A directory comes before what is in it, so it is renamed last.
  for (const name of [...bearing.keys()].reverse()) {
    const path = join(base, name.replace(/\/$/, ""));
    if (mine.test(path)) renameSync(path, path.replace(mine, `.${GONE}`));
  }
}
