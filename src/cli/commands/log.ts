import type { Command } from "../call/command.ts";

const LIMIT = { fallback: 20, max: 100_000 } as const;

export const log: Command = {
  name: "log",
  summary: "Show what changed and by whom, newest first",
  usage: ["log [--since 1w|DATE] [--id ID] [--by NAME] [--limit N]"],
  options: {
    since: { type: "string", value: "1w|DATE", help: "from then on: 2d, 1w or YYYY-MM-DD" },
    id: { type: "string", value: "ID", help: "of this memory alone" },
    by: { type: "string", value: "NAME", help: "by you, this machine or a signer's name" },
    limit: { type: "string", value: "N", help: `how many, ${LIMIT.fallback} if absent` },
  },
  examples: ["log --since 1w", "log --by you"],
  run: async (io, call) => (await import("../work/log.ts")).showLog(io, call, LIMIT),
};
