// Trouble at a chosen system call. Every call of node:fs that changes the disk below one directory is counted, and so is each
// start of the system's own sync for it, or instead of both every call that reads it; at the one that the plan names, the
// process is killed, or the call fails as a full or broken disk makes it fail. The code under test is the real one on the real disk: only the trouble is arranged.

import programs from "node:child_process";
import fs, { constants } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { ALLOCATING, type Call, type FaultPlan, strike, type Watched } from "./trouble.ts";

const OTHERS =
  "ftruncateSync truncateSync fdatasyncSync renameSync unlinkSync rmdirSync rmSync chmodSync fchmodSync utimesSync futimesSync".split(
    " ",
  );

const READS =
  "readFileSync readSync readdirSync opendirSync lstatSync statSync fstatSync realpathSync readlinkSync accessSync existsSync".split(
    " ",
  );

/** A counted call that has succeeded, as the code under test made it. */
export type DoneCall = Call & { readonly args: readonly unknown[]; readonly result: unknown };

type Observer = (done: DoneCall) => void;

let plan: FaultPlan | null = null;
let observe: Observer | null = null;
let calls: Call[] = [];
let isInside = false;
let isInstalled = false;
const opened = new Map<number, string>();

/** The calls since the last plan are forgotten. The observer sees each counted call right after it succeeded. */
export function armFaults(next: FaultPlan, observer: Observer | null = null): void {
  if (!isInstalled) install();
  plan = next;
  observe = observer;
  calls = [];
  opened.clear();
}

/** The calls that were counted. */
export function disarmFaults(): readonly Call[] {
  plan = null;
  observe = null;
  return calls;
}

function install(): void {
  isInstalled = true;
  for (const name of [...ALLOCATING, ...OTHERS, ...READS]) {
    const original: unknown = Reflect.get(fs, name);
    if (typeof original !== "function") throw new TypeError(`node:fs has no ${name}`);
    const watched = (...args: unknown[]): unknown =>
      watch(name, args, (given) => {
        const result: unknown = Reflect.apply(original, fs, given);
        return result;
      });
    // Some have more in them: realpathSync.native.
    Reflect.set(fs, name, Object.assign(name === "existsSync" ? orFalse(watched) : watched, original));
  }
  watchSync();
  syncBuiltinESMExports();
}

/** It says no where it cannot look. */
function orFalse(look: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return (...args) => {
    try {
      return look(...args);
    } catch {
      return false;
    }
  };
}

/** The system's own sync, for the file system of a directory. It does not throw: it says that it failed. */
function watchSync(): void {
  const original = programs.spawnSync;
  Reflect.set(programs, "spawnSync", (program: string, args: readonly string[], options: object) => {
    const start = (): unknown => original(program, args, options);
    if (basename(program) !== "sync") return start();
    try {
      return watch("spawnSync", [args[1], ...args], start);
    } catch {
      return { status: 1 };
    }
  });
}

function watch(
  name: string,
  args: readonly unknown[],
  call: (given: readonly unknown[]) => unknown,
): unknown {
  // Some of these functions call each other.
  if (plan === null || isInside) return call(args);
  isInside = true;
  try {
    const path = pathOf(name, args);
    const watched: Watched = isChange(name, args) ? "changes" : "reads";
    const isCounted =
      path !== null && watched === (plan.watches ?? "changes") && path.startsWith(`${plan.under}/`);
    let given = args;
    if (isCounted) {
      calls.push({ name, path });
      given = strike(plan, { call: { name, path }, number: calls.length, args });
    }
    const result = call(given);
    if (isCounted) observe?.({ name, path, args, result });
    if (name === "openSync" && path !== null) opened.set(Number(result), path);
    return result;
  } finally {
    isInside = false;
  }
}

/** What the call changes: of a copy that is the second path. */
function pathOf(name: string, [first, second]: readonly unknown[]): string | null {
  const target = name === "copyFileSync" ? second : first;
  if (typeof target === "number") return opened.get(target) ?? null;
  return typeof target === "string" ? target : null;
}

/** Opening a file to read it changes nothing, so there is nothing new to find there. */
function isChange(name: string, [, flags]: readonly unknown[]): boolean {
  if (name === "openSync") return typeof flags === "string" ? flags !== "r" : isWriting(flags);
  return !READS.includes(name);
}

function isWriting(flags: unknown): boolean {
  const { O_WRONLY, O_RDWR, O_CREAT } = constants;
  return typeof flags === "number" && (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0;
}
