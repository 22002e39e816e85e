// What can happen to a system call, or to the process in the middle of it.

import { spawn } from "node:child_process";
import { writeSync } from "node:fs";

export type FaultPlan = {
  /** Calls elsewhere are none of its business. */
  readonly under: string;
  /** The number of the call, from 1. */
  readonly at: number;
  readonly trouble:
    | { readonly kind: "none" }
    /** SIGKILL just before the call. */
    | { readonly kind: "kill" }
    /** SIGKILL in the middle of the call: half of what it was to write is written. */
    | { readonly kind: "tear" }
    /** SIGKILL from outside, so long after the call began. */
    | { readonly kind: "kill-later"; readonly delayMs: number }
    /** The call fails, and with `lasting` every later one that needs the same. */
    | { readonly kind: "fail"; readonly code: string; readonly lasting: boolean };
};

export type Call = { readonly name: string; readonly path: string };

/** Calls that need new space; a full disk still renames and removes. */
export const ALLOCATING: ReadonlySet<string> = new Set([
  "openSync",
  "writeSync",
  "fsyncSync",
  "mkdirSync",
  "linkSync",
  "writeFileSync",
  "appendFileSync",
  "copyFileSync",
]);
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

export type CallUnderWay = {
  readonly call: Call;
  readonly number: number;
  readonly args: readonly unknown[];
};

/** Does to the call what the plan says. */
export function strike({ at, trouble }: FaultPlan, { call, number, args }: CallUnderWay): void {
  const isNow = number === at;
  switch (trouble.kind) {
    case "none":
      return;
    case "kill":
      if (isNow) die();
      return;
    case "tear":
      if (isNow) tear(call, args);
      return;
    case "kill-later":
      if (isNow) dieLater(trouble.delayMs);
      return;
    case "fail":
      if (isNow || (trouble.lasting && number > at && needsIt(trouble.code, call))) {
        throw failureOf(trouble.code, call);
      }
  }
}

function needsIt(code: string, { name }: Call): boolean {
  return !FULL.has(code) || ALLOCATING.has(name);
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function tear({ name }: Call, [target, bytes]: readonly unknown[]): void {
  if (name === "writeSync" && typeof target === "number" && bytes instanceof Uint8Array) {
    writeSync(target, bytes.subarray(0, bytes.length / 2));
  }
  die();
}

/** The killer looks whether it still has the parent that it was started by, so that it never meets another process. */
function dieLater(delayMs: number): void {
  const script = [
    `sleep ${(delayMs / 1_000).toFixed(4)}`,
    `if [ -r /proc/$$/stat ]; then read -r a b c parent rest < /proc/$$/stat`,
    `[ "$parent" = ${process.pid} ] || exit 0; fi`,
    `kill -9 ${process.pid}`,
  ].join("; ");
  spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached: true }).unref();
}

function failureOf(code: string, { name, path }: Call): Error {
  const syscall = name.replace(/Sync$/, "");
  return Object.assign(new Error(`${code}: arranged, ${syscall} '${path}'`), { code, syscall, path });
}
