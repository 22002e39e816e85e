// From arguments to an exit code. Exit codes: 0 done, 1 refused, 2 and 3 where a command says so, 64 usage, 70 our own
// fault, 75 try again.

import { CredenceError, FAILURES } from "../memory/errors.ts";
import { asShown, type Shown } from "../memory/text/render-terminal.ts";
import type { Call, Command, Io } from "./call/command.ts";
import { coverIo, TELLING } from "./call/covered-io.ts";
import { renderCommandHelp, row } from "./call/help.ts";
import { findNearest, parseCall } from "./call/parse-call.ts";
import { renderVersion } from "./call/render-json.ts";
import { reportFailure } from "./call/report-failure.ts";
import { COMMANDS } from "./commands.ts";

export async function runCli(given: Io, args: readonly string[], commands = COMMANDS): Promise<number> {
  const { io: covered, settle } = coverIo(given, args);
  const first = args.find((arg) => !arg.startsWith("-")) ?? "";
  try {
    return await dispatch(TELLING.has(first) ? covered : given, args, commands);
  } catch (error) {
    return reportFailure(covered, error, args.includes("--json"));
  } finally {
    await settle();
  }
}

async function dispatch(io: Io, args: readonly string[], commands: readonly Command[]): Promise<number> {
  const parsed = readCall(args, commands);
  if (parsed.kind === "nothing") {
    const { shouldSetUp } = await import("./connect/first-run.ts");
    if (args.length === 0 && shouldSetUp(io)) return dispatch(io, ["setup"], commands);
    io.err(renderHelp(commands));
    return FAILURES.USAGE.exit;
  }
  if (parsed.kind === "text") {
    const { fitHelp } = await import("./terminal/fit-help.ts");
    io.out(parsed.isHelp ? fitHelp(parsed.text, io) : parsed.text);
    return 0;
  }
  const { command, call } = parsed;
  const exit = await command.run(io, call);
  io.onRan?.();
  return exit;
}

/** What the tables of commands say of a call: nothing was asked, a text answers it, or a command has to run. */
type ParsedCall =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: Shown; readonly isHelp: boolean }
  | { readonly kind: "command"; readonly command: Command; readonly call: Call };

/** Refuses what is no call. */
export function readCall(args: readonly string[], commands = COMMANDS): ParsedCall {
  const first = args.find((arg) => arg !== "--json");
  if (first === undefined) return { kind: "nothing" };
  if (first === "--version" || first === "-V") {
    return { kind: "text", text: renderVersion(args.includes("--json")), isHelp: false };
  }
  if (first === "--help" || first === "-h" || first === "help") {
    const topic = args.find((arg, index) => index > 0 && !arg.startsWith("-"));
    return { kind: "text", text: renderTopic(topic, commands), isHelp: true };
  }
  const command = findCommand(first, commands);
  const call = parseCall(command, args.toSpliced(args.indexOf(first), 1));
  if (call.values["help"] === true) return { kind: "text", text: renderCommandHelp(command), isHelp: true };
  return { kind: "command", command, call };
}

function renderTopic(topic: string | undefined, commands: readonly Command[]): Shown {
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

// Help texts: the commands of a day first, all of them on demand. Every line fits 80 columns; test/pins freezes them.

/** What most people ever need, in the order in which they need it. */
const FIRST: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ["begin", ["setup", "init"]],
  ["every day", ["save", "search", "list", "show", "edit"]],
  ["decide", ["review", "yes", "no", "later", "ui"]],
  ["look after it", ["status", "doctor", "why", "uninstall"]],
];

function renderHelp(commands: readonly Command[] = COMMANDS): Shown {
  return renderList([
    ...FIRST.flatMap(([heading, names]) => [
      `${heading}:`,
      ...commands
        .filter(({ name }) => names.includes(name))
        .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
        .map(({ name, summary }) => row(`  ${name}`, summary)),
      "",
    ]),
    row("help all", "every command"),
  ]);
}

function renderAllHelp(commands: readonly Command[] = COMMANDS): Shown {
  return renderList([...commands.map(({ name, summary }) => row(name, summary)), ""]);
}

function renderList(rows: readonly string[]): Shown {
  const lines = [
    "credence: memory for coding agents, with trust that only a person can raise",
    "",
    "usage: credence COMMAND [options]",
    "",
    ...rows,
    row("COMMAND --help", "a command's purpose, options and exit codes"),
    row("--version [--json]", "print the version"),
    "",
  ];
  return asShown(lines.join("\n"));
}
