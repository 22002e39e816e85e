// Runs git with arguments only, never a shell.
//
// Attack: a repository's own configuration can name programs that git runs (fsmonitor, hooks, transports that fetch what
// is missing, filters that clean what was just written), and the environment can point git elsewhere. All of it is
// switched off for every call.

import { spawnSync } from "node:child_process";
import { SYSTEM_PATH } from "../memory/limits.ts";
import { findGit } from "./find-git.ts";

const SAFE = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "protocol.ext.allow=never",
  "-c",
  "core.quotePath=false",
] as const;

const TIMEOUT_MS = 10_000;
/** More than any answer that we ask for; a longer one is none. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

export type GitAnswer = { readonly ok: boolean; readonly out: string };

export function runGit(cwd: string, args: readonly string[], input = ""): GitAnswer {
  return spawnGit(cwd, [...SAFE, ...args], { input });
}

/** For answers that need not be text: a character for each byte. */
export function runGitForBytes(cwd: string, args: readonly string[], input: string): GitAnswer {
  return spawnGit(cwd, [...SAFE, ...args], { input, encoding: "latin1" });
}

/** For what writes the index: git then looks again at files that are younger than it, and filters what it reads. */
export function runGitUnfiltered(cwd: string, args: readonly string[], input: string): GitAnswer {
  const off: string[] = [];
  const { out } = runGit(cwd, ["config", "--null", "--name-only", "--get-regexp", "^filter\\."]);
  for (const key of out.split("\0").filter((each) => each !== "")) {
    const driver = key.slice(0, key.lastIndexOf("."));
    // Such a name cannot be given on a command line, so its filter cannot be switched off.
    if (driver.includes("=")) return { ok: false, out: "" };
    off.push("-c", `${driver}.process=`, "-c", `${driver}.clean=`, "-c", `${driver}.required=false`);
  }
  return spawnGit(cwd, [...SAFE, ...off, ...args], { input });
}

type Spawning = {
  readonly input: string;
  readonly encoding?: "utf8" | "latin1";
};

function spawnGit(cwd: string, args: readonly string[], spawning: Spawning): GitAnswer {
  const { input, encoding = "utf8" } = spawning;
  const { status, stdout } = spawnSync(findGit(), args, {
    cwd,
    input,
    encoding,
    timeout: TIMEOUT_MS,
    maxBuffer: ANSWER_BYTES_MAX,
    env: {
      PATH: SYSTEM_PATH,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0",
      // No transport at all: nothing that we ask for may need one.
      GIT_ALLOW_PROTOCOL: "none",
      GIT_NO_LAZY_FETCH: "1",
      // A commit is what its id says.
      GIT_NO_REPLACE_OBJECTS: "1",
      GIT_CONFIG_NOSYSTEM: "1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  return { ok: status === 0, out: stdout ?? "" };
}
