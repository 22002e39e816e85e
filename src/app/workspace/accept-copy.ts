// A root whose id is known at another place waits: a copy carries all signatures of the original. A person who says that
// it is theirs (a second clone, a restored backup) ends the waiting.

import { CredenceError } from "../../memory/errors.ts";
import { acceptLocation } from "../../store/root-location.ts";
import { actorOf, type OpenRoot, type Workspace } from "./workspace.ts";

export function findWaitingRoots({ roots }: Workspace): OpenRoot[] {
  return roots.filter((root) => root.waits);
}

export function acceptWaitingRoots(workspace: Workspace): void {
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", "only a person can accept a copy");
  for (const root of findWaitingRoots(workspace)) acceptLocation(root.records, root);
}
