// From arguments to an exit code. Exit codes: 0 done, 1 refused, 2 and 3 where a command says so, 64 usage, 70 our own
// fault, 75 try again.

import { CredenceError, FAILURES } from "../memory/errors.ts";
import type { Command, Io } from "./call/command.ts";
import { renderCommandHelp } from "./call/help.ts";
import { findNearest, parseCall } from "./call/parse-call.ts";
import { renderVersion } from "./call/render-json.ts";
import { reportFailure } from "./call/report-failure.ts";
import { COMMANDS } from "./commands.ts";
import { renderAllHelp, renderHelp } from "./help.ts";

export async function runCli(io: Io, args: readonly string[], commands = COMMANDS): Promise<number> {
  try {
    return await dispatch(io, args, commands);
  } catch (error) {
    return reportFailure(io, error, args.includes("--json"));
  }
}

async function dispatch(io: Io, args: readonly string[], commands: readonly Command[]): Promise<number> {
  const first = args.find((arg) => arg !== "--json");
  if (first === undefined) {
    const { shouldSetUp } = await import("./connect/first-run.ts");
    if (args.length === 0 && shouldSetUp(io)) return dispatch(io, ["setup"], commands);
    io.err(renderHelp(commands));
    return FAILURES.USAGE.exit;
  }
  if (first === "--version" || first === "-V") {
    io.out(renderVersion(args.includes("--json")));
    return 0;
  }
  if (first === "--help" || first === "-h" || first === "help") {
    const topic = args.find((arg, index) => index > 0 && !arg.startsWith("-"));
    io.out(renderTopic(topic, commands));
    return 0;
  }
  const command = findCommand(first, commands);
  const call = parseCall(command, args.toSpliced(args.indexOf(first), 1));
  if (call.values["help"] === true) {
    io.out(renderCommandHelp(command));
    return 0;
  }
  if (io.terminal.in && io.terminal.out) {
    const { greetNewVersion } = await import("./connect/first-run.ts");
    await greetNewVersion(io, command.name, call);
  }
  const { refuseWhereNewer } = await import("./call/only-reads.ts");
  refuseWhereNewer(io, command.name, call);
  return command.run(io, call);
}

function renderTopic(topic: string | undefined, commands: readonly Command[]): string {
  if (topic === undefined) return renderHelp(commands);
  return topic === "all" ? renderAllHelp(commands) : renderCommandHelp(findCommand(topic, commands));
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((each) => each.name === name || each.aliases?.includes(name));
  if (command !== undefined) return command;
  const nearest = findNearest(
    name,
    commands.map((each) => each.name),
  );
  const hint = nearest === null ? "credence help all lists the commands" : `did you mean ${nearest}?`;
  throw new CredenceError("USAGE", `there is no command ${name}`, hint);
}
