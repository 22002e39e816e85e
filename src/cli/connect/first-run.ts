// Does `credence` alone begin the setup? It does at a person's terminal on a machine where no agent is connected.

import { isConnectedHere } from "../../app/clients/launcher.ts";
import { findPresence } from "../../app/people/presence.ts";
import { locateState } from "../../app/workspace/locate-state.ts";
import type { Io } from "../call/command.ts";

export function shouldSetUp(io: Io): boolean {
  if (!io.terminal.in || !io.terminal.out) return false;
  const { state } = locateState({ cwd: io.cwd, home: io.home, env: io.env, state: null, cache: null });
  return !isConnectedHere(state) && findPresence(io).kind === "person";
}
