// Opens a file of ours in the person's browser. Only its path is an argument: every user of the machine reads arguments.

import { spawn } from "node:child_process";
import { platform } from "node:os";

/** Calls back where it cannot be opened, and otherwise never. */
export function openBrowser(path: string, env: NodeJS.ProcessEnv, onFailure: (why: string) => void): void {
  const program = platform() === "darwin" ? "/usr/bin/open" : "xdg-open";
  const child = spawn(program, [path], { stdio: "ignore", detached: true, env });
  child.on("error", () => onFailure(`${program} is not there`));
  child.on("exit", (code) => code !== 0 && onFailure(`${program} ended with ${code ?? "a signal"}`));
  child.unref();
}
