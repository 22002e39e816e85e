import { findPersonCommand, PERSON_COMMANDS } from "../../memory/law/person-commands.ts";
import type { Call } from "../call/command.ts";

export function isPersonsCall(name: string, call: Call, table = PERSON_COMMANDS): boolean {
  const options = Object.keys(call.values).filter(
    (option) => call.values[option] !== undefined && call.values[option] !== false,
  );
  return findPersonCommand({ words: [name, ...call.positionals], options }, table) !== null;
}
