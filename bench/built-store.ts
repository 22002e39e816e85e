// A build and a store with its index, for benches that start processes as clients do; both are gone afterwards.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackage } from "../scripts/build.ts";
import { SPEED_TASKS } from "./speed-task.ts";

export type Places = { readonly dist: string; readonly base: string };

export async function withBuiltStore(
  memories: number,
  work: (places: Places) => void | Promise<void>,
): Promise<void> {
  const dist = mkdtempSync(join(tmpdir(), "credence-dist-"));
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  try {
    await buildPackage(dist);
    await SPEED_TASKS.make({ base, memories });
    await SPEED_TASKS.rebuild({ base, memories });
    await work({ dist, base });
  } finally {
    for (const directory of [dist, base]) rmSync(directory, { recursive: true, force: true });
  }
}
