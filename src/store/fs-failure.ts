// What the file system says, in the words of the error table.

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { CredenceError } from "../memory/errors.ts";

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Does it if the disk lets us; what it refuses is left undone, and `otherwise` is the answer. An error of any other kind is a
 * fault of ours, and goes on. */
export function ifPossible(work: () => void): void;
export function ifPossible<Result, Other>(work: () => Result, otherwise: Other): Result | Other;
export function ifPossible<Result, Other>(work: () => Result, otherwise?: Other): Result | Other | undefined {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return otherwise;
  }
}

/** Only what is absent is passed over: what cannot be read is an error like any other. */
export function ifThere<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return otherwise;
    throw error;
  }
}

/** Is anything there, if only a link? Unlike `existsSync` this throws where it cannot tell. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Of a directory that may not be there, or not be ours to read. */
export function namesIn(directory: string): string[] {
  return ifPossible(() => readdirSync(directory), []);
}

/** Does it, and says what cannot be read. */
export function reading<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new CredenceError("NOT_READABLE", `${what} cannot be read (${codeOf(error) || "unknown"})`);
  }
}

/** By name. */
export function readSorted(path: string, shown: string): Dirent[] {
  const entries = reading(shown, () => readdirSync(path, { withFileTypes: true }));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Does it, and says what could not be written if the disk refuses. */
export function writing<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toWriteFailure(error, what);
  }
}

/** A known trouble becomes a refusal with a fix; anything else stays what it is. */
export function toWriteFailure(error: unknown, what: string): unknown {
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new CredenceError("DISK_FULL", `no space left to write ${what}`);
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new CredenceError("READ_ONLY", `${what} cannot be written`);
    case "EIO":
    case "ENXIO":
    case "ENODEV":
    case "ESTALE":
      return new CredenceError(
        "READ_ONLY",
        `${what} cannot be written: the disk reports ${codeOf(error)}`,
        "check the disk, then try again",
      );
    case "EEXIST":
    case "ENOTDIR":
    case "ELOOP":
    case "EISDIR":
      return new CredenceError("PATH_ERROR", `${what} is not a regular file in a regular directory`);
    default:
      return error;
  }
}
