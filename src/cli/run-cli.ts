// From arguments to an exit code. Exit codes: 0 done, 1 refused, 2 and 3 where a command says so, 64 usage, 70 our own
// fault, 75 try again.

import { parseArgs } from "node:util";
import { CredenceError, FAILURES } from "../memory/errors.ts";
import { renderTerminalLine } from "../memory/render-terminal.ts";
import { type Call, type Command, GLOBAL_OPTIONS, type Io } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { findNearest } from "./find-nearest.ts";
import { renderCommandHelp, renderHelp } from "./help.ts";
import { renderJson } from "./render-json.ts";
import { renderVersion } from "./version.ts";

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

function parseCall(command: Command, args: readonly string[]): Call {
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

async function reportFailure(io: Io, error: unknown, json: boolean): Promise<number> {
  const { explainFailure } = await import("../app/explain-failure.ts");
  const { code, message, hint, exit } = explainFailure(error);
  if (json) io.out(renderJson({ error: { code, message, hint } }));
  io.err(`error: ${code}: ${renderTerminalLine(message)}\nhint: ${renderTerminalLine(hint)}\n`);
  return exit;
}
