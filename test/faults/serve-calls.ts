// Commands one after the other in one process that is loaded already, as its parent sends them. What forbids something to the
// process, its account or a umask, forbids it to each of them.

import { umask } from "node:process";
import { runCli } from "../../src/cli/run-cli.ts";
import { type Place, scriptedIo } from "../fixture/scripted-io.ts";

export type ServedCall = {
  readonly place: Place;
  readonly args: readonly string[];
  readonly umask: number | null;
};

export function serveCalls(): void {
  process.on("message", async (message) => {
    const call: ServedCall = JSON.parse(String(message));
    if (call.umask !== null) umask(call.umask);
    const program = { node: process.execPath, script: process.argv[1] ?? "" };
    const { io, written } = scriptedIo(call.place, { now: new Date().toISOString(), program });
    const exit = await runCli(io, call.args);
    process.send?.(JSON.stringify({ exit, signal: null, ...written() }));
  });
}
