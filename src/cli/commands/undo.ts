import type { Command } from "../call/command.ts";

export const undo: Command = {
  name: "undo",
  summary: "Take back your last change, or the last one of a memory",
  usage: ["undo [ID]", "undo last"],
  options: {},
  exits: { 0: "done", 2: "a validator fails what would come back" },
  examples: ["undo", "undo project_deploy_window"],
  run: async (io, call) => (await import("../work/undo.ts")).undoAtTerminal(io, call),
};
