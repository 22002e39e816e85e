// The streams of a hook process, and how it ends.

import { userInfo } from "node:os";
import type { HookIo } from "../hooks/run-hook.ts";
import { isStuck, readInTime, writeAll } from "./streams.ts";

export const hookIo: HookIo = {
  args: process.argv.slice(2),
  home: process.env["HOME"] || userInfo().homedir,
  env: process.env,
  cwd: () => process.cwd(),
  now: Date.now,
  // `performance` would have to be loaded first.
  elapsed: () => process.uptime() * 1_000,
  node: process.execPath,
  script: process.argv[1] ?? "",
  ignoresCase: process.platform === "darwin" || process.platform === "win32",
  readInput: readInTime,
  write: (text) => writeAll(1, text),
};

/** With success. Leaving waits for every thread: where one may be stuck, this becomes another program, which ends at once. */
export function leave(): void {
  if (!isStuck()) leaveAtOnce();
  try {
    process.execve?.("/bin/true", ["true"], {});
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}

/** The listener of start-bundle.ts that every hook has: it makes this end a success, which it is. */
const LISTENERS_MIN = 1;

/** What `exit` does last. The rest of it takes as long as a question to the index, and only serves those who listen. */
function leaveAtOnce(): void {
  const exitNow: unknown = Reflect.get(process, "reallyExit");
  if (typeof exitNow === "function" && process.listenerCount("exit") <= LISTENERS_MIN)
    exitNow.call(process, 0);
  process.exit(0);
}
