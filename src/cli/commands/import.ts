import { CredenceError } from "../../memory/errors.ts";
import { IMPORT_SOURCES, type ImportSourceName } from "../../memory/import-source.ts";
import type { Call, Command } from "../call/command.ts";
import { findNearest } from "../call/parse-call.ts";

export const importCommand: Command = {
  name: "import",
  summary: "Import memories from another tool",
  usage: [
    "import",
    "import claude-code-memory|claude-memory|claude-mem PATH",
    "import claude-config|mcp-memory|markdown PATH",
    "import SOURCE PATH --execute [--confirm]",
    "import --all-projects [--execute]",
  ],
  options: {
    execute: { type: "boolean", help: "do it; the default is a dry run" },
    "dry-run": { type: "boolean", help: "write nothing, which is the default" },
    confirm: { type: "boolean", help: "ask about each; yes makes it verified" },
    project: { type: "string", value: "NAME", help: "claude-mem: only this project" },
    "all-projects": { type: "boolean", help: "Claude Code's notes, each to its own project" },
  },
  exits: { 1: "something was left out, or the command was refused" },
  examples: ["import", "import claude-memory .claude/memory", "import markdown notes --execute"],
  async run(io, call) {
    refuseContradictions(call);
    const [given] = call.positionals;
    if (call.values["all-projects"] === true)
      return (await import("../work/import-all.ts")).importAllProjects(io, call);
    if (given === undefined) return (await import("../work/import-found.ts")).importFound(io, call);
    const { importSource } = await import("../work/import.ts");
    return importSource(io, call, sourceOf(call));
  },
};

function refuseContradictions({ values, positionals }: Call): void {
  const [execute, isBare] = [values["execute"] === true, positionals.length === 0];
  const isAll = values["all-projects"] === true;
  if (execute && values["dry-run"] === true)
    throw new CredenceError("USAGE", "--execute and --dry-run contradict each other");
  if (isAll && (!isBare || values["root"] !== undefined || values["scope"] !== undefined))
    throw new CredenceError("USAGE", "--all-projects finds the sources and the roots itself");
  if (isBare && !isAll && execute)
    throw new CredenceError(
      "USAGE",
      "--execute takes a source and a path",
      "credence import lists them, each with its command, and asks at a terminal",
    );
  if (values["confirm"] === true && !execute && (!isBare || isAll))
    throw new CredenceError("USAGE", "--confirm requires --execute");
}

function sourceOf({ positionals }: Call): { readonly name: ImportSourceName; readonly path: string } {
  const [given = "", path] = positionals;
  const name = IMPORT_SOURCES.find((each) => each === given);
  if (name === undefined) {
    const [beginsSo] = IMPORT_SOURCES.filter((each) => given !== "" && each.startsWith(given));
    const nearest = beginsSo ?? findNearest(given, IMPORT_SOURCES);
    throw new CredenceError(
      "USAGE",
      `import takes a source: ${IMPORT_SOURCES.join(", ")}`,
      nearest === null ? undefined : `did you mean ${nearest}?`,
    );
  }
  if (path === undefined) throw new CredenceError("USAGE", `import ${name} takes a path`);
  return { name, path };
}
