// Keeps the compiled form of the recall process for the next prompt. Fails open: without it the next one compiles anew.

import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { removeQuietly, temporaryBeside } from "../store/durable.ts";
import { codeOf } from "../store/fs-failure.ts";
import { ensurePrivate } from "../store/state-directory.ts";

/** Of the forms of other versions none is left. */
export function writeCompiled(path: string, bytes: Uint8Array): void {
  const temporary = temporaryBeside(path);
  try {
    const directory = ensurePrivate(dirname(path));
    writeFileSync(temporary, bytes, { mode: 0o600, flush: true, flag: "wx" });
    renameSync(temporary, path);
    for (const name of readdirSync(directory)) if (name !== basename(path)) rmSync(join(directory, name));
  } catch (error) {
    if (!(error instanceof CredenceError) && codeOf(error) === "") throw error;
    removeQuietly(temporary);
  }
}
