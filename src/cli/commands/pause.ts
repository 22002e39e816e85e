import type { Command } from "../call/command.ts";

export const pause: Command = {
  name: "pause",
  summary: "Pause recall and capture in your agents",
  usage: ["pause", "pause --for 1h", "pause --session ID"],
  options: {
    for: { type: "string", value: "TIME", help: "30m, 1h or 2d; by default until credence resume" },
    session: { type: "string", value: "ID", help: "only for this session" },
  },
  examples: ["pause --for 1h"],
  run: async (io, call) => (await import("../work/pause.ts")).changePause(io, call, "pause"),
};

export const resume: Command = {
  name: "resume",
  summary: "End every pause",
  usage: ["resume"],
  options: {},
  run: async (io, call) => (await import("../work/pause.ts")).changePause(io, call, "resume"),
};
