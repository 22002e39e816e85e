// The streams of a hook process, and its end.

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

/** Exits with success. An exit waits for every thread, so if one may be stuck, the process becomes another program, which
 * ends at once. */
export function leave(): void {
  if (!isStuck()) leaveAtOnce();
  try {
    process.execve?.("/bin/true", ["true"], {});
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}

/** Every hook has the listener of start-bundle.ts, which sets a successful exit code. */
const LISTENERS_MIN = 1;

/** Calls the last step of `exit`. The other steps take as long as a query of the index, and only serve listeners. */
function leaveAtOnce(): void {
  const exitNow: unknown = Reflect.get(process, "reallyExit");
  if (typeof exitNow === "function" && process.listenerCount("exit") <= LISTENERS_MIN)
    exitNow.call(process, 0);
  process.exit(0);
}
