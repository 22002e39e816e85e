// Where this machine keeps keys, trusted signers and history.
//
// Attack: a cloned repository can set environment variables for the hooks of a client, and so point us at a state of its
// own making, with signers of its choice. A state directory that lies in a work tree, belongs to somebody else or is
// open to others is refused. A clone can also bring a whole state with it, or claim to be somebody's home.

import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, sep } from "node:path";
import { getuid } from "node:process";
import { CredenceError } from "../memory/errors.ts";
import { FORMAT } from "../memory/formats.ts";
import { isRecord, parseJson } from "../memory/json.ts";
import { ensureDirectory, replaceFile } from "./durable.ts";
import { codeOf, ifPossible, ifThere, toWriteFailure, writing } from "./fs-failure.ts";
import { findEntry, findRealPlace, nameIn, resolveLinks } from "./paths.ts";
import { isUntracked } from "./work-tree.ts";

export type StateDirectory = {
  readonly path: string;
  /** A throw-away state for tests, demos and benchmarks: its attestations are trusted by no other. */
  readonly isTest: boolean;
};

const PRIVATE = 0o700;
/** SQLite opens no path of more than 512 bytes, and its journal's name is longer than its own. */
const PATH_BYTES_MAX = 480;
const MARK = "state.json";
const UNREADABLE = "unreadable";
const TEST_MARK = "test-state.json";

/** `given` stands for the account's home. */
export function openStateDirectory(path: string, given?: string): StateDirectory {
  const home = given === undefined ? findAccountHome : () => given;
  const found = checkPlace(path, home);
  if (!found.isThere) makePrivate(found.real);
  // Once more, now that it exists: somebody else may have made it in between.
  const real = found.isThere ? found.real : checkPlace(path, home).real;
  if (!isMarked(real))
    writing("machine state", () =>
      replaceFile(join(real, MARK), `${JSON.stringify({ format: FORMAT })}\n`, 0o600),
    );
  return { path: real, isTest: findEntry(join(real, TEST_MARK)) !== null };
}

/** The same without making it: what is not there is empty. */
export function findStateDirectory(path: string): StateDirectory {
  const { real } = checkPlace(path, findAccountHome);
  isMarked(real);
  return { path: real, isTest: findEntry(join(real, TEST_MARK)) !== null };
}

/** A directory that holds keys and no mark, or another mark, is the state of a program that this one does not know: it is refused. */
function isMarked(state: string): boolean {
  const path = join(state, MARK);
  // What cannot be read is said by the reader of what is in it.
  const text = ifPossible(() => ifThere(() => readFileSync(path, "utf8"), null), UNREADABLE);
  if (text === UNREADABLE) return true;
  if (text === null && findEntry(join(state, "keys")) === null) return false;
  const value = parseJson(text ?? "");
  if (isRecord(value) && value["format"] === FORMAT) return true;
  throw new CredenceError(
    "UNKNOWN_FORMAT",
    `machine state in ${state} has a form that this credence does not know`,
  );
}

/** Says where the state really is, or would be. Makes nothing: what is refused leaves no trace. */
export function refuseUnsafeState(path: string): string {
  return checkPlace(path, findAccountHome).real;
}

/** Asked where a work tree was found: to know it takes longer than all the other checks. */
type Home = () => string | null;

function checkPlace(path: string, home: Home): { readonly real: string; readonly isThere: boolean } {
  const real = findRealPlace(path);
  if (real === null) throw refusal(path, "is not a directory");
  if (Buffer.byteLength(real) > PATH_BYTES_MAX) throw tooLong(real);
  if (isInWorkTree(real, home)) throw inWorkTree(real, home());
  const stat = findEntry(real);
  if (stat === null) return { real, isThere: false };
  if (!stat.isDirectory()) throw refusal(real, "is not a directory");
  if (!isOwnUser(stat.uid)) throw refusal(real, "belongs to another user");
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

export function isOwnUser(owner: number | null): boolean {
  return getuid === undefined || owner === getuid();
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

/**
 * Any `.git` counts here, even one that leads to no repository: where keys are kept, doubt refuses. People who keep their home
 * directory in git are not attackers: below a work tree that begins at home or above it, the two usual places are allowed while
 * git tracks nothing in them. The account says where home is. A variable does not, and neither a variable nor an argument makes
 * another place usual: a repository can set both.
 */
function isInWorkTree(path: string, home: Home): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (findEntry(nameIn(at, ".git")) !== null && !(isUsual(path, at, home()) && isUntracked(at, path)))
      return true;
    if (at === dirname(at)) return false;
  }
}

const USUAL_PLACES = [".local/state/credence", ".cache/credence"];

function isUsual(path: string, top: string, home: string | null): boolean {
  if (home === null || !USUAL_PLACES.some((place) => join(home, place) === path)) return false;
  return top === dirname(top) || home === top || home.startsWith(`${top}${sep}`);
}

/** Null for an account without an entry, or without a directory: it has no home to keep in git. */
function findAccountHome(): string | null {
  try {
    return resolveLinks(userInfo().homedir);
  } catch {
    return null;
  }
}

function refusal(path: string, why: string, hint?: string): CredenceError {
  return new CredenceError("STATE_REFUSED", `the state directory ${path} ${why}`, hint);
}

/** Whoever keeps their home in git is told what is possible there. */
function inWorkTree(path: string, home: string | null): CredenceError {
  const isAtHome =
    home !== null && path.startsWith(`${home}${sep}`) && findEntry(join(home, ".git")) !== null;
  if (!isAtHome) return refusal(path, "is inside a work tree");
  const hint = "in a home under git only ~/.local/state/credence can be used, while git tracks nothing in it";
  return refusal(path, "is inside a work tree", hint);
}

function tooLong(path: string): CredenceError {
  const why = `has a path of ${Buffer.byteLength(path)} bytes, more than ${PATH_BYTES_MAX}`;
  return refusal(`${path.slice(0, 60)}…`, why, "keep machine state under a shorter path: set CREDENCE_HOME");
}
