// Where the compiled form of a small process is kept: in machine state, beside the keys.
//
// Attack: whoever can change compiled code runs code in every session. So it is kept only where the keys are, in a
// state directory that passes every check (not in a work tree, ours, 0700), and is named by what it was compiled from.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { removeQuietly, temporaryBeside } from "../../store/durable.ts";
import { codeOf, ifPossible } from "../../store/fs-failure.ts";
import { ensurePrivate, refuseUnsafeState } from "../../store/state-directory.ts";
import { locateState, type PlaceHints } from "./locate-state.ts";

/** @returns null when there is no such state yet, or it is refused. */
export function placeCompiled(hints: PlaceHints, build: string): string | null {
  try {
    return join(refuseUnsafeState(locateState(hints).state), "compiled", `${build}.bin`);
  } catch (error) {
    if (error instanceof CredenceError) return null;
    throw error;
  }
}

export type Compiled = {
  readonly bytes: Uint8Array;
  /** Made by a process that had something to say: one that had not never came to half of the program. */
  readonly isWhole: boolean;
};

/** @returns null when the file does not exist yet or cannot be read; the program is then compiled. */
export function readCompiled(path: string): Compiled | null {
  return ifPossible(() => {
    const kept = readFileSync(path);
    return { bytes: kept.subarray(0, -1), isWhole: kept.at(-1) === 1 };
  }, null);
}

// Keeps the compiled form of a small process for the next time. Fails open: without it the next one compiles again.

/** Of the same process in other versions none is left. A state that is not there is not made for this. */
export function writeCompiled(path: string, { bytes, isWhole }: Compiled): void {
  if (!existsSync(dirname(dirname(path)))) return;
  const temporary = temporaryBeside(path);
  try {
    const directory = ensurePrivate(dirname(path));
    writeFileSync(temporary, Buffer.concat([bytes, Uint8Array.of(Number(isWhole))]), {
      mode: 0o600,
      flush: true,
      flag: "wx",
    });
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

/** What precedes the sixteen digits of the build. */
function processOf(path: string): string {
  return /^(.*?)-?[0-9a-f]{16}-/.exec(basename(path))?.[1] ?? "";
}
