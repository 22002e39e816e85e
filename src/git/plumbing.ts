// Git as a store of objects, without a work tree: nothing that it is told to read or write is a file of a root, so attributes,
// filters, links and modes in a tree are bytes and no more.
//
// Attack: a configuration names programs (hooks, filters, a file system monitor, helpers). None is read: not the system's, not the
// person's, and that of the store is written by us. What a store runs without being told, its own hooks, is switched off.

import { spawnSync } from "node:child_process";

export type Plumbing = {
  /** The directory of the store. */
  readonly store: string;
};

export type PlumbingAnswer = { readonly ok: boolean; readonly out: Buffer };

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
  const { status, stdout } = spawnSync(
    "git",
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
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  return { ok: status === 0, out: stdout ?? Buffer.alloc(0) };
}

export class GitFailure extends Error {}

/** For what cannot fail in a store that is whole. */
export function plumbOrFail(
  place: Plumbing,
  args: readonly string[],
  input: string | Uint8Array = "",
): Buffer {
  const { ok, out } = plumb(place, args, input);
  if (!ok) throw new GitFailure(`git ${args[0] ?? ""} failed`);
  return out;
}
