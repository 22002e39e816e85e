// A tool wrote a file: if it is a memory, it is looked at with the validators at once, and quarantined if it hard-fails.
// Loaded only then: the validators are the largest part of the program. A client waits for its hook, so the hook does not wait for
// the lock: a text that hard-fails is shown to no model meanwhile, and the next audit quarantines it.

import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { ifPossible } from "../../store/fs-failure.ts";
import { loadMemory } from "../memories/load-memory.ts";
import { openWorkspace, type WorkspaceHints } from "../workspace/workspace.ts";
import { type Revalidation, revalidateMemory } from "./demote-memory.ts";

/** @returns null when the file is not a memory, or another process writes to its root. */
export async function recheckFile(hints: WorkspaceHints, path: string): Promise<Revalidation | null> {
  const real = ifPossible(() => realpathSync(resolve(hints.cwd, path)), null);
  // A patch can name many files: nothing is opened for one outside a directory of memories.
  if (real === null || !real.endsWith(".md") || basename(dirname(real)) !== "memories") return null;
  const workspace = openWorkspace(hints);
  try {
    const root = workspace.roots.find((each) => dirname(real) === join(each.path, "memories"));
    if (root === undefined) return null;
    const target = loadMemory(workspace, root, basename(real, ".md"));
    return target === null ? null : await revalidateMemory(workspace, target, { waitMs: 0 });
  } catch (error) {
    if (error instanceof CredenceError && error.code === "LOCK_TIMEOUT") return null;
    throw error;
  } finally {
    workspace.close();
  }
}
