import { CredenceError } from "../memory/errors.ts";
import { renderTerminalLine } from "../memory/render-terminal.ts";
import { textOf } from "./call-values.ts";
import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";
import { renderJson } from "./render-json.ts";

const SHOWN = 20;

export const journal: Command = {
  name: "journal",
  summary: "Show what was done to the memories, newest last",
  usage: ["journal [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${SHOWN} if absent` } },
  async run(io, call) {
    const limit = Number(textOf(call, "limit") ?? SHOWN);
    if (!Number.isInteger(limit) || limit < 1)
      throw new CredenceError("USAGE", "--limit takes a number from 1");
    const workspace = await openFor(io, call);
    try {
      const { readOperations } = await import("../app/read-operations.ts");
      const entries = readOperations(workspace).slice(-limit);
      const lines = entries.map(({ at, command, id, actor, reason, recovered }) => {
        const why = reason === null ? "" : `: ${renderTerminalLine(reason)}`;
        return `${at} ${command.padEnd(10)} ${id} by ${actor}${why}${recovered ? " (recovered)" : ""}\n`;
      });
      io.out(call.json ? renderJson(entries) : lines.join("") || "nothing was done yet\n");
      return 0;
    } finally {
      workspace.close();
    }
  },
};
