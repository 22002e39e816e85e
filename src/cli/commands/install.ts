import { CLIENT_WORDS } from "../../agents/client-words.ts";
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
    `${verb} git|timer [--dry-run]`,
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
    examples: ["install claude-code --dry-run", "install claude-code", "install git"],
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
  const [what] = call.positionals;
  if (what === "git" || what === "timer")
    return (await import("../connect/git.ts")).connectOther(io, call, verb);
  return (await import("../connect/connect.ts")).connect(io, call, verb);
}
