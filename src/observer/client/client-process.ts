// The client's processes, which end with us: when we say so, when the call is over, and when we are killed.
//
// A client whose parent is gone goes on with its request for minutes. So it runs in a process group of its own beside a
// watcher that waits for the end of a pipe which only we hold open, and then kills the group, itself included. Closing
// that pipe is also how we end it: no group is ever signalled by a number that may have become somebody else's.

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
  /** The exit code, once it is gone; null for one that was killed or never started. */
  readonly ended: () => Promise<number | null>;
};

const SHELL = "/bin/sh";
const WATCH = '(read -r _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

export function prepareClient(): ClientProcess {
  let started: Watched | null = null;
  let ended: Promise<number | null> = Promise.resolve(null);
  let isOver = false;
  const end = (): void => {
    isOver = true;
    started?.pipe.destroy();
    // The watcher does this too, unless something ended it.
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

type Watched = { readonly child: ChildProcess; readonly pipe: Writable };

function spawnWatched(request: SpawnRequest): Watched {
  const child = spawn(SHELL, ["-c", WATCH, "credence-observer", request.command, ...request.args], {
    cwd: request.cwd,
    env: { ...request.env },
    // What it complains about may quote the session, so nobody reads it.
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    detached: true,
  });
  const pipe = child.stdio[3];
  if (!(pipe instanceof Writable)) throw new TypeError("a pipe that was asked for is missing");
  // A pipe that breaks says that the other end is gone, which is what we want of it.
  pipe.on("error", () => pipe.destroy());
  return { child, pipe };
}
