// Git as a store of objects, without a work tree: nothing that it is told to read or write is a file of a root, so attributes,
// filters, links and modes in a tree are bytes and no more.
//
// Attack: a configuration names programs (hooks, filters, a file system monitor, helpers). None is read: not the system's, not the
// person's, and that of the store is written by us. What a store runs without being told, its own hooks, is switched off.

import { spawnSync } from "node:child_process";
import { findGit, gitIsGone } from "./find-git.ts";

export type Plumbing = {
  /** The directory of the store. */
  readonly store: string;
};

export type PlumbingAnswer = { readonly ok: boolean; readonly out: Buffer; readonly isFull: boolean };

export const ZERO_OID = "0".repeat(40);
/** Git knows it without being told. */
export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

const TIMEOUT_MS = 600_000;
const OUT_BYTES_MAX = 1024 * 1024 * 1024;
const PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** No allocation of git's exceeds this: a few bytes can be a delta of gigabytes. */
export const ALLOCATION_MAX = "256m";

/** What a repository would run by itself. */
export const INERT: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.alternateRefsCommand=true",
];

export function plumb(
  { store }: Plumbing,
  args: readonly string[],
  input: string | Uint8Array = "",
): PlumbingAnswer {
  const { status, stdout, stderr, error } = spawnSync(
    findGit(),
    ["--git-dir", store, ...INERT.flatMap((each) => ["-c", each]), ...args],
    {
      cwd: "/",
      input,
      timeout: TIMEOUT_MS,
      maxBuffer: OUT_BYTES_MAX,
      env: {
        PATH,
        LC_ALL: "C",
        GIT_ALLOC_LIMIT: ALLOCATION_MAX,
        GIT_ALLOW_PROTOCOL: "none",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_NO_LAZY_FETCH: "1",
        GIT_NO_REPLACE_OBJECTS: "1",
        GIT_TERMINAL_PROMPT: "0",
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  if (error !== undefined && "code" in error && error.code === "ENOENT") throw gitIsGone();
  const isFull = status !== 0 && saysFull(stderr?.toString("utf8") ?? "");
  return { ok: status === 0, out: stdout ?? Buffer.alloc(0), isFull };
}

/** As the system says it, and as git does of an object that it could write a part of. */
const FULL = /No space left on device|Disk quota exceeded|File too large|Out of diskspace/;

/** Is it this machine's disk that git complains about? It has no exit code for that. What the other end says of its own disk is
 * its own trouble. */
export function saysFull(err: string): boolean {
  return err.split("\n").some((line) => FULL.test(line) && !/\bremote\b/.test(line));
}

export class GitFailure extends Error {
  /** For want of room on this machine's disk. */
  readonly isFull: boolean;

  constructor(message: string, isFull = false) {
    super(message);
    this.isFull = isFull;
  }
}

/** For what cannot fail in a store that is whole. */
export function plumbOrFail(
  place: Plumbing,
  args: readonly string[],
  input: string | Uint8Array = "",
): Buffer {
  const { ok, out, isFull } = plumb(place, args, input);
  if (!ok) throw new GitFailure(`git ${args[0] ?? ""} failed`, isFull);
  return out;
}
