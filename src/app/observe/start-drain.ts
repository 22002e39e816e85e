// Starts the drain, apart from the hook that noticed that it is due: in a process group of its own, which nobody waits for.
//
// Attack: a repository sets variables for the hooks of its visitors, to send the session to a server of its own, or to load
// code into the process. So the drain gets a few variables by name, no proxy, no certificate and no address among them, and it
// starts in machine state and not in the repository. Fails open: what cannot be started now is due again.

import { spawn } from "node:child_process";

export type DrainLaunch = {
  /** The interpreter and the program, absolute. */
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly cache: string;
  /** The memory root, absolute. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** What finds the home directory, spells times and letters, and pays. */
const PASSED = [
  "HOME",
  "USER",
  "LOGNAME",
  "PATH",
  "TMPDIR",
  "TZ",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "ANTHROPIC_API_KEY",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "OPENAI_API_KEY",
] as const;

export function startDrain({ node, script, state, cache, root, env }: DrainLaunch): void {
  const passed = PASSED.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const child = spawn(node, [script, "observe", "--root", root, "--state", state, "--cache", cache], {
    cwd: state,
    detached: true,
    stdio: "ignore",
    // Its own sessions are not captured.
    env: { ...Object.fromEntries(passed), CREDENCE_OBSERVER: "1" },
  });
  // It could not be started; there is nobody to tell, and the next session asks again.
  child.on("error", () => undefined);
  child.unref();
}
