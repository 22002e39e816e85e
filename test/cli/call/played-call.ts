// Calls the command line in this process, with streams that remember. Files are real, in the directory given.

import type { Command, Io } from "../../../src/cli/call/command.ts";
import { runCli } from "../../../src/cli/run-cli.ts";

export type Played = { readonly exit: number; readonly out: string; readonly err: string };

/** A call can be given commands of its own. */
export type PlayedIo = Partial<Io> & { readonly commands?: readonly Command[] };

export async function playCall(cwd: string, args: readonly string[], given: PlayedIo = {}): Promise<Played> {
  const { commands, ...io } = given;
  let out = "";
  let err = "";
  const exit = await runCli(
    {
      cwd,
      env: { CREDENCE_HOME: `${cwd}/credence-home` },
      home: cwd,
      columns: 80,
      rows: 24,
      terminal: { in: false, out: false },
      now: () => Date.UTC(2026, 5, 1),
      parentProcess: 1,
      program: { node: process.execPath, script: "credence.cjs" },
      askSecret: () => Promise.reject(new Error("nobody is there to ask")),
      ask: () => Promise.reject(new Error("nobody is there to ask")),
      readStdin: () => Promise.resolve(new Uint8Array()),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      ...io,
    },
    args,
    commands,
  );
  return { exit, out, err };
}
