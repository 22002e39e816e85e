import { CredenceError } from "../../memory/errors.ts";
import { type Instant, parseDay, parseInstant } from "../../memory/instant.ts";
import type { Call } from "./command.ts";
import { textOf } from "./values.ts";

/** `--since YYYY-MM-DD`, or an instant; null without it. */
export function parseSince(call: Call): Instant | null {
  const given = textOf(call, "since");
  if (given === null) return null;
  const since = parseDay(given) ?? parseInstant(given);
  if (since === null) throw new CredenceError("USAGE", "--since takes YYYY-MM-DD");
  return since;
}
