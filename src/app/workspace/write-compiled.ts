// Keeps the compiled form of a small process for the next time. Fails open: without it the next one compiles anew.

import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { removeQuietly, temporaryBeside } from "../../store/durable.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";

/** Of the same process in other versions none is left. A state that is not there is not made for this. */
export function writeCompiled(path: string, bytes: Uint8Array): void {
  if (!existsSync(dirname(dirname(path)))) return;
  const temporary = temporaryBeside(path);
  try {
    const directory = ensurePrivate(dirname(path));
    writeFileSync(temporary, bytes, { mode: 0o600, flush: true, flag: "wx" });
    renameSync(temporary, path);
    for (const name of readdirSync(directory)) {
      const isOfOther = processOf(name) !== "" && processOf(name) !== processOf(path);
      if (name !== basename(path) && !isOfOther) rmSync(join(directory, name));
    }
  } catch (error) {
    if (!(error instanceof CredenceError) && codeOf(error) === "") throw error;
    removeQuietly(temporary);
  }
}

/** What stands before the sixteen digits of the build. */
function processOf(path: string): string {
  return /^(.*?)-?[0-9a-f]{16}-/.exec(basename(path))?.[1] ?? "";
}
