// Where this machine keeps keys, trusted signers and history.
//
// Attack: a cloned repository can set environment variables for the hooks of a client, and so point us at a state of its
// own making, with signers of its choice. A state directory that lies in a work tree, belongs to somebody else or is
// open to others is refused.

import { realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { getuid } from "node:process";
import { CredenceError } from "../memory/errors.ts";
import { ensureDirectory, replaceFile } from "./durable.ts";
import { codeOf, toWriteFailure, writing } from "./fs-failure.ts";
import { findEntry, findRealPlace } from "./paths.ts";

export type StateDirectory = {
  readonly path: string;
  /** A throw-away state for tests, demos and benchmarks: its attestations are trusted by no other. */
  readonly isTest: boolean;
};

const PRIVATE = 0o700;
const TEST_MARK = "test-state.json";

export function openStateDirectory(path: string): StateDirectory {
  const found = checkPlace(path);
  if (!found.isThere) makePrivate(found.real);
  // Once more, now that it exists: somebody else may have made it in between.
  const real = found.isThere ? found.real : refuseUnsafeState(path);
  return { path: real, isTest: findEntry(join(real, TEST_MARK)) !== null };
}

/** Says where the state really is, or would be. Makes nothing: what is refused leaves no trace. */
export function refuseUnsafeState(path: string): string {
  return checkPlace(path).real;
}

function checkPlace(path: string): { readonly real: string; readonly isThere: boolean } {
  const real = findRealPlace(path);
  if (real === null) throw refusal(path, "is not a directory");
  if (isInWorkTree(real)) throw refusal(real, "is inside a work tree");
  const stat = findEntry(real);
  if (stat === null) return { real, isThere: false };
  if (!stat.isDirectory()) throw refusal(real, "is not a directory");
  if (getuid !== undefined && stat.uid !== getuid()) throw refusal(real, "belongs to another user");
  if ((stat.mode & 0o077) !== 0) throw refusal(real, "is open to other users");
  return { real, isThere: true };
}

/** Makes a new state a test state. One that holds keys already stays what it is. */
export function markTestState(path: string): StateDirectory {
  const state = openStateDirectory(path);
  if (state.isTest) return state;
  if (findEntry(join(state.path, "keys")) !== null) {
    throw new CredenceError(
      "STATE_REFUSED",
      "this state is in use, so it cannot become a test state",
      "set CREDENCE_HOME to a new directory",
    );
  }
  writing("machine state", () => replaceFile(join(state.path, TEST_MARK), '{"v":1}\n', 0o600));
  return { ...state, isTest: true };
}

/** A private directory inside the state. */
export function ensurePrivate(path: string): string {
  makePrivate(path);
  return path;
}

function makePrivate(path: string): void {
  try {
    ensureDirectory(path, PRIVATE);
  } catch (error) {
    // A file in the way, at the end of the path or before it.
    if (["EEXIST", "ENOTDIR"].includes(codeOf(error))) throw refusal(path, "is not a directory");
    throw toWriteFailure(error, "machine state");
  }
}

/** Any `.git` counts here, even one that leads to no repository: where keys are kept, doubt refuses. */
function isInWorkTree(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    // People who keep their home directory in git are not attackers: the account names that directory, not the tree.
    if (findEntry(join(at, ".git")) !== null && at !== findAccountHome()) return true;
  }
  return false;
}

function findAccountHome(): string | null {
  try {
    return realpathSync(userInfo().homedir);
  } catch {
    // An account without an entry, or without a directory, has no home to keep in git.
    return null;
  }
}

function refusal(path: string, why: string): CredenceError {
  return new CredenceError("STATE_REFUSED", `the state directory ${path} ${why}`);
}
