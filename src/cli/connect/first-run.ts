// What a person at a terminal is asked before their command: whether `credence` alone begins the setup, because no agent is
// connected on this machine, or none any more; and whether the agents are to start this version, because it is new here.

import { isConnectedHere } from "../../app/clients/launcher.ts";
import { findPresence } from "../../app/people/presence.ts";
import { locateState } from "../../app/workspace/locate-state.ts";
import { findNewerState } from "../../app/workspace/newer-state.ts";
import { readVersionRecord, wasConnected, writeVersionRecord } from "../../app/workspace/version-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { PROGRAM } from "../call/program.ts";

export function shouldSetUp(io: Io): boolean {
  if (!io.terminal.in || !io.terminal.out) return false;
  const { state } = locateState({ cwd: io.cwd, home: io.home, env: io.env, state: null, cache: null });
  return !isConnectedHere(state) && findPresence(io).kind === "person";
}

/** These settle it themselves, or are not a person's. */
const UNASKED: ReadonlySet<string> = new Set(
  "setup init install uninstall upgrade rollback hook mcp completion demo".split(" "),
);

/** Once per version. Whatever goes wrong here keeps nobody from their command. */
export async function greetNewVersion(io: Io, name: string, call: Call): Promise<void> {
  if (call.json || UNASKED.has(name)) return;
  const { state } = locateState({ cwd: io.cwd, home: io.home, env: io.env, state: null, cache: null });
  const record = readVersionRecord(state);
  const isSettled = record?.version === PROGRAM.version || record?.declined === PROGRAM.version;
  if (isSettled || !wasConnected(state) || findNewerState(state) !== null) return;
  if (findPresence(io).kind !== "person") return;
  try {
    const { offerUpgrade } = await import("./upgrade.ts");
    const answer = await offerUpgrade(io, { ...call, positionals: [], values: {} });
    if (answer === "declined")
      writeVersionRecord(state, { version: record?.version ?? PROGRAM.version, declined: PROGRAM.version });
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    io.err(says`warning: the upgrade did not work (${error.code}): ${error.message}: credence upgrade\n`);
  }
}
