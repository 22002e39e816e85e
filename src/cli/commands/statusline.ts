import type { Command } from "../call/command.ts";

export const statusline: Command = {
  name: "statusline",
  summary: "Called by Claude Code for its status line",
  usage: ["statusline --state DIR --cache DIR"],
  options: {},
  exits: { 0: "always; where something is wrong, nothing is printed" },
  run: async (io, call) => (await import("../connect/statusline.ts")).showStatusline(io, call),
};
