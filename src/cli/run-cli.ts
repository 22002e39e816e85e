// From arguments to an exit code. Exit codes: 0 done, 1 refused, 2 and 3 where a command says so, 64 usage, 70 our own
// fault, 75 try again.

import { CredenceError, FAILURES } from "../memory/errors.ts";
import type { Command, Io } from "./call/command.ts";
import { renderCommandHelp } from "./call/help.ts";
import { findNearest, parseCall } from "./call/parse-call.ts";
import { renderVersion } from "./call/render-json.ts";
import { reportFailure } from "./call/report-failure.ts";
import { COMMANDS } from "./commands.ts";
import { renderHelp } from "./help.ts";

export async function runCli(io: Io, args: readonly string[]): Promise<number> {
  const json = args.includes("--json");
  try {
    return await dispatch(io, args, json);
  } catch (error) {
    return reportFailure(io, error, json);
  }
}

async function dispatch(io: Io, args: readonly string[], json: boolean): Promise<number> {
  const first = args.find((arg) => arg !== "--json");
  if (first === undefined) {
    io.err(renderHelp());
    return FAILURES.USAGE.exit;
  }
  if (first === "--version" || first === "-V") {
    io.out(renderVersion(json));
    return 0;
  }
  if (first === "--help" || first === "-h" || first === "help") {
    const topic = args.find((arg, index) => index > 0 && !arg.startsWith("-"));
    io.out(topic === undefined ? renderHelp() : renderCommandHelp(findCommand(topic)));
    return 0;
  }
  const command = findCommand(first);
  const call = parseCall(command, args.toSpliced(args.indexOf(first), 1));
  if (call.values["help"] === true) {
    io.out(renderCommandHelp(command));
    return 0;
  }
  return command.run(io, call);
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  const nearest = findNearest(
    name,
    COMMANDS.map((each) => each.name),
  );
  const hint = nearest === null ? "credence --help lists the commands" : `did you mean ${nearest}?`;
  throw new CredenceError("USAGE", `there is no command ${name}`, hint);
}
