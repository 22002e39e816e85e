// One of many processes that want the same locks. It goes through the roots one after the other; inside each lock it makes
// a file that must not be there yet, which is the witness that nobody else is inside. It also counts the tokens of others
// that it removed: each of these is a lock broken.
// Arguments: the file that says "go", then the roots. Prints a JSON line {taken, overlaps, refused, broken}.

import fs, { closeSync, existsSync, openSync, unlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { CredenceError } from "../../src/memory/errors.ts";
import { acquireLock } from "../../src/store/lock.ts";

const [go = "", ...roots] = process.argv.slice(2);
export type Counts = {
  readonly taken: number;
  /** Two holders at once. */
  readonly overlaps: number;
  readonly refused: number;
  readonly broken: number;
};

const counts = { taken: 0, overlaps: 0, refused: 0, broken: 0 };

const unlink = fs.unlinkSync;
fs.unlinkSync = (path) => {
  unlink(path);
  if (String(path).includes("/elsewhere-")) counts.broken += 1;
};
syncBuiltinESMExports();

function enter(root: string): void {
  const witness = join(root, "witness");
  try {
    closeSync(openSync(witness, "wx"));
  } catch {
    // Somebody is inside, or died inside: the parent of this process expects neither.
    counts.overlaps += 1;
    return;
  }
  unlinkSync(witness);
}

function contend(root: string): void {
  try {
    const lock = acquireLock(root);
    counts.taken += 1;
    enter(root);
    lock.release();
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code !== "LOCK_TIMEOUT") throw error;
    counts.refused += 1;
  }
}

while (!existsSync(go)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
for (const root of roots) contend(root);
const answer: Counts = counts;
process.stdout.write(`${JSON.stringify(answer)}\n`);
