// Git's own daemon on loopback, one process per connection, as inetd would start it.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Owner } from "../temp-dir.ts";
import { gitIn } from "./machines.ts";
import { listen } from "./victim.ts";

export function hasDaemon(): boolean {
  return existsSync(daemon());
}

function daemon(): string {
  return join(gitIn(undefined, "--exec-path").trim(), "git-daemon");
}

/** `onBytes` is told what passes, in either direction. @returns the address of the repository. */
export async function serve(
  t: Owner,
  remote: string,
  onBytes: (count: number) => void = () => undefined,
): Promise<string> {
  const program = daemon();
  const args = ["--inetd", "--export-all", "--enable=receive-pack", `--base-path=${dirname(remote)}`];
  const port = await listen(t, (socket) => {
    const child = spawn(program, args, {
      env: { PATH: process.env["PATH"] ?? "", HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["pipe", "pipe", "ignore"],
    });
    // Either end may go first.
    for (const stream of [child.stdin, child.stdout]) stream.on("error", () => socket.destroy());
    for (const stream of [socket, child.stdout]) stream.on("data", ({ length }: Buffer) => onBytes(length));
    // A client that was ended says no goodbye, and what the daemon started would read on for ever.
    socket.on("close", () => child.stdin.destroy());
    socket.pipe(child.stdin);
    child.stdout.pipe(socket);
  });
  return `git://127.0.0.1:${port}/${basename(remote)}`;
}
