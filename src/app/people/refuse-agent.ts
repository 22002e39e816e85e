// Threat: an agent that disconnects itself from its own guard, or silences what is recorded about it, in a script without a
// terminal and without its marker, too. No key is used, so no passphrase is asked for; a script of the person may do it,
// whatever runs below an agent may not.

import { CredenceError } from "../../memory/errors.ts";
import { findAgent } from "../../trust/person-presence.ts";
import { listAncestors } from "./list-ancestors.ts";
import type { Surroundings } from "./presence.ts";

export function refuseAgent({ env, parentProcess }: Surroundings, act: string): void {
  const agent = findAgent({ env, ancestors: listAncestors(parentProcess) });
  if (agent !== null)
    throw new CredenceError(
      "NEEDS_PERSON",
      `only a person can ${act}: an agent runs this command (${agent})`,
    );
}
