// A fresh directory for one test, gone after it.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A test's context, or the `after` of node:test for a directory that lives as long as the test file. */
export type Owner = { after(cleanUp: () => void): void };

export function freshDir(owner: Owner): string {
  // Resolved, because the temp directory of macOS is a symlink and the code under test resolves every path.
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "credence-test-")));
  // A look aside that a hook started may still be writing there.
  owner.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return dir;
}
