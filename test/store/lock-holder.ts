// Takes the lock of a root, says so, and keeps it until it is killed, showing that it lives if asked to.
// Arguments: the root, and how often to beat in milliseconds (0: never).

import { acquireLock } from "../../src/store/lock.ts";

export type Held = "held\n";

const [root = "", everyMs = "0"] = process.argv.slice(2);
const lock = acquireLock(root);
const said: Held = "held\n";
process.stdout.write(said);
setInterval(() => {
  if (everyMs !== "0") lock.beat();
}, Number(everyMs) || 1_000);
