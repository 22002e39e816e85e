// What can happen to a system call, or to the process in the middle of it.

import { spawn } from "node:child_process";
import { writeSync } from "node:fs";

export type FaultPlan = {
  /** Calls elsewhere are none of its business. */
  readonly under: string;
  /** Which calls are counted: those that change the disk, unless told. */
  readonly watches?: Watched;
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
    /** The system takes half of what it is given to write, and says so. */
    | { readonly kind: "short" }
    /** The call fails, and with `lasting` every later one that needs the same. */
    | { readonly kind: "fail"; readonly code: string; readonly lasting: boolean };
};

export type Watched = "changes" | "reads";

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

/** Does to the call what the plan says. @returns what the call is made with. */
export function strike({ at, trouble }: FaultPlan, { call, number, args }: CallUnderWay): readonly unknown[] {
  const isNow = number === at;
  switch (trouble.kind) {
    case "none":
      break;
    case "kill":
      if (isNow) die();
      break;
    case "tear":
      if (isNow) tear(call, args);
      break;
    case "kill-later":
      if (isNow) dieLater(trouble.delayMs);
      break;
    case "short":
      return isNow && call.name === "writeSync" ? halve(args) : args;
    case "fail":
      if (isNow || (trouble.lasting && number > at && needsIt(trouble.code, call))) {
        throw failureOf(trouble.code, call);
      }
  }
  return args;
}

/** Half of the bytes, or of the text; of one byte that byte. */
function halve([target, what, ...place]: readonly unknown[]): readonly unknown[] {
  if (typeof what === "string") return [target, what.slice(0, Math.ceil(what.length / 2)), ...place];
  if (!(what instanceof Uint8Array)) throw new TypeError("a write is of text or bytes");
  const [offset, length, position] = place;
  const from = Number(offset ?? 0);
  const whole = Number(length ?? what.length - from);
  return [target, what, from, Math.ceil(whole / 2), position];
}

function needsIt(code: string, { name }: Call): boolean {
  return !FULL.has(code) || ALLOCATING.has(name);
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function tear({ name }: Call, args: readonly unknown[]): void {
  if (name === "writeSync") Reflect.apply(writeSync, undefined, halve(args));
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

/** Where the name of the function is not that of the system call. */
const SYSTEM_CALLS: Readonly<Record<string, string>> = {
  readFileSync: "open",
  writeFileSync: "open",
  appendFileSync: "open",
  readdirSync: "scandir",
  realpathSync: "lstat",
  accessSync: "access",
  copyFileSync: "copyfile",
};

function failureOf(code: string, { name, path }: Call): Error {
  const syscall = SYSTEM_CALLS[name] ?? name.replace(/Sync$/, "");
  return Object.assign(new Error(`${code}: arranged, ${syscall} '${path}'`), { code, syscall, path });
}
