import { CAUSES } from "../../memory/law/causes.ts";
import { withRemedy } from "../../memory/remedies.ts";
import type { LoadedMemory } from "./load-memory.ts";

/** Why it stands as it does, with what to do about it where the reason alone does not say that. */
export function sayReason({ cause, reason }: LoadedMemory["standing"]): string {
  return CAUSES[cause].isStrangers === true ? withRemedy(reason, "unknown-signer") : reason;
}
