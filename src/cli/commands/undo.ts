import type { Command } from "../call/command.ts";

export const undo: Command = {
  name: "undo",
  summary: "Take back your last change, or the last one of a memory",
  usage: ["undo [ID]", "undo last", "undo --list"],
  options: { list: { type: "boolean", help: "the last ten changes made at this terminal or page" } },
  exits: { 0: "done", 2: "a validator fails what would come back" },
  examples: ["undo", "undo project_deploy_window"],
  run: async (io, call) => {
    const { listUndoable, undoAtTerminal } = await import("../work/undo.ts");
    return call.values["list"] === true ? listUndoable(io, call) : undoAtTerminal(io, call);
  },
};
