// The last net: any failure of a disk or of the state database that reaches a surface is reported in the words of the error
// table, never with a stack. Any other error is a defect of ours.

import { CredenceError } from "../../memory/errors.ts";
import { codeOf, toWriteFailure } from "../../store/fs-failure.ts";

/** System calls that only read, so their failure says nothing about writing. */
const READS: ReadonlySet<string> = new Set(["open", "read", "scandir", "lstat", "stat", "fstat", "readlink"]);

/** SQLite result codes; the low byte is the kind of failure. */
const [BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB] = [5, 6, 8, 10, 11, 13, 14, 26];
/** There is no room for the shared-memory file of the database. */
const IOERR_SHMSIZE = 4_874;

export function explainFailure(error: unknown): CredenceError {
  if (error instanceof CredenceError) return error;
  const explained = codeOf(error) === "ERR_SQLITE_ERROR" ? explainDatabase(error) : explainDisk(error);
  if (explained !== null) return explained;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new CredenceError("INTERNAL", message);
}

function explainDisk(error: unknown): CredenceError | null {
  if (textIn(error, "syscall") === "uv_cwd") {
    return new CredenceError(
      "PATH_ERROR",
      "the working directory no longer exists",
      "change to an existing directory",
    );
  }
  const path = textIn(error, "path") ?? "a file";
  if (["EMFILE", "ENFILE"].includes(codeOf(error))) {
    return new CredenceError(
      "NOT_READABLE",
      `${path} cannot be opened: too many files are open`,
      "end some programs, or raise the limit (ulimit -n), then try again",
    );
  }
  const isRead = READS.has(textIn(error, "syscall") ?? "");
  if (isRead && ["EACCES", "EPERM", "EIO"].includes(codeOf(error))) {
    return new CredenceError("NOT_READABLE", `${path} cannot be read`);
  }
  const explained = toWriteFailure(error, path);
  return explained instanceof CredenceError ? explained : null;
}

function explainDatabase(error: unknown): CredenceError | null {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  switch (code === IOERR_SHMSIZE ? FULL : code & 0xff) {
    case BUSY:
    case LOCKED:
      return new CredenceError("LOCK_TIMEOUT", "another process is writing to machine state");
    case FULL:
      return new CredenceError("DISK_FULL", "no space left to write machine state");
    case READONLY:
    case IOERR:
    case CANTOPEN:
      return new CredenceError(
        "READ_ONLY",
        "the ledger of a root in machine state cannot be written",
        "make it and its directory writable: ~/.local/state/credence, unless XDG_STATE_HOME, CREDENCE_HOME or --state say otherwise",
      );
    case CORRUPT:
    case NOTADB:
      return new CredenceError(
        "STATE_REFUSED",
        "the ledger of a root in machine state is damaged",
        "credence doctor --repair rebuilds it from the statements that are there and from the journal",
      );
    default:
      return null;
  }
}

function textIn(error: unknown, key: "path" | "syscall"): string | null {
  if (!(error instanceof Error) || !(key in error)) return null;
  const value: unknown = Object.entries(error).find(([name]) => name === key)?.[1];
  return typeof value === "string" ? value : null;
}
