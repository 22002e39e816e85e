// Where the compiled form of a small process is kept: in machine state, beside the keys.
//
// Attack: whoever can change compiled code runs code in every session. So it lies where keys lie and nowhere else, only in a
// state that passes every check (not in a work tree, ours, 0700), named by what it was compiled from.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { codeOf } from "../../store/fs-failure.ts";
import { refuseUnsafeState } from "../../store/state-directory.ts";
import { locateState, type PlaceHints } from "./locate-state.ts";

/** Null where there is no such state yet, or it is refused. */
export function placeCompiled(hints: PlaceHints, build: string): string | null {
  try {
    return join(refuseUnsafeState(locateState(hints).state), "compiled", `${build}.bin`);
  } catch (error) {
    if (error instanceof CredenceError) return null;
    throw error;
  }
}

/** Null where it is not there yet, or not to be read: then it is compiled. */
export function readCompiled(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return null;
  }
}
