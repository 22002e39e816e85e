// Runs the client's processes so that they end with us: on request, at the end of the call, and when we are killed.
//
// A client whose parent is gone continues its request for minutes. So it runs in a process group of its own, next to a
// watcher that waits for the end of a pipe which only we hold open, and then kills the group, including itself. We end the
// group by closing the same pipe, and never signal it by a number that another process may have received meanwhile.

import { type ChildProcess, spawn } from "node:child_process";
import { Writable } from "node:stream";

export type SpawnRequest = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
};
export type SpawnClient = (request: SpawnRequest) => ChildProcess;

export type ClientProcess = {
  readonly spawn: SpawnClient;
  /** Kills the whole group. */
  readonly end: () => void;
  /** The exit code, once the client is gone; null if it was killed or never started. */
  readonly ended: () => Promise<number | null>;
};

const SHELL = "/bin/sh";
const WATCH = '(read -r _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

export function prepareClient(): ClientProcess {
  let started: WatchedProcess | null = null;
  let ended: Promise<number | null> = Promise.resolve(null);
  let isOver = false;
  const end = (): void => {
    isOver = true;
    started?.pipe.destroy();
    // The watcher does this too, unless it was killed.
    started?.child.kill("SIGKILL");
  };
  return {
    spawn: (request) => {
      started = spawnWatched(request);
      const { child } = started;
      ended = new Promise((resolve) => {
        child.once("exit", (code) => resolve(code));
        child.once("error", () => resolve(null));
      });
      child.once("exit", end);
      if (isOver) end();
      return child;
    },
    end,
    ended: () => ended,
  };
}

type WatchedProcess = { readonly child: ChildProcess; readonly pipe: Writable };

function spawnWatched(request: SpawnRequest): WatchedProcess {
  const child = spawn(SHELL, ["-c", WATCH, "credence-observer", request.command, ...request.args], {
    cwd: request.cwd,
    env: { ...request.env },
    // Its error output may quote the session, so it is discarded.
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    detached: true,
  });
  const pipe = child.stdio[3];
  if (!(pipe instanceof Writable)) throw new TypeError("a pipe that was asked for is missing");
  // A broken pipe means that the other end is gone, as intended.
  pipe.on("error", () => pipe.destroy());
  return { child, pipe };
}
