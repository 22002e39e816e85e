// Threat: an agent that disconnects itself from its own guard, or silences what is recorded about it. No key is used, so no
// passphrase is asked for; a script of the person may do it, a session of an agent may not.

import { CredenceError } from "../memory/errors.ts";
import { findMarker } from "../trust/person-presence.ts";
import { findPresence, type Surroundings } from "./find-presence.ts";

export function refuseAgent(surroundings: Surroundings, act: string): void {
  const { env, terminal } = surroundings;
  const marker = findMarker(env);
  if (marker !== null)
    throw new CredenceError(
      "NEEDS_PERSON",
      `only a person can ${act}: an agent runs this command (${marker} is set)`,
    );
  if (!terminal.in || !terminal.out) return;
  const presence = findPresence(surroundings);
  if (presence.kind === "nobody")
    throw new CredenceError("NEEDS_PERSON", `only a person can ${act}: ${presence.why}`);
}
