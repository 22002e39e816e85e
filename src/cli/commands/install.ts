import { CLIENT_WORDS } from "../../agents/client-words.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Command, Io } from "../call/command.ts";

const OPTIONS: Command["options"] = {
  "dry-run": { type: "boolean", help: "say what would change, and change nothing" },
  verbose: { type: "boolean", help: "with --dry-run: every line that would change" },
};

/** Completion offers the words that forms of a call name. */
function formsOf(verb: string, clients: readonly string[]): string[] {
  return [
    `${verb} [--dry-run] [--verbose]`,
    `${verb} ${clients.join("|")}`,
    `${verb} CLIENT [--scope user|project] [--dry-run] [--verbose]`,
  ];
}

export const install = installOf(CLIENT_WORDS.names);
export const uninstall = uninstallOf(CLIENT_WORDS.names);

export function installOf(clients: readonly string[]): Command {
  return {
    name: "install",
    summary: "Connect coding agents to their memory",
    usage: formsOf("install", clients),
    options: OPTIONS,
    exits: { 1: "the named client is not installed, or one failed" },
    examples: ["install claude-code --dry-run", "install claude-code"],
    run: (io, call) => run(io, call, "install"),
  };
}

export function uninstallOf(clients: readonly string[]): Command {
  return {
    name: "uninstall",
    summary: "Disconnect agents; keys and memories stay",
    usage: [...formsOf("uninstall", clients), "uninstall --purge [--memories] [--dry-run]"],
    options: {
      ...OPTIONS,
      purge: { type: "boolean", help: "a person: remove keys, settings and index, too" },
      memories: { type: "boolean", help: "with --purge: your own memories as well" },
    },
    run: (io, call) => run(io, call, "uninstall"),
  };
}

async function run(io: Io, call: Call, verb: "install" | "uninstall"): Promise<number> {
  return (await import("../connect/connect.ts")).connect(io, call, verb);
}

export const setup: Command = {
  name: "setup",
  summary: "Set up everything, in about a minute",
  usage: ["setup", "setup --yes [--json]"],
  options: {
    yes: { type: "boolean", help: "ask nothing: connect agents and do nothing else" },
  },
  exits: { 1: "an agent could not be connected, or a note was left out" },
  examples: ["setup", "setup --yes"],
  run: async (io, call) => (await import("../connect/setup.ts")).setUp(io, call),
};

export const statusline: Command = {
  name: "statusline",
  summary: "Called by Claude Code for its status line",
  usage: ["statusline --state DIR --cache DIR"],
  options: {},
  exits: { 0: "always; where something is wrong, nothing is printed" },
  run: async (io, call) => (await import("../connect/statusline.ts")).showStatusline(io, call),
};

/** For its help text: bin/credence.ts gives a whole call to a small process of its own. */
export const hook: Command = {
  name: "hook",
  summary: "Called by a client at each session event",
  usage: ["hook CLIENT EVENT --state DIR --cache DIR [--only P] [--room N]"],
  options: {
    only: { type: "string", value: "PART", help: "recall or capture: one part of the work" },
    room: { type: "string", value: "CHARS", help: "how much context the client was told to accept" },
  },
  exits: { 0: "always: a hook never blocks an agent by failing" },
  run: () => {
    const hint = "credence install CLIENT writes complete calls into the client's settings";
    throw new CredenceError("USAGE", "a hook is called by a client", hint);
  },
};
