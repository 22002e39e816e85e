// Whether `credence` alone begins the setup: a person sits at a terminal, and on this machine nobody has set up anything yet.

import { isSetUp } from "../../app/clients/launcher.ts";
import { findPresence } from "../../app/people/presence.ts";
import { locateState } from "../../app/workspace/locate-state.ts";
import type { Io } from "../call/command.ts";

export function shouldSetUp(io: Io): boolean {
  if (!io.terminal.in || !io.terminal.out) return false;
  const { state } = locateState({ cwd: io.cwd, home: io.home, env: io.env, state: null, cache: null });
  return !isSetUp(state) && findPresence(io).kind === "person";
}
