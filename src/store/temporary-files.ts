// What a killed process left: files that exist only until they are renamed.

import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isGone } from "./durable.ts";
import { codeOf } from "./fs-failure.ts";
import { isDead } from "./lock.ts";

const BESIDE = /\.(\d{1,10})-[a-z0-9]+\.tmp$/;
const CLAIM = /^\.index\.lockdir\.(.+)\.tmp$/;
const STAGED = /^\..+\.tmp$/;

/** Where the new text of a change waits for its intent; `op` names the operation. */
export function stagedName(name: string, op: string): string {
  return `.${name}.${op}.tmp`;
}

/** What processes that are gone left in a directory. */
export function findAbandoned(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => {
      const claim = CLAIM.exec(name)?.[1];
      if (claim !== undefined) return isDead(claim);
      const maker = BESIDE.exec(name)?.[1];
      return maker !== undefined && isGone(Number(maker));
    })
    .map((name) => join(directory, name));
}

/** What processes that are gone left of one file, in a directory that may be somebody else's. */
export function findAbandonedOf(path: string): string[] {
  return findAbandoned(dirname(path)).filter((each) => each.startsWith(`${path}.`));
}

/** What anybody left of one file, dead or not: for the holder of the lock under which alone it is written. */
export function findLeftOf(path: string): string[] {
  const names = namesIn(dirname(path)).filter((name) => BESIDE.test(name));
  return names.map((name) => join(dirname(path), name)).filter((each) => each.startsWith(`${path}.`));
}

/** What is staged in a directory. Only the holder of the root's lock can tell whether anybody still wants it. */
export function findStaged(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => STAGED.test(name))
    .map((name) => join(directory, name));
}

/** Of what is closed to us nobody can say what was left in it. */
function namesIn(directory: string): string[] {
  try {
    if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "EACCES") return [];
    throw error;
  }
}
