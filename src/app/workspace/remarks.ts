// What an answer lacks, and why: a root that cannot be opened or read is left out,
// one that is not indexed yet answers in part. The other roots go on, and whoever asked is told.
//
// Attack: a clone whose root is broken, linked or beyond every bound, so that the person's own memories are lost with it.
// Only what is wrong with one root is caught here; trouble with machine state is everybody's.

import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import { codeOf } from "../../store/fs-failure.ts";

export type Remark = {
  readonly kind: "left-out" | "unplaced" | "partial" | "gone" | "hidden";
  readonly scope: Scope;
  /** How the root is called in messages. */
  readonly shown: string;
  readonly code: FailureCode | null;
  /** A sentence in our own words: nothing in it was written by a repository. */
  readonly message: string;
  readonly hint: string;
};

/** The remarks of one workspace, each once. */
export type Remarks = {
  /** Those so far. */
  readonly list: () => readonly Remark[];
  readonly add: (remark: Remark) => void;
};

export type NamedRoot = { readonly scope: Scope; readonly shown: string };

export function collectRemarks(onRemark: (remark: Remark) => void): Remarks {
  const remarks = new Map<string, Remark>();
  return {
    list: () => [...remarks.values()],
    add: (remark) => {
      const key = `${remark.kind} ${remark.scope} ${remark.shown}`;
      if (remarks.has(key)) return;
      remarks.set(key, remark);
      onRemark(remark);
    },
  };
}

/** One line for a person. */
export function renderRemark({ message, hint }: Remark): string {
  return `${message}: ${hint}`;
}

/** What can be wrong with one root alone. */
const ROOT_FAILURES: ReadonlySet<FailureCode> = new Set([
  "PATH_ERROR",
  "NOT_READABLE",
  "UNKNOWN_FORMAT",
  "ROOT_TOO_LARGE",
]);

/** @returns null when the error is not about this root. */
export function toRootFailure(error: unknown, { shown }: NamedRoot): CredenceError | null {
  if (error instanceof CredenceError) return ROOT_FAILURES.has(error.code) ? error : null;
  const isDisk = error instanceof Error && "syscall" in error;
  return isDisk ? new CredenceError("NOT_READABLE", `${shown} cannot be read (${codeOf(error)})`) : null;
}

export function remarkLeftOut({ scope, shown }: NamedRoot, { code, message, hint }: CredenceError): Remark {
  return {
    kind: "left-out",
    scope,
    shown,
    code,
    message: `the memories in ${shown} are left out (${code}): ${message}`,
    hint,
  };
}

/** What this machine recorded about the place of the root is damaged. */
export function remarkUnplaced({ scope, shown }: NamedRoot): Remark {
  return {
    kind: "unplaced",
    scope,
    shown,
    code: "STATE_REFUSED",
    message: `the record of where ${shown} was last used is damaged, so its memories are withheld`,
    hint: "credence init there confirms that it is yours",
  };
}

export type Progress = { readonly unread: number; readonly files: number };

export function remarkPartial({ scope, shown }: NamedRoot, { unread, files }: Progress): Remark {
  return {
    kind: "partial",
    scope,
    shown,
    code: null,
    message: `${unread} of ${files} files in ${shown} ${unread === 1 ? "is" : "are"} not indexed yet, so a memory may be missing from answers`,
    hint: "the next session goes on, credence index --rebuild finishes it",
  };
}
