// From arguments to a call, or to a refusal that names what was meant.

import { parseArgs } from "node:util";
import { CredenceError } from "../../memory/errors.ts";
import { type Call, type Command, GLOBAL_OPTIONS } from "./command.ts";
import { findNearest } from "./find-nearest.ts";
import { refuseSurplus } from "./refuse-surplus.ts";

export function parseCall(
  command: Pick<Command, "name" | "options" | "usage">,
  args: readonly string[],
): Call {
  const call = readCall(command, args);
  if (call.values["help"] !== true) refuseSurplus(command, call);
  return call;
}

function readCall(command: Pick<Command, "name" | "options">, args: readonly string[]): Call {
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values, positionals, json: values["json"] === true };
  } catch (error) {
    // parseArgs throws for nothing but a wrong call, and says what is wrong in its first sentence.
    const message = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    const given = args.find(
      (arg) => arg.startsWith("--") && !Object.hasOwn(options, arg.slice(2).split("=")[0] ?? ""),
    );
    const nearest = given === undefined ? null : findNearest(given.slice(2), Object.keys(options));
    const hint = nearest === null ? `credence ${command.name} --help` : `did you mean --${nearest}?`;
    throw new CredenceError("USAGE", message.charAt(0).toLowerCase() + message.slice(1), hint);
  }
}
