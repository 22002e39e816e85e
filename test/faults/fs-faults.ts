// Trouble at a chosen system call. Every call of node:fs that changes the disk below one directory is counted; at the one
// that the plan names, the process is killed, or the call fails as a full or broken disk makes it fail. The code under
// test is the real one on the real disk: only the trouble is arranged.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { ALLOCATING, type Call, type FaultPlan, strike } from "./trouble.ts";

const OTHERS = [
  "ftruncateSync",
  "renameSync",
  "unlinkSync",
  "rmdirSync",
  "rmSync",
  "chmodSync",
  "utimesSync",
];

let plan: FaultPlan | null = null;
let calls: Call[] = [];
let isInside = false;
let isInstalled = false;
const opened = new Map<number, string>();

/** The calls since the last plan are forgotten. */
export function armFaults(next: FaultPlan): void {
  if (!isInstalled) install();
  plan = next;
  calls = [];
  opened.clear();
}

/** The calls that were counted. */
export function disarmFaults(): readonly Call[] {
  plan = null;
  return calls;
}

function install(): void {
  isInstalled = true;
  for (const name of [...ALLOCATING, ...OTHERS]) {
    const original: unknown = Reflect.get(fs, name);
    if (typeof original !== "function") throw new TypeError(`node:fs has no ${name}`);
    Reflect.set(fs, name, (...args: unknown[]) =>
      watch(name, args, () => {
        const result: unknown = Reflect.apply(original, fs, args);
        return result;
      }),
    );
  }
  syncBuiltinESMExports();
}

function watch(name: string, args: readonly unknown[], call: () => unknown): unknown {
  // Some of these functions call each other.
  if (plan === null || isInside) return call();
  isInside = true;
  try {
    const path = pathOf(args);
    if (path !== null && isChange(name, args) && path.startsWith(`${plan.under}/`)) {
      calls.push({ name, path });
      strike(plan, { call: { name, path }, number: calls.length, args });
    }
    const result = call();
    if (name === "openSync" && path !== null) opened.set(Number(result), path);
    return result;
  } finally {
    isInside = false;
  }
}

function pathOf([target]: readonly unknown[]): string | null {
  if (typeof target === "number") return opened.get(target) ?? null;
  return typeof target === "string" ? target : null;
}

/** Opening a file to read it changes nothing, so there is nothing new to find there. */
function isChange(name: string, [, flags]: readonly unknown[]): boolean {
  return name !== "openSync" || (typeof flags === "string" && flags !== "r");
}
