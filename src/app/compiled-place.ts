// Where the compiled form of the recall process is kept: in machine state, beside the keys.
//
// Attack: whoever can change compiled code runs code in every session. So it lies where keys lie and nowhere else, only in a
// state that passes every check (not in a work tree, ours, 0700), named by what it was compiled from.

import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { refuseUnsafeState } from "../store/state-directory.ts";
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
