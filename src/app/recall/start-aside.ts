// Starts a command of ours aside, for work that nobody waits for: in a process group of its own, without streams.
//
// Attack: a repository sets variables for the hooks of its visitors, to send the session to a server of its own, or to load
// code into the process. So it gets a few variables by name, no proxy, no certificate and no address among them. Fails open:
// what cannot be started now is due again.

import { spawn } from "node:child_process";

export type Launch = {
  /** The interpreter and the program, absolute. */
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly cache: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that this command needs besides. */
  readonly passed?: readonly string[];
  /** Where Claude Code keeps its own files, if that is not the usual place. */
  readonly claude?: string | null;
};

/** What finds the home directory, and spells times and letters. */
const PASSED = ["HOME", "USER", "LOGNAME", "PATH", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE"] as const;

export function startAside(launch: Launch, words: readonly string[]): void {
  const { node, script, state, cache, cwd, env, passed = [], claude = null } = launch;
  const names = [...PASSED, ...passed].flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const child = spawn(node, [script, ...words, "--state", state, "--cache", cache], {
    cwd,
    detached: true,
    stdio: "ignore",
    env: { ...Object.fromEntries(names), ...(claude === null ? {} : { CLAUDE_CONFIG_DIR: claude }) },
  });
  // It could not be started; there is nobody to tell, and the next one asks again.
  child.on("error", () => undefined);
  child.unref();
}
